"""The canonical form and the digest, made wrong: the order of members, the text of strings and numbers, what is digested."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from exprov.strength.mutant import Mutant, Switch, part

# A string, or a character of what is between strings. No string of a canonical form holds a raw quote.
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_SHORT_ESCAPE = re.compile(r"\\([\\\"bfnrt])")


def mutants() -> Iterator[Mutant]:
    """The mutants of the form, then those of the digest."""
    for id, switch in (*_orders(), *_texts(), *_numbers(), *_whole(), *_digests()):
        yield Mutant(f"canonical/{id}", switch=switch, shows_in="form")


def _orders() -> Iterator[tuple[str, Switch]]:
    def order(change: Callable[[dict[str, Any]], Any]) -> Switch:
        return part("members", lambda members: change)

    def by(key: Callable[[str], Any]) -> Switch:
        return order(lambda members: sorted(members.items(), key=lambda member: key(member[0])))

    yield "order:as written", order(lambda members: members.items())
    yield "order:by code point", by(lambda name: name)
    yield "order:without case", by(str.lower)
    yield "order:numbers before names", by(lambda name: (not name.isdigit(), int(name) if name.isdigit() else name))
    yield "order:the shorter first", by(lambda name: (len(name), name))
    yield "order:reversed", part("members", lambda old: lambda members: list(old(members))[::-1])
    yield (
        "order:of the record alone",
        part("members", lambda old: lambda members: old(members) if "schemaVersion" in members else members.items()),
    )


def _texts() -> Iterator[tuple[str, Switch]]:
    def text(change: Callable[[str], str]) -> Switch:
        """With every string of the form, quotes included, changed."""

        def way(canonical: Any) -> Any:
            return lambda value: _STRING.sub(lambda match: change(match[0]), canonical(value).decode()).encode()

        return part("canonical", way)

    def escaped(pattern: str, form: str = "\\u{:04x}") -> Switch:
        return text(lambda quoted: re.sub(pattern, lambda match: form.format(ord(match[0])), quoted))

    yield "text:what is not ASCII escaped", escaped("[\x80-\uffff]")
    yield "text:the delete character escaped", escaped("\x7f")
    yield "text:line separators escaped", escaped("[\u2028\u2029]")
    yield "text:C1 controls escaped", escaped("[\x80-\x9f]")
    yield "text:solidus escaped", text(lambda quoted: quoted.replace("/", "\\/"))
    yield "text:less-than escaped", escaped("<")
    yield "text:no short escapes", text(lambda quoted: _SHORT_ESCAPE.sub(_in_digits, quoted))
    yield (
        "text:capital digits in escapes",
        text(lambda quoted: re.sub(r"\\u[0-9a-f]{4}", lambda match: "\\u" + match[0][2:].upper(), quoted)),
    )
    for form in ("NFC", "NFD", "NFKC"):
        yield f"text:normalised to {form}", text(partial(unicodedata.normalize, form))
    yield "text:trimmed", text(lambda quoted: f'"{quoted[1:-1].strip()}"')


_CONTROLS = {"b": 8, "f": 12, "n": 10, "r": 13, "t": 9}


def _in_digits(match: re.Match[str]) -> str:
    """The short escape of a control character, in digits."""
    return f"\\u{_CONTROLS[match[1]]:04x}" if match[1] in _CONTROLS else match[0]


def _numbers() -> Iterator[tuple[str, Switch]]:
    def number(change: Callable[[str], str]) -> Switch:
        return part("number", lambda old: lambda value: change(old(value)))

    def of_value(change: Callable[[float, str], str]) -> Switch:
        """With the text made of the nearest double and of the right text; what has no form still has none."""
        return part("number", lambda old: lambda value: change(float(value), old(value)))

    yield (
        "number:as written",
        part("number", lambda old: lambda value: (old(value), str(getattr(value, "text", value)))[1]),
    )
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
    yield "number:seventeen digits", of_value(lambda value, text: text if value.is_integer() else f"{value:.17g}")
    yield "number:minus zero keeps its sign", of_value(lambda value, text: "-0" if str(value) == "-0.0" else text)
    yield "number:what binary64 does not hold is rounded", part("number", _rounding)
    yield (
        "number:single precision",
        part("number", lambda old: lambda value: (old(value), old(_single(float(value))))[1]),
    )


def _rounding(number: Callable[[Any], str]) -> Callable[[Any], str]:
    def write(value: Any) -> str:
        try:
            return number(value)
        except ValueError:
            nearest = float(str(getattr(value, "text", value)))
            return number(nearest) if abs(nearest) < 1e308 else "null"

    return write


def _single(value: float) -> float:
    return float(f"{value:.7g}")


def _whole() -> Iterator[tuple[str, Switch]]:
    def form(change: Callable[[bytes], bytes]) -> Switch:
        return part("canonical", lambda canonical: lambda value: change(canonical(value)))

    def members(keep: Callable[[Any], bool], *, inside: bool) -> Switch:
        def kept(value: Any) -> Any:
            if not isinstance(value, dict):
                return value
            return {name: kept(item) if inside else item for name, item in value.items() if keep(item)}

        return part("canonical", lambda canonical: lambda value: canonical(kept(value)))

    yield "whole:a line feed at the end", form(lambda data: data + b"\n")
    yield "whole:a byte order mark before it", form(lambda data: b"\xef\xbb\xbf" + data)
    yield "whole:spaces after colons", form(lambda data: data.replace(b'":', b'": '))
    yield "whole:UTF-16", form(lambda data: data.decode().encode("utf-16-le"))
    yield "whole:null members left out", members(lambda item: item is not None, inside=True)
    yield "whole:empty arrays left out", members(lambda item: item != [], inside=False)


def _digests() -> Iterator[tuple[str, Switch]]:
    def digest(change: Callable[[bytes, bytes], str]) -> Switch:
        return part("digest", lambda digest: change)

    def hexadecimal(data: bytes) -> str:
        return hashlib.sha256(data).hexdigest()

    yield "digest:of the input", digest(lambda data, form: hexadecimal(data))
    yield "digest:of a line", digest(lambda data, form: hexadecimal(form + b"\n"))
    yield "digest:in capitals", digest(lambda data, form: hexadecimal(form).upper())
    yield "digest:by SHA-512/256", digest(lambda data, form: hashlib.sha512(form).hexdigest()[:64])
    yield "digest:of characters, not bytes", digest(lambda data, form: hexadecimal(form.decode().encode("utf-16-le")))
