"""The schema phase's building blocks: one function per kind of value, each appending its findings.

A value of the wrong type yields `schema/type` alone, since the other keywords then have nothing to say. No message
repeats a value of the record: what stands at the wrong place may be a secret.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Iterable
from functools import lru_cache

from ._finding import Finding, Level
from ._leaks import credential_in
from ._number import Number, json_equal
from ._text import escape

Out = list[Finding]
Check = Callable[[object, str, Out], None]
# After so many findings of a record, names are no longer searched for by likeness: it costs more than all the rest.
_MOST_SEARCHES = 64
_UNKNOWN = (
    "a member that this version does not know; remove it, or accept such members "
    "(exprov validate --allow schema/unknown-member)"
)

# Cc, and the 66 noncharacters of Unicode; U+2028 and other separators are ordinary text.
_UNPRINTABLE = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\ufdd0-\\ufdef"
    + "".join(f"\\U{plane:04x}fffe\\U{plane:04x}ffff" for plane in range(17))
    + "]"
)
# The characters with the property White_Space, less those that are control characters.
_UNICODE_BLANK = re.compile("[ \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*")


def describe(value: object) -> str:
    """The JSON type of a parsed value, with its article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, (int, float, Number)):
        return "a number"
    return "an object" if isinstance(value, dict) else "an array"


def wrong_type(path: str, expected: str, value: object, *, if_none: str = "") -> Finding:
    """`if_none` says, beside `expected`, what to write where there is nothing to write."""
    remedy = f"write {expected}{if_none if value is None else ''}"
    return Finding("schema/type", path, "reader", f"expected {expected}, found {describe(value)}; {remedy}")


def leave_out(path: str, out: Out) -> None:
    """Reword the finding on a null at `path`, where a member stands that may be absent: it is best left out."""
    if out and out[-1].path == path:
        last = out[-1]
        what = last.message.partition("; ")[0]
        out[-1] = Finding(last.rule, path, last.level, f"{what}; leave the member out if it has no value")


def missing(path: str, name: str, level: Level = "reader", why: str = "is required here") -> Finding:
    return Finding("schema/required", f"{path}/{name}", level, f"the member {name!r} {why} and is missing; add it")


def forbidden(path: str, name: str, why: str) -> Finding:
    return Finding(
        "schema/forbidden", f"{path}/{name}", "reader", f"the member {name!r} may not stand here: {why}; leave it out"
    )


def unknown_member(
    path: str, name: str, known: Iterable[str], present: Container[str] = (), before: int = 0
) -> Finding:
    """`known` are the names that may stand here, `present` those that do; `before`: how many findings the record has so far."""
    near = _near(name, known, before)
    if near is None or near in present:
        message = _UNKNOWN
    else:
        message = f"a member that this version does not know; did you mean {near!r}?"
    # A name that has the shape of a credential is not repeated: its parent stands for it, as in the leak phase.
    place = path if credential_in(name) else f"{path}/{escape(name)}"
    return Finding("schema/unknown-member", place, "writer", message)


def _near(token: str, known: Iterable[str], before: int) -> str | None:
    """The known token that `token` most likely meant, compared without case and separators.

    After `_MOST_SEARCHES` findings, which `before` counts, only a token that differs in nothing else has one.
    """
    if len(token) > 64:
        return None
    known = tuple(known)
    return _by_key(known).get(_key(token)) if before >= _MOST_SEARCHES else _nearest(token, known)


# An application that adds a member of its own adds it to every record.
@lru_cache(maxsize=512)
def _nearest(token: str, known: tuple[str, ...]) -> str | None:
    import difflib  # here, so that a valid record does not pay for it

    by_key = _by_key(known)
    found = difflib.get_close_matches(_key(token), by_key, n=1, cutoff=0.8)
    return by_key[found[0]] if found else None


@lru_cache(maxsize=64)
def _by_key(known: tuple[str, ...]) -> dict[str, str]:
    return {_key(candidate): candidate for candidate in known}


