"""Proofs of what holds and refutations of what does not, computed on demand from the rules and a finished answer set.

A proof of an atom is one rule with that head whose body is true, and a proof or refutation of what stands in it. A refutation
is, for each rule that could give the atom, each way through its body with the literal at which it ends. What is given (facts,
rows of the law, the version of the law in force, readings) is a leaf.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from lexempt.explaining.model import Failure, Model, Part, arguments_of, failures, parts, solutions, total
from lexempt.explaining.terms import SUMS, Bindings, Lit, Ready, Rules, Value, ground, matched, order_of, rules_for
from lexempt.records import NamedTuple

GIVEN = frozenset(("in_force", "listed", "current", "asks", "reads", "fact", "keyed"))
"""What is shown as given though rules derive it: the version of the law in force, the reading in use, open facts."""
_MOST = 200
"""No more ways through the body of one rule are followed than this."""

Key: TypeAlias = tuple[str, tuple[Any, ...], bool]
"""Predicate, arguments (None: whatever it is), whether it holds."""


class Sum(NamedTuple):
    """A sum or count as it was tested."""

    kind: str
    parts: tuple[Part, ...]
    total: int
    operator: str
    limit: int


class Premise(NamedTuple):
    """What a literal of a rule's body comes to: an atom that holds or not, or a comparison, or a sum."""

    literal: Lit
    bound: Bindings
    key: Key | None = None
    """Of an atom; None for comparisons and sums."""
    sides: tuple[Value, Value] | None = None
    sum: Sum | None = None
    inner: tuple[Premise, ...] = ()
    """Of a sum: the literals that give its elements."""
    body: tuple[Lit, ...] = ()
    """Of a comparison: the body it stands in."""


class Branch(NamedTuple):
    """One way through the body of a rule, and the premise at which it ends."""

    ready: Ready
    bound: Bindings
    reached: int
    ends: Premise
    before: tuple[Lit, ...]
    """The literals that hold on this way."""


@dataclass(slots=True)
class Node:
    """An atom with its proof (`ready`, `premises`) or its refutation (`branches`). A leaf has neither."""

    key: Key
    given: bool = False
    ready: Ready | None = None
    bound: Bindings = field(default_factory=dict)
    premises: tuple[Premise, ...] = ()
    branches: tuple[Branch, ...] = ()

    @property
    def holds(self) -> bool:
        return self.key[2]


class Derivation:
    """Proofs and refutations over one answer set; each atom is derived once."""

    def __init__(self, model: Model, rules: Rules) -> None:
        self.model, self.rules = model, rules
        self._known: dict[Key, Node] = {}
        self._rules: dict[tuple[str, int, Any], tuple[Ready, ...]] = {}
        """By predicate, number of arguments and last argument, by which `rules_for` tells them."""
        self._open: set[Key] = set()

    def node(self, predicate: str, arguments: Sequence[Value | None]) -> Node:
        """The proof of an atom if it holds, else its refutation. With a None among the arguments: that no such atom holds."""
        values = tuple(arguments)
        holds = None not in values and self.model.holds(predicate, values)
        return self.of((predicate, values, holds))

    def of(self, key: Key) -> Node:
        """The node of a key whose truth is known."""
        found = self._known.get(key)
        if found is not None:
            return found
        predicate, values, holds = key
        at = predicate, len(values), values[-1] if values else None
        rules = self._rules.get(at)
        if rules is None:
            rules = self._rules[at] = rules_for(self.rules, predicate, values)
        if (
            predicate in GIVEN
            or not self._ruled(predicate, values)
            or (holds and values in self.rules.rows.get(predicate, ()))
        ):
            found = Node(key, given=True)
        elif key in self._open:
            return Node(key)  # its own refutation rests on it: there is no other ground for it
        else:
            self._open.add(key)
            try:
                found = self._proof(key, rules) if holds else self._refutation(key, rules)
            finally:
                self._open.discard(key)
        self._known[key] = found
        return found

    def _ruled(self, predicate: str, values: Sequence[Value | None]) -> bool:
        """Whether rules give atoms of the predicate."""
        return (predicate, len(values)) in self.rules.by_head

    def _proof(self, key: Key, rules: Sequence[Ready]) -> Node:
        _, values, _ = key
        for ready in rules:
            bound = matched(ready.terms, values, {})
            if bound is None:
                continue
            body = order_of(ready.body, bound)
            for found in solutions(self.model, body, bound):
                premises = tuple(self._premise(literal, found, body) for literal in body)
                if not any(p.key is not None and p.key in self._open for p in premises):
                    return Node(key, ready=ready, bound=found, premises=premises)
        raise AssertionError(f"no rule gives {key}")

    def _refutation(self, key: Key, rules: Sequence[Ready]) -> Node:
        _, values, _ = key
        branches = []
        for ready in rules:
            bound = matched(ready.terms, values, {})
            if bound is None:
                continue
            body = order_of(ready.body, bound)
            for count, failure in enumerate(failures(self.model, body, bound)):
                if count == _MOST:
                    break
                branches.append(
                    Branch(ready, failure.bound, failure.reached, self._end(failure, body), body[: failure.reached])
                )
        return Node(key, branches=tuple(branches))

    def on_the_way(self, branch: Branch) -> tuple[Premise, ...]:
        """The atoms that hold on a way before it ends."""
        return tuple(
            self._premise(literal, branch.bound, branch.before) for literal in branch.before if literal.kind == "is"
        )

    def _premise(self, literal: Lit, bound: Bindings, body: tuple[Lit, ...]) -> Premise:
        if literal.kind in ("is", "not"):
            key = (literal.predicate, arguments_of(literal, bound), literal.kind == "is")
            return Premise(literal, bound, key)
        return self._test(literal, bound, body)

    def _end(self, failure: Failure, body: tuple[Lit, ...]) -> Premise:
        literal, bound = failure.literal, failure.bound
        if literal.kind in ("is", "not"):
            key = (literal.predicate, arguments_of(literal, bound), literal.kind == "not")
            return Premise(literal, bound, key)
        return self._test(literal, bound, body)

    def _test(self, literal: Lit, bound: Bindings, body: tuple[Lit, ...]) -> Premise:
        if literal.kind in SUMS:
            found = tuple(parts(self.model, literal, bound))
            limit = ground(literal.terms[0], bound)
            inner = tuple(
                self._premise(condition, part.bound, part.conditions) for part in found for condition in part.conditions
            )
            tested = Sum(literal.kind, found, total(literal, found), literal.operator, int(limit or 0))
            return Premise(literal, bound, sum=tested, inner=inner)
        left, right = (ground(side, bound) for side in literal.terms)
        return Premise(literal, bound, sides=(left, right), body=body)

    def below(self, node: Node) -> tuple[Premise, ...]:
        """What a node rests on directly."""
        return node.premises or tuple(branch.ends for branch in node.branches)
