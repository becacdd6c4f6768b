"""Cotext: the right code from the rest of the workspace, for an editor and the inline model in it."""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
