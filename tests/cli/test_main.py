"""The command itself: verbs, help texts, the version, and an interruption at any time."""

from __future__ import annotations

import argparse
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from exprov import exit_codes
from exprov.cli import VERBS
from exprov.cli.arguments import help_of
from exprov.cli.conformance import ACTIONS

EXAMPLE = Path(__file__).parents[2] / "examples" / "engine-run.jsonl"


def parsers() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every verb and action with its parser."""
    for verb in VERBS:
        module = importlib.import_module(f"exprov.cli.{verb}")
        parser = argparse.ArgumentParser(prog=verb, **help_of(module))
        module.add_arguments(parser)
        yield verb, parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                yield from ((f"{verb} {name}", inner) for name, inner in action.choices.items())


def help_texts() -> Iterator[tuple[str, str]]:
    """Every help text, and where it is."""
    yield from VERBS.items()
    for name, parser in parsers():
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                yield from ((f"{name} {one.dest}", one.help or "") for one in action._choices_actions)
            elif action.dest != "help":
                yield f"{name} {'/'.join(action.option_strings) or action.dest}", action.help or ""


def test_help_texts_are_short_phrases() -> None:
    wrong = {
        place: text
        for place, text in help_texts()
        if not 0 < len(text % {"default": ""}) <= 70 or text.endswith(".") or not text[0].islower()
    }
    assert wrong == {}


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_its_exit_codes(verb: str) -> None:
    module = importlib.import_module(f"exprov.cli.{verb}")
    actions = [importlib.import_module(f"exprov.cli.conformance.{one}") for one in ACTIONS]
    for one in actions if verb == "conformance" else [module]:
        assert exit_codes.VALID in one.EXIT_CODES and exit_codes.USAGE in one.EXIT_CODES
        explained = re.findall(r"^  (\d)  (.+)$", help_of(one)["epilog"], re.MULTILINE)
        assert explained == [(str(code), exit_codes.MEANINGS[code]) for code in one.EXIT_CODES]


def test_help_and_version(run: Any) -> None:
    outcome = run("--help")
    assert outcome.code == 0
    assert [line.split()[0] for line in outcome.out.partition("verbs:\n")[2].splitlines()] == list(VERBS)
    outcome = run("--version")
    assert outcome.code == 0 and re.fullmatch(r"exprov \d\S+\n", outcome.out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["validat", "x"], "there is no verb 'validat'; did you mean validate?"),
        (["dance"], "there is no verb 'dance'; the verbs are validate, explain, "),
        (["--verbose"], "unrecognized arguments: --verbose"),
        ([], "usage: exprov"),
    ],
)
def test_wrong_usage(run: Any, arguments: list[str], message: str) -> None:
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (exit_codes.USAGE, "")
    assert message in outcome.err


# --- interruption -----------------------------------------------------------------------------------------------------

INTERRUPTING = """
import os, signal, sys

module = sys.argv.pop(1)

class Interruption:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

# A child of a program in the background may ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interruption())
from exprov.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module",
    [
        "exprov.cli",
        "argparse",
        "exprov.errors",
        "exprov.cli.validate",
        "msgspec",
        "execution_provenance",
        "execution_provenance._validator",
    ],
)
def test_an_interruption_during_start_up_ends_with_130(module: str) -> None:
    command = [sys.executable, "-c", INTERRUPTING, module, "validate", str(EXAMPLE)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    finished = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
    assert (finished.returncode, finished.stdout, finished.stderr) == (exit_codes.INTERRUPTED, "", "")
