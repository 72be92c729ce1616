# Generated from tools/exprov/targets/python/runtime/_adopt.py by `exprov generate`; edit that and run it again.
"""Take an already parsed value for validation: what JSON text would have been refused for is refused here too."""

from __future__ import annotations

import math
from typing import Any

from ._finding import Finding
from ._leaks import is_nameable
from ._number import Number
from ._text import ABSENT, Limits, escape, is_text


def adopt(data: object, limits: Limits) -> tuple[Any, list[Finding]]:
    """`data` with floats turned into exact Numbers, and the findings of what no JSON text could say.

    The value is ABSENT where a finding is at reader level. Raises TypeError for what JSON has no form for: a name that
    is no string, a value other than dict, list, str, int, float, Number, bool and None, NaN and infinities.
    """
    value, findings, _ = adopt_whole(data, limits)
    return value, findings


def adopt_whole(data: object, limits: Limits) -> tuple[Any, list[Finding], Any]:
    """What `adopt` says, and the value with what it refuses, for the leak phase; ABSENT if that is beyond the limits."""
    findings: list[Finding] = []
    holder: list[Any] = [data]
    # The last says whether a name that leads here may not stand in a pointer: then the path ends before it.
    todo: list[tuple[Any, Any, object, str, int, bool]] = [(holder, 0, data, "", 0, False)]
    while todo:
        container, key, item, path, depth, cut = todo.pop()
        if isinstance(item, str):
            _check_text(item, path, findings)
            container[key] = item
        elif isinstance(item, Number) and not item.is_json():
            raise TypeError(f"a Number at {path!r} holds no JSON number; write one as RFC 8259 has it")
        elif item is None or isinstance(item, bool | int | Number):
            container[key] = item
        elif isinstance(item, float):
            if not math.isfinite(item):
                raise TypeError(
                    f"{item!r} at {path!r} is no JSON number; leave the member out or write a finite number"
                )
            container[key] = Number(repr(item))
        elif isinstance(item, dict | list):
            if depth >= limits.max_depth:
                message = f"nested more than {limits.max_depth} levels deep; flatten it or raise the limit"
                return ABSENT, [Finding("json/limit", "", "reader", message)], ABSENT
            if isinstance(item, list):
                new_list: list[Any] = [None] * len(item)
                container[key] = new_list
                todo += [
                    (new_list, index, item[index], path if cut else f"{path}/{index}", depth + 1, cut)
                    for index in reversed(range(len(item)))
                ]
                continue
            new_dict: dict[str, Any] = {}
            container[key] = new_dict
            for name in item:
                if not isinstance(name, str):
                    raise TypeError(f"the member name {name!r} at {path!r} is no string; JSON knows no other names")
                _check_text(name, path, findings)
                new_dict[name] = None
            for name in reversed(item):
                hidden = cut or not is_nameable(name)
                todo.append(
                    (new_dict, name, item[name], path if hidden else f"{path}/{escape(name)}", depth + 1, hidden)
                )
        else:
            raise TypeError(_no_json_form(item, path))
    return (ABSENT if findings else holder[0]), findings, holder[0]


def _no_json_form(item: object, path: str) -> str:
    name = type(item).__name__
    if isinstance(item, tuple):
        remedy = "write a list"
    elif hasattr(item, "to_dict") and hasattr(item, "to_json"):
        remedy = "pass its to_dict()" if path else "pass what its to_json() or to_dict() returns"
    else:
        remedy = "convert it first"
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name} at {path!r} is no JSON value; {remedy}"


def _check_text(text: str, path: str, findings: list[Finding]) -> None:
    if not is_text(text):
        message = "a lone surrogate is no Unicode text; write the whole pair or U+FFFD"
        findings.append(Finding("json/lone-surrogate", path, "reader", message))