def _key(token: str) -> str:
    return re.sub(r"[^a-z0-9]", "", token.lower())


def string(value: object, path: str, out: Out) -> None:
    """Any string."""
    if not isinstance(value, str):
        out.append(wrong_type(path, "a string", value))


def is_clean(text: str) -> bool:
    """Whether an identifier is neither blank nor holds a control character or a noncharacter."""
    if text.isascii() and text.isprintable():
        # Of the printable characters of ASCII the space alone comes before "!".
        return text >= "!" or text.strip() != ""
    return _UNPRINTABLE.search(text) is None and _UNICODE_BLANK.fullmatch(text) is None


def identifier(min_length: int) -> Check:
    """An identifier or a model name, of at least `min_length` code points."""

    def check(value: object, path: str, out: Out) -> None:
        if not isinstance(value, str):
            out.append(wrong_type(path, "a string", value))
        elif len(value) < min_length:
            out.append(
                Finding(
                    "schema/minLength",
                    path,
                    "reader",
                    f"needs at least {min_length} character(s), has {len(value)}; name it",
                )
            )
        elif not is_clean(value):
            what = (
                "is blank" if _UNICODE_BLANK.fullmatch(value) else "holds a control character or a Unicode noncharacter"
            )
            out.append(
                Finding("schema/identifier-text", path, "writer", f"the identifier {what}; write a printable name")
            )

    return check


def text(min_length: int) -> Check:
    """A string of at least `min_length` code points."""

    def check(value: object, path: str, out: Out) -> None:
        if not isinstance(value, str):
            out.append(wrong_type(path, "a string", value))
        elif len(value) < min_length:
            out.append(
                Finding(
                    "schema/minLength",
                    path,
                    "reader",
                    f"needs at least {min_length} character(s), has {len(value)}; fill it",
                )
            )

    return check


def closed(values: tuple[str, ...]) -> Check:
    """One of a closed set of strings."""
    known = frozenset(values)
    listing = ", ".join(values)

    def check(value: object, path: str, out: Out) -> None:
        if not isinstance(value, str):
            out.append(wrong_type(path, "a string", value))
        elif value not in known:
            near = _near(value, values, len(out))
            hint = f"did you mean {near!r}?" if near else f"write one of: {listing}"
            out.append(Finding("schema/enum", path, "reader", f"not one of the permitted values; {hint}"))

    return check


def constant(expected: str) -> Check:
    """One fixed string."""

    def check(value: object, path: str, out: Out) -> None:
        if not isinstance(value, str):
            out.append(wrong_type(path, "a string", value))
        elif value != expected:
            out.append(Finding("schema/const", path, "reader", f"must be {expected!r}; write that"))

    return check


def version(expected: str) -> Check:
    """The contract version: another string is a version that this package does not know."""

    def check(value: object, path: str, out: Out) -> None:
        if not isinstance(value, str):
            out.append(wrong_type(path, f"the string {expected!r}", value))
        elif value != expected:
            message = (
                f"written under {_version_named(value)}, and {expected} is the only one known here; "
                "use a release of this package that knows the version"
            )
            out.append(Finding("schema/unknown-version", path, "reader", message))

    return check


# What looks like a version is no secret; it is shown up to this length.
_VERSION = re.compile(r"v?[0-9][0-9A-Za-z.+-]*")
_LONGEST_VERSION = 16


def _version_named(value: str) -> str:
    start = value[:_LONGEST_VERSION]
    if _VERSION.fullmatch(start) is None or credential_in(value):
        return "another version of the contract"
    return (
        f"version {start!r} of the contract" if start == value else f"a version of the contract that begins {start!r}"
    )


