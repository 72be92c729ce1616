# Generated from tools/exprov/targets/python/runtime/_model.py by `exprov generate`; edit that and run it again.
"""What all records share: how they are built, read and written, their canonical form and digest."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Mapping
from collections.abc import Sequence as Sequence
from dataclasses import Field, fields
from decimal import Decimal
from functools import cache
from numbers import Number
from typing import TYPE_CHECKING as TYPE_CHECKING
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar
from typing import Self as Self

from msgspec import DecodeError, Struct, StructMeta, ValidationError, convert
from msgspec.json import Encoder
from msgspec.structs import force_setattr

from ._adopt import is_plain
from ._canonical import canonical as canonical_bytes
from ._canonical import dumps
from ._decoder import decoder
from ._finding import InvalidRecord
from ._members import NO_MEMBERS as NO_MEMBERS
from ._members import Members as _Members
from ._members import frozen, members, thawed
from ._number import ExactNumber, exact, is_finite, whole
from ._read import read_quickly
from ._text import ABSENT, DEFAULT_LIMITS
from ._text import Limits as Limits
from ._validator import check, validator

Text: TypeAlias = bytes | bytearray | memoryview | str
AnyMembers: TypeAlias = Mapping[str, Any]
AnyReal: TypeAlias = int | float | Decimal
if TYPE_CHECKING:
    Members: TypeAlias = Mapping[str, Any]
    Real: TypeAlias = int | float | ExactNumber
else:
    Members = _Members
    # msgspec leaves types that it does not know to `_hook`.
    Real = Number

# The wire name of `extra`. Encoded text without this character is that of a record without unknown members.
_EXTRA = "\x7f"
_EXTRA_BYTE = ord(_EXTRA)
_COLON, _BACKSLASH = b":", ord("\\")
_BLANKS = b" \t\r\n"
# Up to here every integer is a binary64 number, which the canonical form writes as its digits.
_EXACT = 2**53
# Records are frozen: only those that nobody has seen yet are changed.
_set: Callable[[Any, str, Any], None] = force_setattr
_encode = Encoder().encode
_encode_sorted = Encoder(order="sorted").encode
_T = TypeVar("_T")


class Member(NamedTuple):
    """One member: its wire name, what its value or each of its elements is, and the only value that it can have."""

    name: str
    kind: type
    array: bool = False
    required: bool = True
    constant: str | None = None

    def taken(self, value: Any, name: str) -> Any:
        """`value`, given to a constructor, as the attribute `name` holds it. Raises TypeError if its type is wrong."""
        if value is None and not self.required:
            return None
        if not self.array:
            return _taken(self.kind, value, name)
        if isinstance(value, str | bytes | bytearray) or not isinstance(value, Sequence):
            raise TypeError(f"{name} takes a sequence of {self.kind.__name__}, not {type(value).__name__}")
        return tuple([_taken(self.kind, item, f"{name}[{index}]") for index, item in enumerate(value)])

    def read(self, value: Any) -> Any:
        """`value`, which the schema phase accepts, as an attribute holds it."""
        return tuple([_read(self.kind, item) for item in value]) if self.array else _read(self.kind, value)

    def written(self, value: Any) -> Any:
        """The value of an attribute as a parsed JSON value."""
        if self.kind is str and not self.array:
            return value
        return [_written(item) for item in value] if self.array else _written(value)


def _taken(kind: type, value: Any, name: str) -> Any:
    if kind is _Members:
        return members(value, name)
    if kind is bool or issubclass(kind, Model):
        if isinstance(value, kind):
            return value
    elif kind is str:
        if isinstance(value, str):
            return str.__str__(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    elif isinstance(value, ExactNumber) and kind is float:
        return _read(kind, value)
    elif isinstance(value, ExactNumber) and value.is_integer():
        return value
    elif kind is float and isinstance(value, float | Decimal):
        if not is_finite(value):
            raise ValueError(f"{name} takes a number, not {value}, which JSON has no form for")
        # As it is read again: a float only where that has the same value.
        return _read(kind, exact(str(value))) if isinstance(value, Decimal) else float(value)
    raise TypeError(f"{name} takes {kind.__name__}, not {type(value).__name__}")


def _read(kind: type, value: Any) -> Any:
    if issubclass(kind, Model):
        return kind._made(value)
    if kind is _Members:
        return frozen(value)
    if kind is int:
        return whole(value)
    if isinstance(value, ExactNumber):
        nearest = float(value)
        # A float only where it is the same value: nothing that was read changes on its way.
        return nearest if math.isfinite(nearest) and exact(repr(nearest)) == value else value
    return value


def _written(value: Any) -> Any:
    return value.to_dict() if isinstance(value, Model) else thawed(value) if isinstance(value, _Members) else value


class _RecordType(StructMeta):
    """The type of the records' classes: it derives what msgspec needs, and checks what is given to a constructor."""

    _MEMBERS: dict[str, Member]
    # The classes that this one is the union of.
    _BRANCHES: tuple[type[Any], ...]
    # The wire names of the members; those that are records: attribute, wire name, whether it is an array.
    _WIRES: set[str]
    _RECORDS: list[tuple[str, str, bool]]
    # Those that msgspec cannot read exactly: attribute, wire name, kind.
    _INEXACT: list[tuple[str, str, type]]
    _INTEGERS: list[str]
    # Whether a number in a record, or in one inside it, may be no integer.
    _HAS_REALS: bool
    # Whether RFC 8785 writes a record as msgspec does, as long as `_INTEGERS` are within binary64.
    _IS_PLAIN: bool

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> Any:
        own: dict[str, Member] = namespace.get("_MEMBERS", {})
        kinds = [member.kind for member in own.values()]
        inner: list[_RecordType] = [kind for kind in kinds if isinstance(kind, _RecordType)]
        namespace["_BRANCHES"] = ()
        namespace["_WIRES"] = {member.name for member in own.values()}
        namespace["_INEXACT"] = [
            (attribute, one.name, one.kind) for attribute, one in own.items() if one.kind in (float, _Members)
        ]
        namespace["_RECORDS"] = [
            (attribute, one.name, one.array) for attribute, one in own.items() if isinstance(one.kind, _RecordType)
        ]
        namespace["_INTEGERS"] = [attribute for attribute, member in own.items() if member.kind is int]
        namespace["_HAS_REALS"] = float in kinds or any(kind._HAS_REALS for kind in inner)
        namespace["_IS_PLAIN"] = not {float, _Members} & {*kinds} and all(
            kind._IS_PLAIN and not kind._INTEGERS for kind in inner
        )
        rename = {attribute: member.name for attribute, member in own.items()} | {"extra": _EXTRA}
        made = super().__new__(mcls, name, bases, namespace, kw_only=True, rename=rename, **config)
        for base in bases:
            if isinstance(base, _RecordType) and hasattr(base, "_TYPE") and not base._MEMBERS:
                base._BRANCHES = (*base._BRANCHES, made)
        return made

    if not TYPE_CHECKING:

        def __call__(cls, /, *arguments: Any, **given: Any) -> Any:
            if cls._BRANCHES:
                raise TypeError(f"{cls.__name__} is one of {', '.join(kind.__name__ for kind in cls._BRANCHES)}")
            for attribute, member in cls._MEMBERS.items():
                if attribute in given:
                    given[attribute] = member.taken(given[attribute], attribute)
                elif member.constant is not None:
                    given[attribute] = member.constant
            if given.get("extra") is not None:
                given["extra"] = extra = members(given["extra"], "extra")
                for member in cls._MEMBERS.values():
                    if member.name in extra:
                        raise ValueError(f"extra holds the known member {member.name!r}; set its attribute instead")
            else:
                given["extra"] = NO_MEMBERS
            return super().__call__(*arguments, **given)


