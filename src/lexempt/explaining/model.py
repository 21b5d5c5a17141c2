"""The atoms of a finished answer set, found by any of their arguments; and what makes the body of a rule true or false."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lexempt.explaining.terms import (
    SUMS,
    Bindings,
    Lit,
    Rules,
    Value,
    Variable,
    compare,
    ground,
    matched,
    order_of,
)
from lexempt.records import NamedTuple

Arguments = tuple[Value, ...]


class Model:
    """An answer set: predicate -> arguments of its atoms.

    What was not grounded belongs to it all the same: rows of the law, and what the files of the law in `left_out` say of
    predicates that stand nowhere else.
    """

    def __init__(
        self, atoms: Mapping[str, frozenset[Arguments]], rules: Rules, left_out: frozenset[str] = frozenset()
    ) -> None:
        self._atoms, self._rules, self.left_out = atoms, rules, left_out
        self._all: dict[str, frozenset[Arguments]] = {}
        self._sorted: dict[str, list[Arguments]] = {}
        self._index: dict[tuple[str, int, tuple[int, ...]], dict[Arguments, list[Arguments]]] = {}

    def all(self, predicate: str) -> frozenset[Arguments]:
        """The arguments of every atom of a predicate."""
        found = self._all.get(predicate)
        if found is None:
            found = self._atoms.get(predicate, frozenset()) | frozenset(self._rules.rows.get(predicate, ()))
            if self.left_out:
                found |= self._of_left_out(predicate)
            self._all[predicate] = found
        return found

    def _of_left_out(self, predicate: str) -> frozenset[Arguments]:
        rules = self._rules.of.get(predicate, ())
        if not rules or any(ready.rule.file not in self.left_out for ready in rules):
            return frozenset()
        return frozenset(
            tuple(ground(term, bound) for term in ready.terms)
            for ready in rules
            for bound in solutions(self, order_of(ready.body, {}), {})
        )

    def holds(self, predicate: str, arguments: Arguments) -> bool:
        """Whether an atom is in the answer set."""
        known = self._all.get(predicate)
        return arguments in (self.all(predicate) if known is None else known)

    def _ordered(self, predicate: str) -> list[Arguments]:
        found = self._sorted.get(predicate)
        if found is None:
            found = self._sorted[predicate] = sorted(self.all(predicate), key=_fixed)
        return found

    def like(self, predicate: str, arguments: Sequence[Value | None]) -> Sequence[Arguments]:
        """The atoms with these arguments where they are given, in a fixed order."""
        size = len(arguments)
        given = tuple([n for n, value in enumerate(arguments) if value is not None])
        index = self._index.get((predicate, size, given))
        if index is None:
            index = self._index[predicate, size, given] = {}
            for atom in self._ordered(predicate):
                if len(atom) == size:
                    index.setdefault(tuple([atom[n] for n in given]), []).append(atom)
        return index.get(tuple([value for value in arguments if value is not None]), ())


def _fixed(arguments: Arguments) -> list[tuple[bool, int, str]]:
    """Greater numbers first: of several bounds that would do, the greatest is told."""
    return [(True, -v, "") if isinstance(v, int) else (False, 0, str(v)) for v in arguments]


_PLAIN = (int, str)


class Part(NamedTuple):
    """One element of a sum: its weight, its tuple, the bindings that give it and the condition's literals."""

    weight: int
    terms: Arguments
    bound: Bindings
    conditions: tuple[Lit, ...]


class Failure(NamedTuple):
    """Where one way through a body ends: the literal that fails, under these bindings, after `reached` others."""

    literal: Lit
    bound: Bindings
    reached: int


def arguments_of(literal: Lit, bound: Bindings) -> tuple[Value | None, ...]:
    """The arguments of a literal's atom; None for those not yet known."""
    known = bound.get
    if literal.bare:
        return tuple(map(known, literal.terms))
    return tuple(
        [
            known(term) if type(term) is Variable else term if type(term) in _PLAIN else ground(term, bound)
            for term in literal.terms
        ]
    )


def extended(model: Model, literal: Lit, bound: Bindings) -> Iterator[Bindings]:
    """The bindings with which a literal is true."""
    kind = literal.kind
    if kind == "is":
        wanted = arguments_of(literal, bound)
        if None not in wanted:
            if model.holds(literal.predicate, wanted):
                yield bound
            return
        for atom in model.like(literal.predicate, wanted):
            found = matched(literal.terms, atom, bound)
            if found is not None:
                yield found
    elif kind == "not":
        if not model.holds(literal.predicate, arguments_of(literal, bound)):
            yield bound
    elif kind in SUMS:
        limit = ground(literal.terms[0], bound)
        if compare(literal.operator, total(literal, parts(model, literal, bound)), limit):
            yield bound
    else:
        left, right = (ground(side, bound) for side in literal.terms)
        if kind == "=" and (left is None or right is None):
            side, value = (literal.terms[0], right) if left is None else (literal.terms[1], left)
            if isinstance(side, Variable):
                yield {**bound, side: value}
        elif compare(kind, left, right):
            yield bound


def _settled(model: Model, body: Sequence[Lit], bound: Bindings, at: int) -> tuple[int, bool]:
    """How far a body can be walked without a choice: the place of the next literal that binds or reckons, or of the first
    that is false; and whether it is false."""
    for place in range(at, len(body)):
        literal = body[place]
        kind = literal.kind
        if kind != "is" and kind != "not":
            return place, False
        wanted = arguments_of(literal, bound)
        if kind == "is" and None in wanted:
            return place, False
        if model.holds(literal.predicate, wanted) != (kind == "is"):
            return place, True
    return len(body), False


def solutions(model: Model, body: Sequence[Lit], bound: Bindings, at: int = 0) -> Iterator[Bindings]:
    """The bindings with which a body, in walking order, is true."""
    at, false = _settled(model, body, bound, at)
    if false:
        return
    if at == len(body):
        yield bound
        return
    for found in extended(model, body[at], bound):
        yield from solutions(model, body, found, at + 1)


def failures(model: Model, body: Sequence[Lit], bound: Bindings, at: int = 0) -> Iterator[Failure]:
    """Where each way through a body that is not true ends. Raises AssertionError where the body is true."""
    at, false = _settled(model, body, bound, at)
    if at == len(body):
        raise AssertionError(f"a rule whose head does not hold has a true body: {body} {bound}")
    literal, any_found = body[at], False
    if false:
        yield Failure(literal, bound, at)
        return
    for found in extended(model, literal, bound):
        any_found = True
        yield from failures(model, body, found, at + 1)
    if not any_found:
        yield Failure(literal, bound, at)


def parts(model: Model, literal: Lit, bound: Bindings) -> list[Part]:
    """The elements of a sum or count, each tuple once, in a fixed order."""
    found: dict[Arguments, Part] = {}
    for terms, conditions in literal.elements:
        ordered = order_of(conditions, bound)
        for held in solutions(model, ordered, bound):
            values = tuple(ground(term, held) for term in terms)
            if values not in found:
                found[values] = Part(values[0] if isinstance(values[0], int) else 0, values, held, ordered)
    return list(found.values())


def total(literal: Lit, found: Sequence[Part]) -> int:
    """What the elements come to."""
    return len(found) if literal.kind == "count" else sum(part.weight for part in found)
