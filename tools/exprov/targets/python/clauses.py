"""Bring a verdict to few and cheap tests: clauses of atoms, each atom tested once on each way through.

A rule over lists of known lengths is a formula over a handful of atoms (a comparison, a presence). Its prime implicates
say the same in the fewest words; what all rules of a record then share is propagated, and the rest is asked by cases.
Nothing here may be used where evaluating an atom can fail: tests are reordered.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from exprov.contract.rules.syntax import Binary, Conditional, Has, Literal, Node, Not
from exprov.targets.python.expressions import children


@dataclass(frozen=True)
class Test:
    """An atom that is no rule's: the code of an expression, written out as it stands."""

    code: str


Atom = Node | Test
# What must hold: at least one of (atom, polarity).
Clause = frozenset[tuple[Atom, bool]]
# Rules over more atoms than this are left as they are: the search is exponential.
MOST_ATOMS = 6


def clauses(tree: Node) -> list[Clause]:
    """The clauses that together say what `tree` says."""
    if isinstance(tree, Binary) and tree.operator == "&&":
        return [*clauses(tree.left), *clauses(tree.right)]
    atoms = list(dict.fromkeys(_atoms(tree)))
    if len(atoms) > MOST_ATOMS or _is_fixed_in_order(tree):
        return [frozenset({(tree, True)})]
    return _implicates(tree, atoms)


def simplify(found: Iterable[Clause]) -> list[Clause]:
    """Propagate what is certain, and drop what another clause implies."""
    todo = list(dict.fromkeys(found))
    while True:
        certain = {next(iter(clause)) for clause in todo if len(clause) == 1}
        refuted = {(atom, not polarity) for atom, polarity in certain}
        shorter = [clause if len(clause) == 1 else clause - refuted for clause in todo]
        if shorter == todo:
            break
        todo = list(dict.fromkeys(shorter))
    return [clause for clause in todo if not any(other < clause for other in todo)]


def render(found: list[Clause], code: Callable[[Atom, bool], str]) -> str:
    """A Python expression for all of `found`, certain tests first, the rest by cases of the atom that decides most."""
    parts = [code(*next(iter(clause))) for clause in found if len(clause) == 1]
    rest = [clause for clause in found if len(clause) > 1]
    while rest:
        counts = Counter(atom for clause in rest for atom in sorted((atom for atom, _ in clause), key=repr))
        most = max(counts.values())
        atom = min((atom for atom, count in counts.items() if count == most), key=repr)
        if_true = simplify(clause - {(atom, False)} for clause in rest if (atom, False) in clause)
        if_false = simplify(clause - {(atom, True)} for clause in rest if (atom, True) in clause)
        rest = [clause for clause in rest if (atom, True) not in clause and (atom, False) not in clause]
        if not if_false:
            parts.append(f"({code(atom, False)} or {render(if_true, code)})")
        elif not if_true:
            parts.append(f"({code(atom, True)} or {render(if_false, code)})")
        else:
            parts.append(f"({render(if_true, code)} if {code(atom, True)} else {render(if_false, code)})")
    return parts[0] if len(parts) == 1 else f"({' and '.join(parts)})" if parts else "True"


def atom_of(tree: Node) -> tuple[Node, bool]:
    """`tree` as an atom and its polarity: `!=` is a negated `==`, and the order of operands does not matter."""
    match tree:
        case Binary("!=", left, right):
            atom, polarity = atom_of(Binary("==", left, right))
            return atom, not polarity
        case Binary("==", Literal(bool() as value), other) | Binary("==", other, Literal(bool() as value)):
            return other, value
        case Binary("==", left, right) if not isinstance(right, Literal) and repr(right) < repr(left):
            return Binary("==", right, left), True
        case _:
            return tree, True


def _atoms(tree: Node) -> list[Node]:
    match tree:
        case Literal(bool()):
            return []
        case Not() | Conditional() | Binary("&&" | "||"):
            return [atom for child in children(tree) for atom in _atoms(child)]
        case _:
            return [atom_of(tree)[0]]


def _is_fixed_in_order(tree: Node) -> bool:
    """Whether `tree` holds more than presences and equalities, which can be evaluated whatever is absent."""
    match tree:
        case Literal() | Has():
            return False
        case Not() | Conditional() | Binary("&&" | "||"):
            return any(_is_fixed_in_order(child) for child in children(tree))
        case Binary("==", left, right) | Binary("!=", left, right):
            return any(isinstance(child, Binary) for child in (left, right))
        case _:
            return isinstance(tree, Binary)


def _implicates(tree: Node, atoms: list[Node]) -> list[Clause]:
    """An irredundant choice of the prime implicates of `tree`; each set of assignments is a bit mask."""
    rows = range(1 << len(atoms))
    columns = [sum(1 << row for row in rows if row >> index & 1) for index in range(len(atoms))]
    everything = (1 << len(rows)) - 1
    models = sum(1 << row for row in rows if _value(tree, atoms, row))
    primes: list[tuple[Clause, int]] = []
    for length in range(len(atoms) + 1):
        for chosen in itertools.combinations(range(len(atoms)), length):
            for signs in itertools.product((True, False), repeat=length):
                clause: Clause = frozenset((atoms[index], sign) for index, sign in zip(chosen, signs, strict=True))
                mask = 0
                for index, sign in zip(chosen, signs, strict=True):
                    mask |= columns[index] if sign else everything & ~columns[index]
                if models & ~mask == 0 and not any(other <= clause for other, _ in primes):
                    primes.append((clause, mask))
    for prime in list(reversed(primes)):
        remaining = everything
        for clause, mask in primes:
            if clause != prime[0]:
                remaining &= mask
        if remaining == models:
            primes.remove(prime)
    return [clause for clause, _ in primes]


def _value(tree: Node, atoms: list[Node], row: int) -> bool:
    match tree:
        case Literal(bool() as value):
            return value
        case Not(operand):
            return not _value(operand, atoms, row)
        case Binary("&&", left, right):
            return _value(left, atoms, row) and _value(right, atoms, row)
        case Binary("||", left, right):
            return _value(left, atoms, row) or _value(right, atoms, row)
        case Conditional(test, then, otherwise):
            return _value(then if _value(test, atoms, row) else otherwise, atoms, row)
        case _:
            atom, polarity = atom_of(tree)
            return bool(row >> atoms.index(atom) & 1) == polarity
