"""The command `exprov`, also as `python -m exprov`. All else is imported where an interruption is caught."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Run the command; return its exit code."""
    try:
        _import_msgspec()
        from exprov.cli import main

        return main()
    except KeyboardInterrupt:
        # exit_codes.INTERRUPTED, which may not be imported yet.
        return 130


def _import_msgspec() -> None:
    """Import the extension module while signals wait: an interruption inside its initialisation crashes the process."""
    if hasattr(signal, "pthread_sigmask"):
        held = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            import msgspec  # noqa: F401
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)


if __name__ == "__main__":
    sys.exit(main())
