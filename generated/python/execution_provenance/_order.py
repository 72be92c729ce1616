# Generated from tools/exprov/targets/python/runtime/_order.py by `exprov generate`; edit that and run it again.
"""The order of findings: that of the document, whichever phase found them."""

from __future__ import annotations

from typing import Any

from ._finding import Finding
from ._text import ABSENT

_Place = tuple[int, ...]
_Positions = dict[int, dict[str, int]]
# In an object of at most so many members a search is quicker than a table of their positions.
_FEW = 32


def in_document_order(value: Any, findings: list[Finding]) -> list[Finding]:
    """`findings` by where they point in `value`; a missing member's place is before the members that are there."""
    # By the path of an array or object: what stands there, and its place. Most findings share one.
    containers: dict[str, tuple[Any, _Place]] = {"": (value, ())}
    places: dict[str, _Place] = {"": ()}
    positions: _Positions = {}
    for finding in findings:
        path = finding.path
        if path not in places:
            parent, _, token = path.rpartition("/")
            if parent not in containers:
                containers[parent] = _container(value, parent, positions)
            node, before = containers[parent]
            places[path] = before if node is ABSENT else (*before, _position(node, token, positions))
    return sorted(findings, key=lambda finding: places[finding.path])


def _container(value: Any, path: str, positions: _Positions) -> tuple[Any, _Place]:
    """What stands at `path` and its place; ABSENT and the place of what is missing, if something on the way is."""
    node, place = value, []
    for token in path.split("/")[1:]:
        position = _position(node, token, positions)
        place.append(position)
        if position < 0:
            return ABSENT, tuple(place)
        node = node[position if isinstance(node, list) else _name(token)]
    return node, tuple(place)


def _position(node: Any, token: str, positions: _Positions) -> int:
    """Where in `node` the member or element is that `token` points to; -1 if there is none."""
    if isinstance(node, list):
        # Where a member is repeated, a finding may point into a value that does not stand in `node`.
        index = int(token) if len(token) < 20 and token.isascii() and token.isdigit() else -1
        return index if index < len(node) else -1
    name = _name(token)
    if not isinstance(node, dict) or name not in node:
        return -1
    if len(node) <= _FEW:
        return [*node].index(name)
    if id(node) not in positions:
        positions[id(node)] = {member: position for position, member in enumerate(node)}
    return positions[id(node)][name]


def _name(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token
