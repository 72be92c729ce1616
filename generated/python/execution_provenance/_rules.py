# Generated from tools/exprov/targets/python/runtime/_rules.py by `exprov generate`; edit that and run it again.
"""The rule phase: the typed trees of a program, compiled into closures over parsed values.

Trees are total: on a record that passed the schema phase, no part of them can fail. They are compiled at first need,
to explain findings; `_fast.py` has the same rules as generated code, for the quick verdict.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from ._number import json_equal
from ._place import Found, Out, Place, descend
from ._schema import Union

Spec = Mapping[str, Any]
Names = dict[str, Any]
"""The values of `this` and of the variables around a node. Quantifiers set their variable; no two of one scope share a name."""
Value = Callable[[Names], Any]

_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class RulePhase:
    """The compiled rules of a program."""

    def __init__(self, program: Spec) -> None:
        self.rules = {
            spec["name"]: [
                (one["id"], one["path"].split("/")[1:], one["message"], compiled(one["tree"])) for one in spec["rules"]
            ]
            for spec in program["objects"]
        }
        # The members that hold objects, whose rules are evaluated, too.
        self.inner = {
            spec["name"]: [(m["name"], m["check"]["name"]) for m in spec["members"] if m["check"]["kind"] == "object"]
            for spec in program["objects"]
        }
        self.unions = {spec["name"]: Union(spec) for spec in program["unions"]}

    def judge(self, value: Any, type: str, out: Out) -> None:
        """Append the rules that do not hold in a document of this type, which passed the schema phase."""
        self._object(value, self.unions[type].type_of(value) if type in self.unions else type, None, out)

    def _object(self, this: Any, type: Any, place: Place | None, out: Out) -> None:
        for rule, path, message, holds in self.rules[type]:
            if not holds({"this": this}):
                out.append(Found(rule, descend(this, place, path), "reader", message))
        for name, inner in self.inner[type]:
            if name in this:
                self._object(this[name], inner, descend(this, place, [name]), out)


def compiled(node: Spec) -> Value:
    """The value of a tree as a function of the names in it."""
    made: Value = _FORMS[node["op"]](node)
    return made


def _literal(node: Spec) -> Value:
    value = node["value"]
    return lambda names: value


def _items(node: Spec) -> Value:
    items = [compiled(item) for item in node["items"]]
    return lambda names: [item(names) for item in items]


def _name(node: Spec) -> Value:
    return operator.itemgetter(node["name"])


def _member(node: Spec) -> Value:
    of, name = compiled(node["of"]), node["name"]
    if node["of"]["op"] == "name":
        owner = node["of"]["name"]
        return lambda names: names[owner][name]
    return lambda names: of(names)[name]


def _has(node: Spec) -> Value:
    of, name = compiled(node["of"]), node["name"]
    return lambda names: name in of(names)


def _at(node: Spec) -> Value:
    of, index = compiled(node["of"]), -1 - node["index"] if node["fromEnd"] else node["index"]
    return lambda names: of(names)[index]


def _size(node: Spec) -> Value:
    of = compiled(node["of"])
    return lambda names: len(of(names))


def _not(node: Spec) -> Value:
    of = compiled(node["of"])
    return lambda names: not of(names)


def _logical(node: Spec) -> Value:
    left, right = compiled(node["left"]), compiled(node["right"])
    if node["operator"] == "&&":
        return lambda names: left(names) and right(names)
    return lambda names: left(names) or right(names)


def _compare(node: Spec) -> Value:
    left, right, how = compiled(node["left"]), compiled(node["right"]), node["operator"]
    if how in _ORDERS:
        order = _ORDERS[how]
        return lambda names: order(left(names), right(names))
    if node["left"]["type"]["kind"] == "object":
        equal = how == "=="
        return lambda names: json_equal(left(names), right(names)) == equal
    if node["right"]["op"] == "literal":
        value, equal = node["right"]["value"], how == "=="
        return lambda names: (left(names) == value) is equal
    if how == "==":
        return lambda names: left(names) == right(names)
    return lambda names: left(names) != right(names)


def _in(node: Spec) -> Value:
    left, right = compiled(node["left"]), compiled(node["right"])
    return lambda names: left(names) in right(names)


def _sum(node: Spec) -> Value:
    left, right = compiled(node["left"]), compiled(node["right"])
    if node["operator"] == "+":
        return lambda names: left(names) + right(names)
    return lambda names: left(names) - right(names)


def _if(node: Spec) -> Value:
    test, then, otherwise = compiled(node["test"]), compiled(node["then"]), compiled(node["otherwise"])
    return lambda names: then(names) if test(names) else otherwise(names)


def _quantifier(node: Spec) -> Value:
    of, variable, body = compiled(node["of"]), node["variable"], compiled(node["body"])
    how = node["operator"]

    def holds(names: Names) -> bool:
        passed = 0
        for item in of(names):
            names[variable] = item
            if body(names):
                if how == "exists":
                    return True
                passed += 1
            elif how == "all":
                return False
        return how == "all" or (how == "exists_one" and passed == 1)

    return holds


def _comprehension(node: Spec) -> Value:
    of, variable, body = compiled(node["of"]), node["variable"], compiled(node["body"])
    is_filter = node["operator"] == "filter"

    def made(names: Names) -> list[Any]:
        result = []
        for item in of(names):
            names[variable] = item
            value = body(names)
            if not is_filter:
                result.append(value)
            elif value:
                result.append(item)
        return result

    return made


def _distinct(node: Spec) -> Value:
    of, by = compiled(node["of"]), node["by"]

    def holds(names: Names) -> bool:
        items = of(names)
        return len({item[by] for item in items}) == len(items)

    return holds


def _disjoint(node: Spec) -> Value:
    left, right, by = compiled(node["left"]), compiled(node["right"]), node["by"]
    return lambda names: {item[by] for item in left(names)}.isdisjoint([item[by] for item in right(names)])


_FORMS: dict[str, Callable[[Spec], Value]] = {
    "literal": _literal,
    "items": _items,
    "name": _name,
    "member": _member,
    "has": _has,
    "at": _at,
    "size": _size,
    "not": _not,
    "logical": _logical,
    "compare": _compare,
    "in": _in,
    "sum": _sum,
    "if": _if,
    "quantifier": _quantifier,
    "comprehension": _comprehension,
    "distinct": _distinct,
    "disjoint": _disjoint,
}
