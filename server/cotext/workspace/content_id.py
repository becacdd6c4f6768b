"""What identifies a file's content: git's blob hash, so that ids from git's index and ids made here are the same."""

from __future__ import annotations

import hashlib

__all__ = ["blob_id"]


def blob_id(data: bytes) -> str:
    """Git's blob hash of some bytes: SHA-1 of `blob <length>\\0` and the bytes, 40 hexadecimal digits.

    SHA-1 names content here, as in git; nothing is secured by it.
    """
    digest = hashlib.sha1(b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()
