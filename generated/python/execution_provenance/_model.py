# Generated from tools/exprov/targets/python/runtime/_model.py by `exprov generate`; edit that and run it again.
"""What all generated dataclasses share: reading, writing, canonical form and digest."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from ._canonical import canonical as canonical_bytes
from ._canonical import dumps
from ._finding import InvalidRecord
from ._number import ExactNumber, exact, whole
from ._text import Limits
from ._validator import validator

M = TypeVar("M", bound="Model")


class Extra(dict[str, Any]):
    """The unknown members of a record: a dict that refuses to be changed, so that the record around it is a value."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> Any:
        raise TypeError("extra cannot be changed; make another record: dataclasses.replace(record, extra={...})")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    # The way of a dict, to fill an empty one, is refused.
    def __reduce__(self) -> tuple[type[Extra], tuple[dict[str, Any]]]:
        return Extra, (dict(self),)


@dataclass(frozen=True, slots=True)
class Wire:
    """One member on the wire: its name there, its attribute, the class of an object, and whether it is an array of them."""

    name: str
    attribute: str
    model: type[Model] | None = None
    array: bool = False
    integer: bool = False


NO_EXTRA = Extra()


class Model:
    """Base of the generated dataclasses. Not to be instantiated."""

    __slots__ = ()
    _CHECK: ClassVar[str]
    _WIRE: ClassVar[tuple[Wire, ...]]

    def __repr__(self) -> str:
        shown = [f"{wire.attribute}={getattr(self, wire.attribute)!r}" for wire in self._WIRE]
        extra: Mapping[str, Any] = self.extra  # type: ignore[attr-defined]
        if extra:
            shown.append(f"extra={extra!r}")
        return f"{type(self).__name__}({', '.join(shown)})"

    @classmethod
    def from_json(
        cls: type[M], data: bytes | bytearray | memoryview | str, *, limits: Limits = Limits()
    ) -> M:  # noqa: B008  (frozen)
        """Read JSON text; raise InvalidRecord where the parse or the schema phase has a reader finding.

        Unknown members are kept in `extra`. Cross-member rules are not judged here: see `check`.
        """
        if isinstance(data, (bytearray, memoryview)):
            data = bytes(data)
        if not isinstance(data, (bytes, str)):
            raise TypeError(f"from_json takes JSON text, not {type(data).__name__}; from_dict takes a parsed object")
        return cls._from_checked(data, limits)

    @classmethod
    def from_dict(cls: type[M], data: Mapping[str, Any]) -> M:
        """Read a parsed JSON object; raise as `from_json` does, and TypeError for what JSON cannot hold."""
        if not isinstance(data, Mapping):
            raise TypeError(f"from_dict takes a parsed object, not {type(data).__name__}; from_json takes JSON text")
        return cls._from_checked(dict(data), Limits())

    @classmethod
    def _from_checked(cls: type[M], data: object, limits: Limits) -> M:
        value, findings = validator().read_as(data, cls._CHECK, limits)
        if findings:
            raise InvalidRecord(findings)
        return cls._build(value)

    @classmethod
    def _build(cls: type[M], value: dict[str, Any]) -> M:
        extra = dict(value)
        arguments: dict[str, Any] = {}
        for wire in cls._WIRE:
            if wire.name in extra:
                arguments[wire.attribute] = _read_member(wire, extra.pop(wire.name))
        arguments["extra"] = Extra(extra) if extra else NO_EXTRA
        return cls(**arguments)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, known members in the schema's order, then the unknown ones; absent members are left out.

        Numbers of unknown members that are no plain integers are `ExactNumber` objects, which keep their exact form.
        """
        result: dict[str, Any] = {}
        for wire in self._WIRE:
            item = getattr(self, wire.attribute)
            if item is not None:
                result[wire.name] = _write_member(wire, item)
        extra: Mapping[str, Any] = self.extra  # type: ignore[attr-defined]
        for name, item in extra.items():
            if name in result:
                raise ValueError(f"extra holds the known member {name!r}; set its attribute instead")
            result[name] = item
        return result

    def to_json(self) -> bytes:
        """Compact JSON, UTF-8, in the order of `to_dict`. What the attributes hold is not validated: see `check`."""
        return dumps(self.to_dict())

    def canonical(self) -> bytes:
        """The canonical form (RFC 8785). Raises ValueError for a number that binary64 cannot hold."""
        return canonical_bytes(self.to_dict())

    def digest(self) -> str:
        """The SHA-256 of the canonical form, in lower-case hexadecimal."""
        return hashlib.sha256(self.canonical()).hexdigest()


def _read_member(wire: Wire, item: Any) -> Any:
    if wire.array:
        return tuple(item if wire.model is None else [wire.model._build(element) for element in item])
    if wire.model is not None:
        return wire.model._build(item)
    if isinstance(item, ExactNumber):
        if wire.integer:
            return whole(item)
        number = float(item)
        # A float only where it is the same value: nothing that was read changes on its way.
        return number if math.isfinite(number) and exact(repr(number)) == item else item
    return item


def _write_member(wire: Wire, item: Any) -> Any:
    if wire.array:
        return [element.to_dict() if isinstance(element, Model) else element for element in item]
    return item.to_dict() if isinstance(item, Model) else item
