"""The command `exprov`: finds the verb and imports nothing of the others, so that it starts fast.

A verb is a module of this package with `add_arguments(parser)` and `execute(args) -> int`, the exit code.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys

from exprov import exit_codes
from exprov.errors import ExprovError, UsageError
from exprov.printable import printable

VERBS = {
    "validate": "say whether records are valid, and what is wrong with those that are not",
    "explain": "say what a rule means, with an input that fails it and one that passes",
    "rules": "list every rule",
    "fixtures": "list, show, export or compare the golden fixtures",
    "generate": "make everything under generated/ from the schemas",
    "conformance": "ask an engine, in any language, every golden case",
    "program": "print what every validator does, as JSON",
    "strength": "measure how well the golden fixtures detect deliberate faults",
}
# These make or judge what is generated, which takes packages that an installation for checking does without.
_OF_THE_GENERATOR = ("generate", "program", "strength")
_INTERRUPTED = 130


def main(argv: list[str] | None = None) -> int:
    """Run the command with `argv` (without the program's name); return its exit code, whatever the user got wrong."""
    arguments = sys.argv[1:] if argv is None else argv
    lost = sys.stdout is None
    for name in ("stdout", "stderr"):
        # A stream that the caller closed: what would go there vanishes, and the exit code says so for the output.
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        # What an encoding cannot carry is escaped, not a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
        return exit_codes.UNWRITABLE if lost and "--quiet" not in arguments else code
    except ExprovError as error:
        print(f"exprov: error: {printable(str(error))}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        silence(sys.stdout.fileno())
        return exit_codes.VALID
    except OSError as error:
        # Inputs have errors of their own by now, so this is about an output: a full disk, say.
        print(f"exprov: error: cannot write: {printable(str(error))}", file=sys.stderr)
        silence(sys.stdout.fileno())
        return exit_codes.UNWRITABLE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else exit_codes.USAGE


def silence(descriptor: int) -> None:
    """Let what is still written to `descriptor`, whose reader has gone, vanish instead of failing at exit."""
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
                f"{verb} needs the extra packages of the generator ({missing} is not installed)",
                "pip install 'execution-provenance[generate]', or '.[generate]' in a checkout",
            ) from None
    return _without_verb(arguments)


def _run(verb: str, arguments: list[str]) -> int:
    module = importlib.import_module(f"exprov.cli.{verb}")
    parser = argparse.ArgumentParser(
        prog=f"exprov {verb}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.add_arguments(parser)
    return int(module.execute(parser.parse_args(arguments)))


def _without_verb(arguments: list[str]) -> int:
    """Answer --help and --version; anything else is a mistake."""
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
        import difflib

        near = difflib.get_close_matches(arguments[0], VERBS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"the verbs are {', '.join(VERBS)}"
        parser.error(f"there is no verb {arguments[0]!r}; {hint}")
    if parser.parse_args(arguments).version:
        from importlib.metadata import version

        print(f"exprov {version('execution-provenance')}")
        return exit_codes.VALID
    parser.print_help(sys.stderr)
    return exit_codes.USAGE
