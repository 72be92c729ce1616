"""Names of generated code: words, styles, reserved names and the names of any text."""

from __future__ import annotations

import itertools

import pytest
from exprov.targets.common.naming import Names, camel, constant, kebab, pascal, snake

# One name, or one text, in the five styles.
STYLES = [
    ("providerId", "provider_id", "PROVIDER_ID", "ProviderId", "providerId", "provider-id"),
    ("TaskResult", "task_result", "TASK_RESULT", "TaskResult", "taskResult", "task-result"),
    ("InDeRunError", "in_de_run_error", "IN_DE_RUN_ERROR", "InDeRunError", "inDeRunError", "in-de-run-error"),
    ("APIKey", "api_key", "API_KEY", "ApiKey", "apiKey", "api-key"),
    ("runID2", "run_id2", "RUN_ID2", "RunId2", "runId2", "run-id2"),
    ("rule/attempt-count", "rule_attempt_count", "RULE_ATTEMPT_COUNT", "RuleAttemptCount", "ruleAttemptCount", None),
    ("\u00e9", "", "", "", "", ""),
]


@pytest.mark.parametrize("row", STYLES, ids=lambda row: row[0])
def test_styles(row: tuple[str | None, ...]) -> None:
    name, *expected = row
    for style, written in zip((snake, constant, pascal, camel, kebab), expected, strict=True):
        assert written in (None, style(str(name)))


@pytest.mark.parametrize("style", [snake, constant, pascal, camel, kebab, str])
def test_names_that_differ_in_more_than_case_stay_apart_in_every_style(style: type[str]) -> None:
    names = ["".join(letters) for size in range(1, 5) for letters in itertools.product("abAB1", repeat=size)]
    scope = Names(style, reserved={"a", "AB", "aB", "a_b", "A"})
    written = {name: scope(name) for name in names if name[0].isalpha()}
    for one, other in itertools.groupby(sorted(written, key=lambda name: written[name]), key=written.__getitem__):
        assert len({name.lower() for name in other}) == 1, one


def test_reserved_names_are_escaped_as_the_language_does() -> None:
    types = Names(pascal, reserved={"Map", "Error"})
    assert [types(name) for name in ("Map", "Error", "Record")] == ["Map_", "Error_", "Record"]
    members = Names(snake, reserved={"type", "self"}, escape=lambda name: f"{name}_" if name == "self" else f"r#{name}")
    assert [members(name) for name in ("type", "self", "errorClass")] == ["r#type", "self_", "error_class"]


def test_any_texts_get_distinct_names_that_later_texts_do_not_change() -> None:
    values = ["timeout", "http-500", "unknown", "", "TIMEOUT", "1st", "\u00e9", "timeout", "Timeout_2", "*/ x"]
    named = Names(pascal, reserved={"Unknown"}).distinct(values)
    assert named == {
        **{"timeout": "Timeout", "http-500": "Http500", "unknown": "Unknown_", "": "Empty", "TIMEOUT": "Timeout_2"},
        **{"1st": "Value1st", "\u00e9": "Empty_2", "Timeout_2": "Timeout2", "*/ x": "X"},
    }
    assert Names(pascal, reserved={"Unknown"}).distinct(values[:3]) == dict(list(named.items())[:3])
