"""A model that is not on this machine: ask before it is downloaded, or say how to allow it."""

from __future__ import annotations

import sys

from cotext.command_line.text_output import harmless

__all__ = ["may_download"]


def may_download(model: str) -> bool:
    """Whether the person at the terminal wants a model downloaded; no by default, and where nobody can be asked."""
    sys.stderr.write(f'cotext: The embedding model "{harmless(model)}" is not on this machine. ')
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        sys.stderr.write("To download it, add --setting embedding.allowDownload=true\n")
        return False
    sys.stderr.write("Download it? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
