"""The canonical form and the digest, made wrong: the order of members, the text of strings and numbers, what is digested."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from exprov.strength.mutant import Mutant, Switch, part

# A string, or a character between strings. No string of a canonical form holds a raw quote.
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_SHORT_ESCAPE = re.compile(r"\\([\\\"bfnrt])")
_CONTROLS = {"b": 8, "f": 12, "n": 10, "r": 13, "t": 9}


def mutants() -> Iterator[Mutant]:
    """The mutants of the form, then those of the digest."""
    return (Mutant(f"canonical/{id}", switch=switch, shows_in="form") for id, switch in _SWITCHES.items())


# --- ways to write wrongly --------------------------------------------------------------------------------------------


def _order(change: Callable[[Any], Any]) -> Switch:
    """With the members of an object in another order."""
    return part("members", lambda members: change)


def _sorted_by(key: Callable[[str], Any]) -> Switch:
    return _order(lambda members: sorted(members.items(), key=lambda member: key(member[0])))


def _whole(change: Callable[[bytes], bytes]) -> Switch:
    return part("canonical", lambda canonical: lambda value: change(canonical(value)))


def _text(change: Callable[[str], str]) -> Switch:
    """With every string of the form, quotes included, changed."""
    return _whole(lambda form: _STRING.sub(lambda match: change(match[0]), form.decode()).encode())


def _escaped(pattern: str) -> Switch:
    return _text(lambda quoted: re.sub(pattern, lambda match: f"\\u{ord(match[0]):04x}", quoted))


def _in_digits(match: re.Match[str]) -> str:
    """The short escape of a control character, in digits."""
    return f"\\u{_CONTROLS[match[1]]:04x}" if match[1] in _CONTROLS else match[0]


def _number(change: Callable[[str], str]) -> Switch:
    return part("number", lambda old: lambda value: change(old(value)))


def _of_value(change: Callable[[Any, str], str]) -> Switch:
    """With the text made of the value and of the right text; a number without a form still has none."""
    return part("number", lambda old: lambda value: change(value, old(value)))


def _single(number: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda value: (number(value), number(float(f"{float(value):.7g}")))[1]


def _rounding(number: Callable[[Any], str]) -> Callable[[Any], str]:
    def write(value: Any) -> str:
        try:
            return number(value)
        except ValueError:
            nearest = float(str(getattr(value, "text", value)))
            return number(nearest) if abs(nearest) < 1e308 else "null"

    return write


def _kept(keep: Callable[[Any], bool], *, inside: bool) -> Switch:
    """With some members left out: those of an object, and `inside` also those of its members."""

    def kept(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {name: kept(item) if inside else item for name, item in value.items() if keep(item)}

    return part("canonical", lambda canonical: lambda value: canonical(kept(value)))


def _digest(
    change: Callable[[bytes, bytes], bytes], write: Callable[[Any], str] = lambda hash: hash.hexdigest()
) -> Switch:
    """With the digest of what `change` makes of the input and its form."""
    return part("digest", lambda digest: lambda data, form: write(hashlib.sha256(change(data, form))))


# fmt: off
_SWITCHES = {
    "order:as written": _order(lambda members: members.items()),
    "order:by code point": _sorted_by(lambda name: name),
    "order:without case": _sorted_by(str.lower),
    "order:numbers before names": _sorted_by(lambda name: (not name.isdigit(), int(name) if name.isdigit() else name)),
    "order:the shorter first": _sorted_by(lambda name: (len(name), name)),
    "order:reversed": part("members", lambda old: lambda members: list(old(members))[::-1]),
    "order:of the record alone": part("members", lambda old: lambda members: (
        old(members) if "schemaVersion" in members else members.items())),
    "text:what is not ASCII escaped": _escaped("[\x80-\uffff]"),
    "text:the delete character escaped": _escaped("\x7f"),
    "text:line separators escaped": _escaped("[\u2028\u2029]"),
    "text:C1 controls escaped": _escaped("[\x80-\x9f]"),
    "text:solidus escaped": _text(lambda quoted: quoted.replace("/", "\\/")),
    "text:less-than escaped": _escaped("<"),
    "text:no short escapes": _text(lambda quoted: _SHORT_ESCAPE.sub(_in_digits, quoted)),
    "text:capital digits in escapes": _text(
        lambda quoted: re.sub(r"\\u[0-9a-f]{4}", lambda match: "\\u" + match[0][2:].upper(), quoted)),
    **{f"text:normalised to {form}": _text(partial(unicodedata.normalize, form)) for form in ("NFC", "NFD", "NFKC")},
    "text:trimmed": _text(lambda quoted: f'"{quoted[1:-1].strip()}"'),
    "number:as written": _of_value(lambda value, text: str(getattr(value, "text", value))),
    "number:exponents without a sign": _number(lambda text: text.replace("e+", "e")),
    "number:exponents in capitals": _number(lambda text: text.replace("e", "E")),
    "number:exponents with two digits": _number(lambda text: re.sub(r"e([-+])([0-9])$", r"e\g<1>0\2", text)),
    "number:integers with a fraction": _number(lambda text: text if re.search("[.e]", text) else f"{text}.0"),
    "number:great integers with an exponent": _number(
        lambda text: f"{float(text):e}" if text.isdigit() and len(text) > 17 else text),
    "number:small fractions with an exponent": _number(
        lambda text: f"{float(text):g}" if text.startswith("0.0000") else text),
    "number:seventeen digits": _of_value(
        lambda value, text: text if float(value).is_integer() else f"{float(value):.17g}"),
    "number:minus zero keeps its sign": _of_value(lambda value, text: "-0" if str(float(value)) == "-0.0" else text),
    "number:what binary64 does not hold is rounded": part("number", _rounding),
    "number:single precision": part("number", _single),
    "whole:a line feed at the end": _whole(lambda form: form + b"\n"),
    "whole:a byte order mark before it": _whole(lambda form: b"\xef\xbb\xbf" + form),
    "whole:spaces after colons": _whole(lambda form: form.replace(b'":', b'": ')),
    "whole:UTF-16": _whole(lambda form: form.decode().encode("utf-16-le")),
    "whole:null members left out": _kept(lambda item: item is not None, inside=True),
    "whole:empty arrays left out": _kept(lambda item: item != [], inside=False),
    "digest:of the input": _digest(lambda data, form: data),
    "digest:of a line": _digest(lambda data, form: form + b"\n"),
    "digest:in capitals": _digest(lambda data, form: form, lambda hash: hash.hexdigest().upper()),
    "digest:by SHA-512/256": part("digest", lambda old: lambda data, form: hashlib.sha512(form).hexdigest()[:64]),
    "digest:of characters, not bytes": _digest(lambda data, form: form.decode().encode("utf-16-le")),
}