if TYPE_CHECKING:

    class _Base:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
        extra: Members

else:

    class _Base(Struct, metaclass=_RecordType, frozen=True, omit_defaults=True):
        """The storage of a record: msgspec decodes into it and encodes from it."""


class Model(_Base):
    """Base of the records' classes. Not to be instantiated."""

    # The name of the type in the contract, and that of the document which is of this type, if any.
    _TYPE: ClassVar[str]
    _DOCUMENT: ClassVar[str | None]
    _MEMBERS: ClassVar[dict[str, Member]] = {}
    if TYPE_CHECKING:  # the class of the class makes these
        _BRANCHES: ClassVar[tuple[type[Any], ...]]
        _WIRES: ClassVar[set[str]]
        _RECORDS: ClassVar[list[tuple[str, str, bool]]]
        _INEXACT: ClassVar[list[tuple[str, str, type]]]
        _INTEGERS: ClassVar[list[str]]
        _HAS_REALS: ClassVar[bool]
        _IS_PLAIN: ClassVar[bool]

    def __repr__(self) -> str:
        shown = [f"{name}={getattr(self, name)!r}" for name in self._MEMBERS]
        shown += [f"extra={self.extra!r}"] if self.extra else []
        return f"{type(self).__name__}({', '.join(shown)})"

    @classmethod
    def from_json(cls, data: Text, *, limits: Limits = DEFAULT_LIMITS, rules: bool = False) -> Self:
        """Read JSON text; raise InvalidRecord where the parse or the schema phase has a reader finding.

        With `rules`, rules between members are checked as well, as `check` does at reader level. Unknown members are kept
        in `extra`.
        """
        if isinstance(data, (bytearray, memoryview)):
            data = bytes(data)
        if not isinstance(data, (bytes, str)):
            raise TypeError(f"from_json takes JSON text, not {type(data).__name__}; from_dict takes a parsed object")
        record = cls._decoded(data, limits)
        return cls._checked(record, data, limits, rules)

    @classmethod
    def from_dict(cls, data: AnyMembers, *, limits: Limits = DEFAULT_LIMITS, rules: bool = False) -> Self:
        """Read a parsed JSON object; raise as `from_json` does, and TypeError for what JSON cannot hold."""
        if not isinstance(data, Mapping):
            raise TypeError(f"from_dict takes a parsed object, not {type(data).__name__}; from_json takes JSON text")
        data = dict(data)
        return cls._checked(cls._converted(data, limits), data, limits, rules)

    @classmethod
    def _checked(cls, record: Self | None, data: bytes | str | dict[str, Any], limits: Limits, rules: bool) -> Self:
        """`record`, made of `data` by a quick route, or what the strict route makes of it."""
        made = record or cls._strictly(data, limits)
        if rules and cls._DOCUMENT is not None:
            carrier: Any = None if cls._DOCUMENT == validator().record else cls._DOCUMENT
            check(data, level="reader", carrier=carrier, limits=limits)
        return made

    @classmethod
    def _decoded(cls, data: bytes | str, limits: Limits) -> Self | None:
        """The record in a text that surely has no finding: the quick route of `from_json`."""
        if cls._BRANCHES:
            decoded = (branch._decoded(data, limits) for branch in cls._BRANCHES)
            return next((record for record in decoded if record is not None), None)
        try:
            text = data if isinstance(data, bytes) else data.encode()
            if len(text) > limits.max_bytes or limits.max_depth < DEFAULT_LIMITS.max_depth:
                return None
            record: Self = (_decoders.get(cls) or _decoder(cls))(text)
            written = _encode(record)
        except (DecodeError, UnicodeError, RecursionError):
            return None
        # A member that the decoder dropped, unknown or repeated, has a colon more in the text, and so does a null, which
        # is not written again. No escape may hide that. A number that changed is written in another way.
        if written == text or (
            written.translate(None, _BLANKS) == text.translate(None, _BLANKS)
            if cls._HAS_REALS
            else written.count(_COLON) == text.count(_COLON) and not (_BACKSLASH in text and b"\\u003" in text)
        ):
            return record if record._fits() else None
        value = read_quickly(text, limits)
        return record if value is not ABSENT and record._complete(value) and record._fits() else None

    @classmethod
    def _converted(cls, value: dict[str, Any], limits: Limits) -> Self | None:
        """The record of a parsed object that surely has no finding: the quick route of `from_dict`."""
        if cls._BRANCHES:
            kind = cls._branch(value)
            return None if kind is None else kind._converted(value, limits)
        if not is_plain(value, limits):
            return None
        try:
            record = convert(value, cls, dec_hook=_hook)
        except ValidationError:
            return None
        return record if record._complete(value) and record._fits() else None

    def _complete(self, value: dict[str, Any]) -> bool:
        """Take from `value`, which this record is made of, what msgspec left out; False if a known member is null."""
        names = self._WIRES
        if not names.issuperset(value):
            if self._BRANCHES:
                return False
            _set(self, "extra", frozen({name: value[name] for name in value if name not in names}))
        if None in value.values() and any([value.get(name, "") is None for name in names]):
            return False
        for attribute, name, kind in self._INEXACT:
            if name in value:
                _set(self, attribute, _read(kind, value[name]))
        for attribute, name, is_array in self._RECORDS:
            if is_array:
                for record, item in zip(getattr(self, attribute) or (), value.get(name, ()), strict=True):
                    if not record._complete(item):
                        return False
            elif name in value and not getattr(self, attribute)._complete(value[name]):
                return False
        return True

    def _fits(self) -> bool:
        """Whether the schema phase finds nothing in members of the right types. May say no where it would not."""
        return True

    @classmethod
    def _strictly(cls, data: object, limits: Limits) -> Self:
        """The record in a text or a parsed value, by way of the parse and the schema phase."""
        value, findings = validator().read_as(data, cls._TYPE, limits)
        if findings:
            raise InvalidRecord(findings)
        return cls._made(value)

    @classmethod
    def _made(cls, value: dict[str, Any]) -> Self:
        """The record of an object that has no finding at reader level."""
        if cls._BRANCHES:
            kind = cls._branch(value)
            return kind._made(value)  # type: ignore[union-attr]
        unknown = dict(value)
        known = {
            attribute: member.read(unknown.pop(member.name))
            for attribute, member in cls._MEMBERS.items()
            if member.name in unknown
        }
        return StructMeta.__call__(cls, **known, extra=frozen(unknown))  # type: ignore[no-any-return]

    @classmethod
    def _branch(cls, value: dict[str, Any]) -> type[Self] | None:
        """The class, of those that this one is the union of, whose constant members `value` has."""
        for branch in cls._BRANCHES:
            if all(value.get(one.name) == one.constant for one in branch._MEMBERS.values() if one.constant is not None):
                return branch
        return None

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, known members in the schema's order, then the unknown ones; absent members are left out.

        The object is the caller's own. A number that a float would change is an ExactNumber.
        """
        result = {}
        for attribute, member in self._MEMBERS.items():
            value = getattr(self, attribute)
            if value is not None:
                result[member.name] = member.written(value)
        return result | thawed(self.extra) if self.extra else result

    def to_json(self) -> bytes:
        """Compact JSON, UTF-8, in the order of `to_dict`. What the attributes hold is not validated: see `check`."""
        return self._encoded(_encode) or dumps(self.to_dict())

    def canonical(self) -> bytes:
        """The canonical form (RFC 8785). Raises ValueError for a number that binary64 cannot hold."""
        if self._IS_PLAIN and all([-_EXACT <= getattr(self, name) <= _EXACT for name in self._INTEGERS]):
            return self._encoded(_encode_sorted) or canonical_bytes(self.to_dict())
        return canonical_bytes(self.to_dict())

    def digest(self) -> str:
        """The SHA-256 of the canonical form, in lower-case hexadecimal."""
        return hashlib.sha256(self.canonical()).hexdigest()

    # Hooks of pydantic, which is imported by nobody else.

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        from ._pydantic import record_schema

        return record_schema(cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: Any) -> dict[str, Any]:
        from ._pydantic import json_schema

        return json_schema(cls, handler)

    def _text_or_value(self) -> object:
        """The record for validation: its JSON text, or the object if no text can hold it."""
        try:
            return self.to_json()
        except ValueError:
            return self.to_dict()

    def _encoded(self, encode: Callable[[object], bytes]) -> bytes | None:
        """What `encode` writes; None if it cannot write the record as it is."""
        try:
            text = encode(self)
        except (TypeError, ValueError, OverflowError, RecursionError):
            return None
        return None if _EXTRA_BYTE in text else text


_decoders: dict[Any, Callable[[bytes], Any]] = {}


def _decoder(kind: Any) -> Callable[[bytes], Any]:
    """The decoder of a class of records, made at first need: that takes a while."""
    made = _decoders[kind] = decoder(kind, _hook).decode
    return made


def _hook(kind: type, value: Any) -> Any:
    """The value of a member that msgspec cannot read exactly, for now: `_complete` reads it again."""
    if kind is _Members and isinstance(value, dict):
        return NO_MEMBERS
    if kind is Number and isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise TypeError


@cache
def form(pattern: str) -> Callable[[str], Any]:
    """Whether a token of an open set has the form of one: readers accept those that they do not know."""
    return re.compile(pattern).fullmatch


def with_defaults(kind: type[_T]) -> type[_T]:
    """Fill in the defaults of a dataclass whose storage is msgspec's: `dataclass` does not see them."""
    for field in fields(kind):  # type: ignore[arg-type]
        member = kind._MEMBERS.get(field.name)  # type: ignore[attr-defined]
        if member is None:
            field.default = NO_MEMBERS
        elif member.constant is not None or not member.required:
            field.default = member.constant
    return kind
