"""`python -I -m cotext`: the same as the `cotext` command, without the workspace's own modules on the path."""

from __future__ import annotations

import sys

from cotext.cli import main

if __name__ == "__main__":
    sys.exit(main())
