"""The parse phase, with each of its checks switched off or lenient, and what follows from a text that it refuses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from exprov.strength.mutant import Apply, Mutant
from exprov.strength.subject import Subject

Read = Callable[[bytes, Any], Any]

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
    for id, apply in _parse():
        yield Mutant(f"parse/{id}", apply, parses=True)
    id = "leak/phases:no leak of a text with a repeated member or a lone surrogate"
    yield Mutant(id, _reading(_hiding), parses=True)


def _reading(change: Callable[[Subject, Read], Read]) -> Apply:
    """A subject that reads text in another way: `change` gets the way in which it does, and returns the other."""

    def apply(subject: Subject) -> None:
        subject.set(subject.validator, "read_whole", change(subject, subject.validator.read_whole))

    return apply


def _parse() -> Iterator[tuple[str, Apply]]:
    for rule in ("duplicate-member", "lone-surrogate", "byte-order-mark"):
        yield f"{rule}:off", _reading(_overlooking(f"json/{rule}"))
    yield "duplicate-member:first wins", _reading(_overlooking("json/duplicate-member", plain=_first))
    for name, holds in (
        ("at the root alone", lambda path: path.count("/") == 1),
        ("below the root alone", lambda path: path.count("/") > 1),
    ):
        yield f"duplicate-member:off {name}", _reading(_overlooking("json/duplicate-member", holds))
    yield "duplicate-member:compared before escapes are read", _reading(_unless_escaped)
    yield "duplicate-member:compared without case", _reading(_without_case)
    yield "lone-surrogate:off in names", _reading(_overlooking("json/lone-surrogate", _is_of_name))
    yield "byte-order-mark:refused", _reading(_refused_mark)
    yield "encoding:off", _reading(_decoded(lambda data: data.decode("utf-8", "replace")))
    yield "encoding:Latin-1 accepted", _reading(_decoded(_latin))
    yield "encoding:overlong forms accepted", _reading(_decoded(_overlong))
    yield "encoding:surrogates accepted", _reading(_decoded(_surrogates))
    yield "encoding:UTF-16 accepted", _reading(_decoded(_utf_16))
    yield "byte-order-mark:ends the judging", _reading(_ended_by_mark)
    yield "phases:the first finding alone", _reading(_first_found)
    yield "limit:bytes counted as characters", _reading(_measured(lambda data: data.decode("utf-8", "replace")))
    yield "limit:bytes counted without the mark", _reading(_measured(lambda data: data.removeprefix(b"\xef\xbb\xbf")))
    yield "limit:judged after the encoding", _reading(_encoding_first)
    for name in ("bytes", "depth"):
        yield f"limit:{name} off", _limit(f"max_{name}", None)
        yield f"limit:{name} one more", _limit(f"max_{name}", 1)
        yield f"limit:{name} one less", _limit(f"max_{name}", -1)
    yield "syntax:off", _reading(_overlooking("json/syntax"))
    for name, (found, instead) in _LENIENT.items():
        yield f"syntax:{name}", _reading(_lenient(re.compile(found, re.DOTALL), instead))


def _overlooking(
    rule: str, holds: Callable[[str], bool] = lambda path: True, plain: Callable[[Any], Any] | None = None
) -> Callable[[Subject, Read], Read]:
    """Without the findings of `rule` whose path `holds`; of members that stand twice, the last one wins."""

    def change(subject: Subject, read: Read) -> Read:
        absent = subject.read.ABSENT

        def overlook(data: bytes, limits: Any) -> Any:
            value, findings, parsed = read(data, limits)
            left = [one for one in findings if one.rule != rule or not holds(one.path)]
            if len(left) == len(findings):
                return value, findings, parsed
            if value is absent and not any(one.level == "reader" for one in left):
                value = parsed = (plain or _last)(parsed if parsed is not absent else {})
            return value, left, parsed

        return overlook

    return change


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


def _is_of_name(path: str) -> bool:
    """Whether the path is that of an object: no pointer can hold a name with a lone surrogate."""
    return path in ("", "/x")


def _unless_escaped(subject: Subject, read: Read) -> Read:
    overlook = _overlooking("json/duplicate-member")(subject, read)

    def raw(data: bytes, limits: Any) -> Any:
        return (overlook if b"\\u00" in data else read)(data, limits)

    return raw


def _without_case(subject: Subject, read: Read) -> Read:
    def look(data: bytes, limits: Any) -> Any:
        value, findings, parsed = read(data, limits)
        if isinstance(value, dict) and len({name.lower() for name in value}) != len(value):
            findings = [*findings, subject.checks.Finding("json/duplicate-member", "", "reader", "")]
            value = subject.read.ABSENT
        return value, findings, parsed

    return look


def _refused_mark(subject: Subject, read: Read) -> Read:
    def refuse(data: bytes, limits: Any) -> Any:
        value, findings, parsed = read(data, limits)
        if any(one.rule == "json/byte-order-mark" for one in findings):
            return subject.read.ABSENT, [subject.checks.Finding("json/syntax", "", "reader", "")], parsed
        return value, findings, parsed

    return refuse


def _ended_by_mark(subject: Subject, read: Read) -> Read:
    def end(data: bytes, limits: Any) -> Any:
        value, findings, parsed = read(data, limits)
        if any(one.rule == "json/byte-order-mark" for one in findings):
            return subject.read.ABSENT, findings, subject.read.ABSENT
        return value, findings, parsed

    return end


def _first_found(subject: Subject, read: Read) -> Read:
    def first(data: bytes, limits: Any) -> Any:
        value, findings, parsed = read(data, limits)
        return value, findings[:1], parsed

    return first


def _measured(measure: Callable[[bytes], Any]) -> Callable[[Subject, Read], Read]:
    """With the limit of size compared with the length of what `measure` makes of the text."""

    def change(subject: Subject, read: Read) -> Read:
        def measured(data: bytes, limits: Any) -> Any:
            most = len(data) if len(measure(data)) <= limits.max_bytes else limits.max_bytes
            return read(data, type(limits)(max_bytes=most, max_depth=limits.max_depth))

        return measured

    return change


def _encoding_first(subject: Subject, read: Read) -> Read:
    def decoded(data: bytes, limits: Any) -> Any:
        try:
            data.decode()
        except UnicodeDecodeError:
            return read(data, type(limits)(max_bytes=len(data), max_depth=limits.max_depth))
        return read(data, limits)

    return decoded


def _decoded(decode: Callable[[bytes], str]) -> Callable[[Subject, Read], Read]:
    """With another decoding of bytes that are no UTF-8."""

    def change(subject: Subject, read: Read) -> Read:
        def decoded(data: bytes, limits: Any) -> Any:
            result = read(data, limits)
            if all(one.rule != "json/encoding" for one in result[1]):
                return result
            try:
                return read(decode(data).encode(), limits)
            except UnicodeError:
                return result

        return decoded

    return change


def _latin(data: bytes) -> str:
    return data.decode("latin-1")


def _overlong(data: bytes) -> str:
    return re.sub(
        rb"[\xc0\xc1][\x80-\xbf]|\xe0[\x80-\x9f][\x80-\xbf]|\xf0[\x80-\x8f][\x80-\xbf]{2}", b"/", data
    ).decode()


def _surrogates(data: bytes) -> str:
    return re.sub(rb"\xed[\xa0-\xbf][\x80-\xbf]", b"?", data).decode()


def _utf_16(data: bytes) -> str:
    if not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnicodeError
    return data.decode("utf-16")


def _limit(name: str, change: int | None) -> Apply:
    """With a limit that is higher or lower by `change`; None: with none at all."""

    def reading(subject: Subject, read: Read) -> Read:
        def limited(data: bytes, limits: Any) -> Any:
            bounds = {"max_bytes": limits.max_bytes, "max_depth": limits.max_depth}
            bounds[name] = bounds[name] + change if change is not None else 1 << 30
            return read(data, type(limits)(**bounds))

        return limited

    return _reading(reading)


def _lenient(found: re.Pattern[str], instead: str) -> Callable[[Subject, Read], Read]:
    def change(subject: Subject, read: Read) -> Read:
        def forgiving(data: bytes, limits: Any) -> Any:
            result = read(data, limits)
            if all(one.rule != "json/syntax" for one in result[1]):
                return result
            repaired = read(found.sub(instead, data.decode()).encode(), limits)
            return result if repaired[0] is subject.read.ABSENT else repaired

        return forgiving

    return change


def _hiding(subject: Subject, read: Read) -> Read:
    def hide(data: bytes, limits: Any) -> Any:
        value, findings, parsed = read(data, limits)
        return value, findings, (parsed if value is not subject.read.ABSENT else value)

    return hide
