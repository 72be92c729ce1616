"""The command `exprov`: finds the verb, and imports nothing of the others, so that it starts fast.

A verb is a module of this package with `add_arguments(parser)`, `execute(args) -> int`, which returns the exit code, and
EXIT_CODES, the codes that its help explains.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import Any, TextIO

from exprov import exit_codes
from exprov.cli.arguments import help_of
from exprov.errors import ExprovError, UsageError
from exprov.printable import printable
from exprov.suggestions import did_you_mean

VERBS = {
    "validate": "check records, and report what is wrong with them",
    "explain": "explain a rule, with an input that fails it and one that passes",
    "rules": "list every rule",
    "fixtures": "list, show, export or compare the golden fixtures",
    "program": "print what every validator does, as JSON",
    "generate": "generate everything under generated/ from the schemas",
    "conformance": "ask an engine in any language every golden case",
    "strength": "measure how well the golden fixtures detect deliberate faults",
}
# Verbs that need packages of the extra `generate`.
_OF_THE_GENERATOR = ("generate", "program", "strength")


def main(argv: list[str] | None = None) -> int:
    """Run the command with `argv`, by default that of the process without its name; return the exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        has_stdout = _prepare_streams()
        code = _dispatch(arguments)
        sys.stdout.flush()
        return code if has_stdout or "--quiet" in arguments else exit_codes.UNWRITABLE
    except ExprovError as error:
        print(f"exprov: error: {printable(str(error))}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        silence(sys.stdout.fileno())
        return exit_codes.VALID
    except OSError as error:
        # Errors of inputs were caught before, so this is about an output, such as a full disk.
        print(f"exprov: error: cannot write: {printable(str(error))}", file=sys.stderr)
        silence(sys.stdout.fileno())
        return exit_codes.UNWRITABLE
    except KeyboardInterrupt:
        return exit_codes.INTERRUPTED
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else exit_codes.USAGE


def _prepare_streams() -> bool:
    """Replace streams that the caller closed, and escape what an encoding cannot carry; return whether stdout was open."""
    has_stdout = sys.stdout is not None
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.stderr = _BestEffort(sys.stderr)
    return has_stdout


class _BestEffort:
    """Standard error; what cannot be written to it, since it is full or closed, is discarded and changes no exit code."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError:
            silence(self._stream.fileno())
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError:
            silence(self._stream.fileno())


def silence(descriptor: int) -> None:
    """Discard what is still written to `descriptor`, whose reader has gone, instead of failing at exit."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, descriptor)
    os.close(nothing)


def _dispatch(arguments: list[str]) -> int:
    if arguments and arguments[0] in VERBS:
        verb = arguments[0]
        try:
            return _run(verb, arguments[1:])
        except ModuleNotFoundError as error:
            missing = (error.name or "").partition(".")[0]
            if verb not in _OF_THE_GENERATOR or missing in ("", "exprov", "execution_provenance"):
                raise
            raise UsageError(
                f"{verb} needs packages of the extra `generate` ({missing} is not installed)",
                "run pip install 'execution-provenance[generate]', or '.[generate]' in a checkout",
            ) from None
    return _without_verb(arguments)


def _run(verb: str, arguments: list[str]) -> int:
    module = importlib.import_module(f"exprov.cli.{verb}")
    parser = argparse.ArgumentParser(prog=f"exprov {verb}", **help_of(module))
    module.add_arguments(parser)
    return int(module.execute(parser.parse_args(arguments)))


def _without_verb(arguments: list[str]) -> int:
    """Answer --help and --version; reject anything else."""
    width = max(map(len, VERBS))
    parser = argparse.ArgumentParser(
        prog="exprov",
        description="Check records of AI executions against the ExecutionProvenance contract.",
        usage="exprov [-h] [--version] VERB ...",
        epilog="verbs:\n" + "\n".join(f"  {verb:{width}}  {text}" for verb, text in VERBS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    if arguments and not arguments[0].startswith("-"):
        hint = did_you_mean(arguments[0], VERBS, f"the verbs are {', '.join(VERBS)}")
        parser.error(f"there is no verb {arguments[0]!r}; {hint}")
    if parser.parse_args(arguments).version:
        from execution_provenance import __version__

        print(f"exprov {__version__}")
        return exit_codes.VALID
    parser.print_help(sys.stderr)
    return exit_codes.USAGE
