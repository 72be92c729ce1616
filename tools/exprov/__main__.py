"""The command `exprov`, also as `python -m exprov`. All else is imported where an interruption is caught."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command; return its exit code."""
    try:
        from exprov.cli import main

        return main()
    except KeyboardInterrupt:
        # exit_codes.INTERRUPTED, which may not be imported yet.
        return 130


if __name__ == "__main__":
    sys.exit(main())
