"""The check of the wording finds what it is there for, across lines, and leaves code alone."""

from __future__ import annotations

from docs.wording import problems


def test_a_mistake_is_found() -> None:
    found = [problem.partition(":")[0] for _, problem in problems("It stands in a folder\nof its\nown.\n")]
    assert found == ["'stands'", "'of its own'", "'folder'"]


def test_code_and_valid_uses_are_left_alone() -> None:
    assert list(problems("It stands for `folder`, and there is no longer name.\n\n```sh\nstands\n```\n")) == []


def test_a_long_sentence_is_found() -> None:
    assert [problem[:13] for _, problem in problems(f"{'word ' * 37}.\n\n{'word ' * 36}.\n")] == ["a sentence of"]
