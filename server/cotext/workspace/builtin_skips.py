"""Folders of dependencies, of build results, and of version control systems. Never applied to a tracked file."""

# A table of names reads better as text.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from collections.abc import Collection

__all__ = ["bare_repository_entries", "is_marked_cache", "is_skipped_directory", "is_version_control"]

VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".bzr", "_darcs", ".jj", ".pijul", ".sl", "CVS", ".fslckout"})

DEPENDENCIES = frozenset(
    "node_modules bower_components jspm_packages .pnpm-store .yarn .venv venv .virtualenv virtualenv site-packages "
    "__pypackages__ .eggs Pods Carthage elm-stuff .bundle .cpcache .m2 .gradle .cargo .rustup .nuget .pub-cache "
    ".dart_tool .terraform .terragrunt-cache .serverless".split()
)
BUILD = frozenset(
    "target dist build out _build obj dist-newstyle .stack-work zig-cache .zig-cache zig-out DerivedData .build "
    ".next .nuxt .output .svelte-kit .angular .parcel-cache .turbo .vite .cache .docusaurus .astro .vercel .netlify "
    "__pycache__ .tox .nox .mypy_cache .pytest_cache .ruff_cache .hypothesis .ipynb_checkpoints .nyc_output htmlcov "
    ".sass-cache .idea .vs .history .metals .bloop .bsp .clangd .ccls-cache .scannerwork".split()
)
PATTERNS = re.compile(r".+\.egg-info|cmake-build-.+|bazel-.+|.+\.xcodeproj|.+\.dSYM")

MARKERS = ("pyvenv.cfg", "CACHEDIR.TAG")
"""A file of this name marks a virtual environment (PEP 405) or a cache (the Cache Directory Tagging Specification)."""

REPOSITORY_MARKS = ("HEAD", "objects", "refs")
REPOSITORY_ENTRIES = frozenset(
    "HEAD objects refs hooks info logs worktrees modules branches config config.worktree description packed-refs index "
    "FETCH_HEAD ORIG_HEAD COMMIT_EDITMSG gitk.cache shallow lfs".split()
)


def is_version_control(name: str) -> bool:
    """Whether this is the name of a version control system's own folder."""
    return name in VERSION_CONTROL


def is_skipped_directory(name: str) -> bool:
    """Whether a folder of this name holds dependencies or build results."""
    return name in DEPENDENCIES or name in BUILD or PATTERNS.fullmatch(name) is not None


def is_marked_cache(names: Collection[str]) -> bool:
    """Whether a folder with these entries is marked as a virtual environment or a cache."""
    return any(marker in names for marker in MARKERS)


def bare_repository_entries(names: Collection[str]) -> frozenset[str]:
    """The entries of a folder that are git's own because the folder is a bare repository; else none."""
    return REPOSITORY_ENTRIES if all(mark in names for mark in REPOSITORY_MARKS) else frozenset()
