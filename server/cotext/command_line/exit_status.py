"""What the process says at its end. Scripts rely on these numbers."""

from __future__ import annotations

__all__ = ["FAILED", "FOUND", "INTERRUPTED", "NOTHING_FOUND", "USAGE"]

FOUND = 0
NOTHING_FOUND = 1
USAGE = 2
"""A wrong command line, or a folder that cannot be read."""
FAILED = 3
"""An internal failure; the log has the details."""
INTERRUPTED = 130
"""Interrupted from the keyboard, as shells count it: 128 and the number of the signal."""
