# Generated from tools/exprov/targets/python/runtime/_logic.py by `exprov generate`; edit that and run it again.
"""What compiled rules call where plain Python would differ from CEL.

An expression that fails (an index outside its list) does not hold, and `||`, `&&`, `all` and `exists` absorb a failure
on one side when another side decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def at(items: Sequence[T], index: int) -> T:
    """`items[index]`; IndexError outside 0 ... len-1, negative included."""
    if index < 0:
        raise IndexError(index)
    return items[index]


def holds(rule: Callable[[], bool]) -> bool:
    """Whether `rule` yields true; a failure is not true."""
    try:
        return rule()
    except IndexError:
        return False


def either(left: Callable[[], bool], right: Callable[[], bool]) -> bool:
    """`left || right`."""
    try:
        if left():
            return True
    except IndexError:
        if right():
            return True
        raise
    return right()


def both(left: Callable[[], bool], right: Callable[[], bool]) -> bool:
    """`left && right`."""
    try:
        if not left():
            return False
    except IndexError:
        if not right():
            return False
        raise
    return right()


def every(items: Iterable[T], body: Callable[[T], bool]) -> bool:
    """`items.all(...)`."""
    failure: IndexError | None = None
    for item in items:
        try:
            if not body(item):
                return False
        except IndexError as error:
            failure = error
    if failure is not None:
        raise failure
    return True


def some(items: Iterable[T], body: Callable[[T], bool]) -> bool:
    """`items.exists(...)`."""
    failure: IndexError | None = None
    for item in items:
        try:
            if body(item):
                return True
        except IndexError as error:
            failure = error
    if failure is not None:
        raise failure
    return False
