"""The shape of a folder of fixtures: checked once, when it is read, so that whoever works with a case can rely on it."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

CARRIERS = ("task-result", "stream-terminal-outcome", "inderun-error")
_FEATURES = ("carriers", "limits", "exact-numbers")
_VERDICTS = ("valid", "invalid")
_LEVELS = ("reader", "writer")
ID = re.compile(r"[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+")
_TOPIC = re.compile(r"[a-z]+")
_SHA256 = re.compile(r"[0-9a-f]{64}")
# Of any system: no way out of the folder, nothing hidden, no drive.
_PATH = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*")
_DEEPEST = 64

_Check = tuple[Callable[[Any], bool], str]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _matches(pattern: re.Pattern[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def _is_file_name(value: Any) -> bool:
    return _matches(_PATH)(value) and "/" not in value


def _is_base64(value: Any) -> bool:
    try:
        base64.b64decode(value, validate=True)
    except (TypeError, ValueError):
        return False
    return isinstance(value, str)


def _is_list(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _is_input(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if value.keys() == {"text"}:
        return isinstance(value["text"], str)
    return value.keys() == {"b64"} and _is_base64(value["b64"])


def _is_finding(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"rule", "path", "level"}
        and _is_text(value["rule"])
        and isinstance(value["path"], str)
        and (value["path"] == "" or value["path"].startswith("/"))
        and value["level"] in _LEVELS
    )


def _is_change(value: Any) -> bool:
    if not isinstance(value, dict) or ("edit" in value) == ("op" in value):
        return False
    words = ("edit", "with", "find", "at") if "edit" in value else ("op", "path", "from")
    if not all(isinstance(value[name], str) for name in words if name in value):
        return False
    if "op" in value:
        return "path" in value and value.keys() <= {*words, "value"}
    return (
        ("with" in value) != ("withB64" in value)
        and ("find" in value) != ("at" in value)
        and ("withB64" not in value or _is_base64(value["withB64"]))
        and (type(value.get("times", 1)) is int and value.get("times", 1) > 0)
        and value.keys() <= {*words, "withB64", "times"}
    )


def _is_entry(**members: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, dict) and all(name in value and check(value[name]) for name, check in members.items())
    )


_VERDICT: _Check = (lambda value: value in _VERDICTS, f"one of {', '.join(_VERDICTS)}")
_ID: _Check = (_matches(ID), "lower-case words after a topic")
_REQUIRED: Mapping[str, _Check] = {
    "id": _ID,
    "title": (_is_text, "text"),
    "tags": (_is_list(_is_text), "a list of words"),
    "requires": (_is_list(lambda one: one in _FEATURES), f"a list of {', '.join(_FEATURES)}"),
    "input": (_is_input, "an object with `text`, or with `b64` in base64"),
    "reader": _VERDICT,
    "writer": _VERDICT,
    "findings": (_is_list(_is_finding), "a list of findings, each with its rule, path and level"),
}
_OPTIONAL: Mapping[str, _Check] = {
    "carrier": (lambda value: value in CARRIERS, f"one of {', '.join(CARRIERS)}"),
    "from": _ID,
    "change": (_is_change, "an operation of RFC 6902 or an edit"),
    "canonical": (lambda value: isinstance(value, str), "text"),
    "digest": (_matches(_SHA256), "a SHA-256"),
    "facts": (lambda value: isinstance(value, dict), "an object"),
}
_MANIFEST: Mapping[str, _Check] = {
    "suite": (_matches(re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")), "a version"),
    "topics": (
        _is_list(_is_entry(topic=_matches(_TOPIC), file=_is_file_name)),
        "a list of topics and plain file names",
    ),
    "files": (
        _is_list(_is_entry(path=_matches(_PATH), sha256=_matches(_SHA256))),
        "a list of paths within the folder and their SHA-256",
    ),
    "declared": (_is_list(_is_entry(id=_matches(ID), why=_is_text)), "a list of ids and reasons"),
}


def manifest_fault(value: Any) -> str:
    """What is wrong with a manifest, or ""; members that nothing here reads may be anything."""
    if not isinstance(value, dict):
        return "it is no object"
    return _member_fault(value, _MANIFEST)


def topic_fault(value: Any, topic: str) -> str:
    """What is wrong with the content of a topic's file, its cases aside, or ""."""
    if not isinstance(value, dict) or value.get("topic") != topic or not isinstance(value.get("cases"), list):
        return f"this is no file of the topic {topic}"
    return ""


def case_fault(value: Any, topic: str) -> str:
    """What is wrong with a case of the topic, or ""."""
    if not isinstance(value, dict):
        return "it is no object"
    known = {**_REQUIRED, **{name: check for name, check in _OPTIONAL.items() if name in value}}
    for name in value:
        if name not in known:
            return f"it has a member {name!r}, which no case has"
    return _member_fault(value, known) or _text_fault(value) or _sense_fault(value, topic)


def _member_fault(value: Mapping[str, Any], checks: Mapping[str, _Check]) -> str:
    for name, (check, what) in checks.items():
        if name not in value:
            return f"it has no member {name}"
        if not check(value[name]):
            return f"its member {name} is not {what}"
    return ""


def _text_fault(value: Any) -> str:
    """Whether it nests too deep to be worked with, or has a text that cannot be encoded."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    if level:
        return f"it nests more than {_DEEPEST} levels deep"
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return "a text in it has half of a surrogate pair, which no UTF-8 holds"
    return ""


def _sense_fault(value: Mapping[str, Any], topic: str) -> str:
    """Whether its members contradict one another."""
    if not value["id"].startswith(f"{topic}."):
        return f"its id does not begin with its topic, {topic}"
    levels = {one["level"] for one in value["findings"]}
    if (value["reader"], value["writer"]) != (_VERDICTS["reader" in levels], _VERDICTS[bool(levels)]):
        return "its verdicts are not those of its findings"
    findings = {(one["rule"], one["path"], one["level"]) for one in value["findings"]}
    if len(findings) != len(value["findings"]):
        return "a finding stands twice"
    for one, other in (("from", "change"), ("canonical", "digest")):
        if (one in value) != (other in value):
            return f"it has one of {one} and {other}, and these go together"
    return ""
