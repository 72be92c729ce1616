"""The canonical form and the digest, made wrong: the order of members, the text of strings and numbers, what is digested."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from exprov.strength.mutant import Apply, Mutant
from exprov.strength.subject import Subject


def mutants() -> Iterator[Mutant]:
    """The mutants of the form, then those of the digest."""
    for id, apply in (*_orders(), *_texts(), *_numbers(), *_whole(), *_digests()):
        yield Mutant(f"canonical/{id}", apply, forms=True)


def _set(name: str, change: Callable[[Any], Any]) -> Apply:
    """With what `change` makes of a function of the canonical form."""
    return lambda subject: subject.set(subject.canonical, name, change(getattr(subject.canonical, name)))


def _orders() -> Iterator[tuple[str, Apply]]:
    def order(key: Callable[[str], Any]) -> Apply:
        return _set(
            "_sorted_members", lambda old: lambda members: sorted(members.items(), key=lambda member: key(member[0]))
        )

    yield "order:as written", _set("_sorted_members", lambda old: lambda members: list(members.items()))
    yield "order:by code point", order(lambda name: name)
    yield "order:without case", order(str.lower)
    yield "order:numbers before names", order(lambda name: (not name.isdigit(), int(name) if name.isdigit() else name))
    yield "order:the shorter first", order(lambda name: (len(name), name))
    yield "order:reversed", _set("_sorted_members", lambda old: lambda members: list(old(members))[::-1])
    yield (
        "order:of the record alone",
        _set(
            "_sorted_members",
            lambda old: lambda members: old(members) if "schemaVersion" in members else list(members.items()),
        ),
    )


def _texts() -> Iterator[tuple[str, Apply]]:
    def text(change: Callable[[str], str]) -> Apply:
        return _set("_quote", lambda old: lambda value: change(old(value)))

    def escaped(pattern: str, form: str = "\\u{:04x}") -> Apply:
        return text(lambda quoted: re.sub(pattern, lambda match: form.format(ord(match[0])), quoted))

    yield "text:what is not ASCII escaped", escaped("[\x80-\uffff]")
    yield "text:the delete character escaped", escaped("\x7f")
    yield "text:line separators escaped", escaped("[\u2028\u2029]")
    yield "text:C1 controls escaped", escaped("[\x80-\x9f]")
    yield "text:solidus escaped", text(lambda quoted: quoted.replace("/", "\\/"))
    yield "text:less-than escaped", escaped("<", "\\u{:04x}")
    yield "text:no short escapes", text(lambda quoted: re.sub(r"\\[bfnrt]", _in_digits, quoted))
    yield (
        "text:capital digits in escapes",
        text(lambda quoted: re.sub(r"\\u[0-9a-f]{4}", lambda match: "\\u" + match[0][2:].upper(), quoted)),
    )
    for form in ("NFC", "NFD", "NFKC"):
        yield f"text:normalised to {form}", _set("_quote", partial(_normalised, form))
    yield "text:trimmed", _set("_quote", lambda old: lambda value: old(value.strip()))


def _in_digits(match: re.Match[str]) -> str:
    """A short escape, in digits."""
    return f"\\u{ord(json.loads(chr(34) + match[0] + chr(34))):04x}"


def _normalised(form: Any, old: Callable[[str], str]) -> Callable[[str], str]:
    return lambda value: old(unicodedata.normalize(form, value))


def _numbers() -> Iterator[tuple[str, Apply]]:
    def number(change: Callable[[str], str]) -> Apply:
        return _set("_canonical_number", lambda old: lambda value: change(old(value)))

    def plain(old: Callable[[Any], str]) -> Callable[[Any], str]:
        def write(value: Any) -> str:
            old(value)
            return str(getattr(value, "text", value))

        return write

    def lenient(old: Callable[[Any], str]) -> Callable[[Any], str]:
        def write(value: Any) -> str:
            try:
                return old(value)
            except ValueError:
                nearest = float(str(getattr(value, "text", value)))
                return old(nearest) if abs(nearest) < 1e308 else "null"

        return write

    yield "number:as written", _set("_canonical_number", plain)
    yield "number:exponents without a sign", number(lambda text: text.replace("e+", "e"))
    yield "number:exponents in capitals", number(lambda text: text.replace("e", "E"))
    yield "number:exponents with two digits", number(lambda text: re.sub(r"e([-+])([0-9])$", r"e\g<1>0\2", text))
    yield "number:integers with a fraction", number(lambda text: text if re.search("[.e]", text) else f"{text}.0")
    yield (
        "number:great integers with an exponent",
        number(lambda text: f"{float(text):e}" if text.isdigit() and len(text) > 17 else text),
    )
    yield (
        "number:small fractions with an exponent",
        number(lambda text: f"{float(text):g}" if text.startswith("0.0000") else text),
    )
    yield (
        "number:seventeen digits",
        _set("_ecmascript", lambda old: lambda value: old(value) if value.is_integer() else f"{value:.17g}"),
    )
    yield (
        "number:minus zero keeps its sign",
        _set("_ecmascript", lambda old: lambda value: "-0" if f"{value}" == "-0.0" else old(value)),
    )
    yield "number:what binary64 does not hold is rounded", _set("_canonical_number", lenient)
    yield "number:single precision", _set("_ecmascript", lambda old: lambda value: old(_single(value)))


def _single(value: float) -> float:
    try:
        return float(f"{value:.7g}")
    except (OverflowError, ValueError):
        return value


def _whole() -> Iterator[tuple[str, Apply]]:
    def form(change: Callable[[bytes], bytes]) -> Apply:
        return _set("canonical", lambda old: lambda value: change(old(value)))

    yield "whole:a line feed at the end", form(lambda data: data + b"\n")
    yield "whole:a byte order mark before it", form(lambda data: b"\xef\xbb\xbf" + data)
    yield "whole:spaces after colons", form(lambda data: data.replace(b'":', b'": '))
    yield "whole:UTF-16", form(lambda data: data.decode().encode("utf-16-le"))
    yield "whole:null members left out", _set("canonical", lambda old: lambda value: old(_without_null(value)))
    yield "whole:empty arrays left out", _set("canonical", lambda old: lambda value: old(_without_empty(value)))


def _without_null(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: _without_null(item) for name, item in value.items() if item is not None}


def _without_empty(value: Any) -> Any:
    return {name: item for name, item in value.items() if item != []} if isinstance(value, dict) else value


def _digests() -> Iterator[tuple[str, Apply]]:
    def digest(change: Callable[[bytes, bytes], str]) -> Apply:
        return lambda subject: subject.set(subject.digest, "of", change)

    def hexadecimal(data: bytes) -> str:
        return hashlib.sha256(data).hexdigest()

    yield "digest:of the input", digest(lambda data, form: hexadecimal(data))
    yield "digest:of a line", digest(lambda data, form: hexadecimal(form + b"\n"))
    yield "digest:in capitals", digest(lambda data, form: hexadecimal(form).upper())
    yield "digest:by SHA-512/256", digest(lambda data, form: hashlib.sha512(form).hexdigest()[:64])
    yield "digest:of characters, not bytes", digest(lambda data, form: hexadecimal(form.decode().encode("utf-16-le")))


def of(subject: Subject, data: bytes, value: Any) -> tuple[bytes, str] | None:
    """The canonical form of what `data` reads as, and its digest; None where a number has none."""
    try:
        form = subject.canonical.canonical(value)
    except ValueError:
        return None
    return form, subject.digest["of"](data, form)