def token(pattern: str, known: tuple[str, ...]) -> Check:
    """A token of an open set: it must match `pattern`, and a writer may emit only a known one."""
    shape = re.compile(pattern.removesuffix("$") + r"\Z")
    values = frozenset(known)
    listing = f"write one of the known ones: {', '.join(known)}"

    def check(value: object, path: str, out: Out) -> None:
        if not isinstance(value, str):
            out.append(wrong_type(path, "a string", value))
        elif value not in values:
            near = _near(value, known, len(out))
            hint = f"did you mean {near!r}?" if near else listing
            if shape.match(value):
                accept = "" if near else "; or accept such tokens (exprov validate --allow schema/unknown-token)"
                message = f"a token that this version does not know; {hint}{accept}"
                out.append(Finding("schema/unknown-token", path, "writer", message))
            else:
                message = f"not shaped like a token ({pattern}); {hint}"
                out.append(Finding("schema/pattern", path, "reader", message))

    return check


def boolean(value: object, path: str, out: Out) -> None:
    """true or false."""
    if not isinstance(value, bool):
        out.append(wrong_type(path, "true or false", value))


def number(*, integer: bool, minimum: int | None = None, maximum: int | None = None) -> Check:
    """A number, judged by its exact value, between inclusive bounds."""
    expected = "an integer" if integer else "a number"
    low = -math.inf if minimum is None else minimum
    high = math.inf if maximum is None else maximum

    def check(value: object, path: str, out: Out) -> None:
        if type(value) is int and low <= value <= high:
            return
        if isinstance(value, bool) or not isinstance(value, (int, Number)):
            out.append(wrong_type(path, expected, value))
            return
        exact = value if isinstance(value, Number) else None
        if integer and exact is not None and not exact.is_integer():
            out.append(
                Finding("schema/type", path, "reader", "expected an integer, found a fraction; write an integer")
            )
            return
        if minimum is not None and (exact.compare(minimum) < 0 if exact else value < minimum):
            out.append(
                Finding("schema/minimum", path, "reader", f"below {minimum}, the least permitted value; correct it")
            )
        if maximum is not None and (exact.compare(maximum) > 0 if exact else value > maximum):
            out.append(
                Finding("schema/maximum", path, "reader", f"above {maximum}, the greatest permitted value; correct it")
            )
        if integer and exact is not None and not exact.is_plain():
            message = "an integer that is not written as one; write its digits alone: no point, no exponent, and 0 instead of -0"
            out.append(Finding("schema/integer-form", path, "writer", message))

    return check


def array(items: Check, *, min_items: int = 0, unique: bool = False) -> Check:
    """An array whose elements all pass `items`."""

    if_none = "" if min_items else "; [] if there is none"

    def check(value: object, path: str, out: Out) -> None:
        if not isinstance(value, list):
            out.append(wrong_type(path, "an array", value, if_none=if_none))
            return
        if len(value) < min_items:
            out.append(
                Finding(
                    "schema/minItems",
                    path,
                    "reader",
                    f"needs at least {min_items} element(s), has {len(value)}; add what is missing",
                )
            )
        if unique and not _all_differ(value):
            out.append(
                Finding("schema/uniqueItems", path, "reader", "an element stands here more than once; keep one of each")
            )
        for index, item in enumerate(value):
            items(item, f"{path}/{index}", out)

    return check


def _all_differ(items: list[object]) -> bool:
    strings = [item for item in items if isinstance(item, str)]
    if len(set(strings)) != len(strings):
        return False
    others = [item for item in items if not isinstance(item, str)]
    # Elements of another type are findings already; comparing the first few keeps a hostile list from costing squares.
    others = others[:64]
    return not any(json_equal(left, right) for index, left in enumerate(others) for right in others[:index])


def free_object(value: object, path: str, out: Out) -> None:
    """Any object."""
    if not isinstance(value, dict):
        out.append(wrong_type(path, "an object", value))


def one_of(value: object, values: tuple[str, ...]) -> bool:
    """Whether `value` is one of these strings."""
    return isinstance(value, str) and value in values
