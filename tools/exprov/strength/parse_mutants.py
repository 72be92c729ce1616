"""The parse phase, with each of its checks switched off or lenient."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from exprov.strength.mutant import Mutant, part
from exprov.targets.python.runtime._finding import Finding, Findings
from exprov.targets.python.runtime._text import ABSENT, Limits

Reading = tuple[Any, list[Finding], Any]
"""What is read: the value, the findings, and what can be parsed of a text that has no value."""
Read = Callable[[bytes, Limits], Reading]
Change = Callable[[Read], Read]
_OVERLONG = re.compile(rb"[\xc0\xc1][\x80-\xbf]|\xe0[\x80-\x9f][\x80-\xbf]|\xf0[\x80-\x8f][\x80-\xbf]{2}")
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")

# What lenient readers take, as the edit that makes JSON of it: name -> (what is found, what stands for it).
_LENIENT = {
    "trailing comma accepted": (r",(\s*[\]}])", r"\1"),
    "doubled comma accepted": (r",(?=\s*,)", ""),
    "leading comma accepted": (r"([{\[])\s*,", r"\1"),
    "comments accepted": (r"/\*.*?\*/|(?://|#)[^\n]*(?=\n)", ""),
    "single quotes accepted": (r"'([^'\"]*)'", r'"\1"'),
    "names without quotes accepted": (r"(?<=[{,])([A-Za-z]\w*)(?=\s*:)", r'"\1"'),
    "NaN and infinities accepted": (r"(?<=:)-?(?:NaN|Infinity)", "1e999"),
    "leading zeros accepted": (r"(?<=[:,\[])(-?)0+(?=[0-9])", r"\1"),
    "a plus sign accepted": (r"(?<=[:,\[])\+(?=[0-9])", ""),
    "a point first accepted": (r"(?<=[:,\[])\.(?=[0-9])", "0."),
    "a point last accepted": (r"(?<=[0-9])\.(?=[,\]}])", ".0"),
    "hexadecimal numbers accepted": (r"(?<=[:,\[])0x([0-9])(?=[,\]}])", r"\1"),
    "literals in capitals accepted": (r"(?<=[:,\[])(?:True|TRUE)(?=[,\]}])", "true"),
    "control characters in strings accepted": (r"[\x00-\x1f](?=[^\"]*\"[,}\]])", " "),
    "unknown escapes accepted": (r"\\(?![\"\\/bfnrtu])", ""),
    "white space of Unicode accepted": ("(?<=[,:{\\[])[\\x0b\\x0c\\x85\\xa0\\u2028\\u2029]", " "),
    "a second value accepted": (r"\}\s*\{\}\s*$", "}"),
    "text after the value accepted": (r"\}[^}\]\"]+$", "}"),
    "text before the value accepted": (r"^[^{\"\[]+(?=\{)", ""),
    "a record separator accepted": ("^\x1e", ""),
    "an unclosed object accepted": (r"\]$", "]}"),
    "an empty text accepted": (r"^\s*$", "null"),
}


def mutants() -> Iterator[Mutant]:
    """The mutants of the parse phase."""
    for id, change in (_CHANGES | {f"syntax:{name}": _lenient(*how) for name, how in _LENIENT.items()}).items():
        yield _mutant(f"parse/{id}", change)
    hidden = _afterwards(lambda value, findings, parsed: (value, findings, value))
    yield _mutant("leak/phases:no leak of a text with a repeated member or a lone surrogate", hidden)


def _mutant(id: str, change: Change) -> Mutant:
    def way(read: Any) -> Any:
        wrong = change(read)

        def read_wrongly(data: Any, limits: Any, *_: Any) -> Any:
            value, findings, parsed = wrong(data, limits)
            return value, Findings(findings), parsed

        return read_wrongly

    return Mutant(id, switch=part("read", way), shows_in="text")


# --- ways to read text wrongly ----------------------------------------------------------------------------------------


def _afterwards(change: Callable[[Any, list[Finding], Any], Reading]) -> Change:
    """With what `change` makes of every reading."""
    return lambda read: lambda data, limits: change(*read(data, limits))


def _repaired(rule: str, repair: Callable[[bytes], bytes]) -> Change:
    """If `rule` rejects a text, what `repair` makes of it is read instead, if it can be."""

    def way(read: Read) -> Read:
        def forgiving(data: bytes, limits: Limits) -> Reading:
            reading = read(data, limits)
            if all(one.rule != rule for one in reading[1]):
                return reading
            try:
                second = read(repair(data), limits)
            except UnicodeError:
                return reading
            return reading if second[0] is ABSENT else second

        return forgiving

    return way


def _decoded(decode: Callable[[bytes], str]) -> Change:
    return _repaired("json/encoding", lambda data: decode(data).encode())


def _lenient(found: str, instead: str) -> Change:
    pattern = re.compile(found, re.DOTALL)
    return _repaired("json/syntax", lambda data: pattern.sub(instead, data.decode()).encode())


def _overlooking(
    rule: str, holds: Callable[[str], bool] = lambda path: True, keep: Callable[[Any, Any], Any] | None = None
) -> Change:
    """Without the findings of `rule` whose path `holds`; the last one of repeated members wins, or the one of `keep`."""

    def change(value: Any, findings: list[Finding], parsed: Any) -> Reading:
        left = [one for one in findings if one.rule != rule or not holds(one.path)]
        if len(left) < len(findings) and value is ABSENT and all(one.level == "writer" for one in left):
            value = parsed = _once({} if parsed is ABSENT else parsed, keep or (lambda first, last: last))
        return value, left, parsed

    return _afterwards(change)


def _once(value: Any, keep: Callable[[Any, Any], Any]) -> Any:
    """`value` with one of the values of a repeated member."""
    if isinstance(value, dict):
        result: dict[str, Any] = {}
        for name, item in value.items():
            item = _once(item, keep)
            result[name] = keep(result[name], item) if name in result else item
        return result
    return [_once(item, keep) for item in value] if isinstance(value, list) else value


def _without_case(value: Any, findings: list[Finding], parsed: Any) -> Reading:
    if isinstance(value, dict) and len({name.lower() for name in value}) != len(value):
        return ABSENT, [*findings, Finding("json/duplicate-member", "", "reader", "")], parsed
    return value, findings, parsed


def _if_marked(change: Callable[[list[Finding], Any], Reading]) -> Change:
    """With another reading of a text that begins with a byte order mark."""

    def marked(value: Any, findings: list[Finding], parsed: Any) -> Reading:
        is_marked = any(one.rule == "json/byte-order-mark" for one in findings)
        return change(findings, parsed) if is_marked else (value, findings, parsed)

    return _afterwards(marked)


def _within(change: Callable[[bytes, Limits], Limits]) -> Change:
    """Within other limits."""
    return lambda read: lambda data, limits: read(data, change(data, limits))


def _measured(measure: Callable[[bytes], Any]) -> Change:
    """With the limit of size compared with the length of what `measure` makes of the text."""

    def change(data: bytes, limits: Limits) -> Limits:
        return replace(limits, max_bytes=len(data)) if len(measure(data)) <= limits.max_bytes else limits

    return _within(change)


def _moved(name: str, change: int) -> Change:
    return _within(lambda data, limits: replace(limits, **{name: getattr(limits, name) + change}))


# --- what is read wrongly ---------------------------------------------------------------------------------------------

_TWICE = "json/duplicate-member"
# fmt: off
_CHANGES: dict[str, Change] = {
    **{f"{rule}:off": _overlooking(f"json/{rule}")
       for rule in ("duplicate-member", "lone-surrogate", "byte-order-mark")},
    "duplicate-member:first wins": _overlooking(_TWICE, keep=lambda first, last: first),
    "duplicate-member:off at the root alone": _overlooking(_TWICE, lambda path: path.count("/") == 1),
    "duplicate-member:off below the root alone": _overlooking(_TWICE, lambda path: path.count("/") > 1),
    "duplicate-member:compared before escapes are read": lambda read: lambda data, limits: (
        _overlooking(_TWICE)(read) if b"\\u00" in data else read)(data, limits),
    "duplicate-member:compared without case": _afterwards(_without_case),
    # The path is that of an object: no pointer can hold a name with a lone surrogate.
    "lone-surrogate:off in names": _overlooking("json/lone-surrogate", lambda path: path in ("", "/x")),
    "byte-order-mark:rejected": _if_marked(
        lambda findings, parsed: (ABSENT, [Finding("json/syntax", "", "reader", "")], parsed)),
    "byte-order-mark:ends the validation": _if_marked(lambda findings, parsed: (ABSENT, findings, ABSENT)),
    "phases:the first finding alone": _afterwards(lambda value, findings, parsed: (value, findings[:1], parsed)),
    "encoding:off": _decoded(lambda data: data.decode("utf-8", "replace")),
    "encoding:Latin-1 accepted": _decoded(lambda data: data.decode("latin-1")),
    "encoding:overlong forms accepted": _decoded(lambda data: _OVERLONG.sub(b"/", data).decode()),
    "encoding:surrogates accepted": _decoded(lambda data: _SURROGATE.sub(b"?", data).decode()),
    # The codec also takes UTF-16 without a mark.
    "encoding:UTF-16 accepted": _decoded(
        lambda data: data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "ascii")),
    "limit:bytes counted as characters": _measured(lambda data: data.decode("utf-8", "replace")),
    "limit:bytes counted without the mark": _measured(lambda data: data.removeprefix(b"\xef\xbb\xbf")),
    "limit:checked after the encoding": _measured(
        lambda data: data if data.decode(errors="ignore").encode() == data else b""),
    **{f"limit:{name} {text}": _moved(f"max_{name}", change)
       for name in ("bytes", "depth") for text, change in (("off", 1 << 30), ("one more", 1), ("one less", -1))},
    "syntax:off": _overlooking("json/syntax"),
}
