"""The parse phase, with each of its checks switched off or lenient, and what follows from a text that it refuses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from exprov.strength.mutant import Mutant, part
from exprov.targets.python.runtime._finding import Finding
from exprov.targets.python.runtime._text import ABSENT, Limits

Reading = tuple[Any, list[Finding], Any]
"""What is read: the value, the findings, and what can be parsed of a text that has no value."""
Read = Callable[[bytes, Limits], Reading]
Change = Callable[[Read], Read]
_MARK = b"\xef\xbb\xbf"
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
    "no text is no record": (r"^\s*$", "null"),
}


def mutants() -> Iterator[Mutant]:
    """The mutants of the parse phase."""
    for id, change in (*_strictness(), *_encodings(), *_limits(), *_syntax()):
        yield _mutant(f"parse/{id}", change)
    yield _mutant("leak/phases:no leak of a text with a repeated member or a lone surrogate", _afterwards(_hidden))


def _mutant(id: str, change: Change) -> Mutant:
    def way(read: Any) -> Any:
        wrong = change(read)
        return lambda data, limits, origin: wrong(data, limits)

    return Mutant(id, switch=part("read", way), shows_in="text")


# --- ways to read text wrongly ----------------------------------------------------------------------------------------


def _afterwards(change: Callable[[Reading], Reading]) -> Change:
    """With what `change` makes of every reading."""
    return lambda read: lambda data, limits: change(read(data, limits))


def _within(change: Callable[[bytes, Limits], Limits]) -> Change:
    """Within other limits."""
    return lambda read: lambda data, limits: read(data, change(data, limits))


def _repaired(rule: str, repair: Callable[[bytes], bytes]) -> Change:
    """Of a text that `rule` refuses, what `repair` makes of it is read instead, if it can be."""

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


def _overlooking(
    rule: str, holds: Callable[[str], bool] = lambda path: True, keep: Callable[[Any], Any] | None = None
) -> Change:
    """Without the findings of `rule` whose path `holds`; of members that are repeated, the last one wins."""

    def change(reading: Reading) -> Reading:
        value, findings, parsed = reading
        left = [one for one in findings if one.rule != rule or not holds(one.path)]
        if len(left) < len(findings) and value is ABSENT and all(one.level == "writer" for one in left):
            value = parsed = (keep or _last)({} if parsed is ABSENT else parsed)
        return value, left, parsed

    return _afterwards(change)


def _last(value: Any) -> Any:
    """`value` without what the explaining route keeps of repeated members."""
    if isinstance(value, dict):
        return {name: _last(value[name]) for name in dict.keys(value)}
    return [_last(item) for item in value] if isinstance(value, list) else value


def _first(value: Any) -> Any:
    if isinstance(value, dict):
        result: dict[str, Any] = {}
        for name, item in value.items():
            result.setdefault(name, _first(item))
        return result
    return [_first(item) for item in value] if isinstance(value, list) else value


# --- what is read wrongly ---------------------------------------------------------------------------------------------


def _strictness() -> Iterator[tuple[str, Change]]:
    for rule in ("duplicate-member", "lone-surrogate", "byte-order-mark"):
        yield f"{rule}:off", _overlooking(f"json/{rule}")
    repeated = "json/duplicate-member"
    overlooked = _overlooking(repeated)
    yield "duplicate-member:first wins", _overlooking(repeated, keep=_first)
    yield "duplicate-member:off at the root alone", _overlooking(repeated, lambda path: path.count("/") == 1)
    yield "duplicate-member:off below the root alone", _overlooking(repeated, lambda path: path.count("/") > 1)
    yield (
        "duplicate-member:compared before escapes are read",
        lambda read: lambda data, limits: (overlooked(read) if b"\\u00" in data else read)(data, limits),
    )
    yield "duplicate-member:compared without case", _afterwards(_without_case)
    # The path is that of an object: no pointer can hold a name with a lone surrogate.
    yield "lone-surrogate:off in names", _overlooking("json/lone-surrogate", lambda path: path in ("", "/x"))
    syntax = Finding("json/syntax", "", "reader", "")
    yield "byte-order-mark:refused", _if_marked(lambda findings, parsed: (ABSENT, [syntax], parsed))
    yield "byte-order-mark:ends the judging", _if_marked(lambda findings, parsed: (ABSENT, findings, ABSENT))
    yield "phases:the first finding alone", _afterwards(lambda reading: (reading[0], reading[1][:1], reading[2]))


def _without_case(reading: Reading) -> Reading:
    value, findings, parsed = reading
    if isinstance(value, dict) and len({name.lower() for name in value}) != len(value):
        return ABSENT, [*findings, Finding("json/duplicate-member", "", "reader", "")], parsed
    return reading


def _if_marked(change: Callable[[list[Finding], Any], Reading]) -> Change:
    """With another reading of a text that begins with a byte order mark."""
    return _afterwards(
        lambda reading: (
            change(reading[1], reading[2]) if any(one.rule == "json/byte-order-mark" for one in reading[1]) else reading
        )
    )


def _hidden(reading: Reading) -> Reading:
    value, findings, _ = reading
    return value, findings, value


def _encodings() -> Iterator[tuple[str, Change]]:
    def decoded(decode: Callable[[bytes], str]) -> Change:
        return _repaired("json/encoding", lambda data: decode(data).encode())

    yield "encoding:off", decoded(lambda data: data.decode("utf-8", "replace"))
    yield "encoding:Latin-1 accepted", decoded(lambda data: data.decode("latin-1"))
    yield "encoding:overlong forms accepted", decoded(lambda data: _OVERLONG.sub(b"/", data).decode())
    yield "encoding:surrogates accepted", decoded(lambda data: _SURROGATE.sub(b"?", data).decode())
    # The codec takes UTF-16 without a mark, too.
    yield (
        "encoding:UTF-16 accepted",
        decoded(lambda data: data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "ascii")),
    )


def _limits() -> Iterator[tuple[str, Change]]:
    def measured(measure: Callable[[bytes], Any]) -> Change:
        """With the limit of size compared with the length of what `measure` makes of the text."""
        return _within(
            lambda data, limits: (
                replace(limits, max_bytes=len(data)) if len(measure(data)) <= limits.max_bytes else limits
            )
        )

    def moved(name: str, change: int) -> Change:
        return _within(lambda data, limits: replace(limits, **{name: getattr(limits, name) + change}))

    yield "limit:bytes counted as characters", measured(lambda data: data.decode("utf-8", "replace"))
    yield "limit:bytes counted without the mark", measured(lambda data: data.removeprefix(_MARK))
    yield "limit:judged after the encoding", measured(lambda data: data if _is_utf_8(data) else b"")
    for name in ("bytes", "depth"):
        for text, change in (("off", 1 << 30), ("one more", 1), ("one less", -1)):
            yield f"limit:{name} {text}", moved(f"max_{name}", change)


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _syntax() -> Iterator[tuple[str, Change]]:
    def lenient(found: str, instead: str) -> Change:
        pattern = re.compile(found, re.DOTALL)
        return _repaired("json/syntax", lambda data: pattern.sub(instead, data.decode()).encode())

    yield "syntax:off", _overlooking("json/syntax")
    for name, (found, instead) in _LENIENT.items():
        yield f"syntax:{name}", lenient(found, instead)
