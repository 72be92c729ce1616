"""The value types of a contract: what a member can hold. Plain frozen data, shared by the rules, the model and the targets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StringType:
    """A string: free, an identifier, one constant, a closed set or an open one.

    `values` are all permitted values (closed) and `known` the known ones of an open set, whose tokens match `pattern`.
    `name` is the name of a set that has one in the schema.
    """

    min_length: int = 0
    identifier: bool = False
    const: str | None = None
    values: tuple[str, ...] = ()
    pattern: str | None = None
    known: tuple[str, ...] = ()
    name: str | None = None


@dataclass(frozen=True)
class NumberType:
    """A number, or an integer, between inclusive bounds."""

    integer: bool
    minimum: int | None = None
    maximum: int | None = None


@dataclass(frozen=True)
class BooleanType:
    pass


@dataclass(frozen=True)
class ArrayType:
    items: ValueType
    min_items: int = 0
    unique: bool = False


@dataclass(frozen=True)
class RefType:
    """An object of the type with this name."""

    name: str


@dataclass(frozen=True)
class FreeObjectType:
    """Any object; its content is not checked."""


ValueType = StringType | NumberType | BooleanType | ArrayType | RefType | FreeObjectType


def inner(kind: ValueType) -> ValueType:
    """The type of an array's elements; any other type itself."""
    return kind.items if isinstance(kind, ArrayType) else kind
