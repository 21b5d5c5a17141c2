"""Clauses against one another, over all projects of one impact within bounds: overlaps, shadowed and dead clauses, and
exemptions of what is prohibited.

Every clause has its own question to the solver; what a completion happens to show settles other questions without asking.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from lexempt.finding import Finding, Witness
from lexempt.law.program import order
from lexempt.law.rules import load_rules
from lexempt.linting.clauses import Law
from lexempt.linting.confirming import witness
from lexempt.linting.domain import Domain
from lexempt.linting.readings import ends_under
from lexempt.solving.engine import Watch
from lexempt.solving.probing import Probe

_RULES = (
    # What a clause gives: an exemption, or a release.
    "probe_grants(C) :- qualifies(I, C).",
    "probe_grants(C) :- released_by(I, C).",
    "probe_granted :- probe_grants(C).",
    "probe_falls(C) :- satisfies(I, C).",
    "probe_barred(C) :- prohibited_by(I, C).",
    # Why two clauses may not be used together (core: 9(e), 9(g), 11(b)).
    "telling_conflicts.",
)


class Clashes:
    """The questions about clauses against one another, in one grounding."""

    def __init__(self, law: Law, watch: Watch) -> None:
        self.law = law
        self.domain = Domain([law.standing], law.day, law.vocabulary)
        self.probe = Probe(
            self.domain.case, law.law_set, law.choices, law.vocabulary, self.domain.ordinary(), watch, _RULES
        )
        self._granted: dict[str, list[frozenset[str]]] = {}

    # --- dead and shadowed

    def dead(self) -> Iterator[Finding]:
        """Clauses that no project qualifies under."""
        for clause in self.law.clauses:
            if not self.probe.possible({_grants(clause): True}):
                turns = ends_under(self.law, [clause], lambda r, c=clause: self.probe.possible({_grants(c): True}, r))  # type: ignore[misc]
                yield Finding("dead", clause, (), no_witness="nothing", ends_under=turns)

    def shadowed(self) -> Iterator[Finding]:
        """Clauses of which every project qualifies under one and the same other clause as well."""
        living = [c for c in self.law.clauses if self.probe.possible({_grants(c): True})]
        above = {clause: tuple(self._always_with(clause, living)) for clause in living}
        for clause in living:
            for other in above[clause]:
                mutual = clause in above[other]
                if mutual and order(other) < order(clause):
                    continue
                completion = self.probe.smallest({_grants(clause): True})
                assert completion is not None
                turns = ends_under(
                    self.law,
                    [clause, other],
                    lambda r, c=clause, o=other: self.probe.possible({_grants(c): True, _grants(o): False}, r),  # type: ignore[misc]
                )
                yield Finding(
                    "shadowed",
                    clause,
                    (other,),
                    said=(("each_other", ("yes",)),) if mutual else (),
                    witness=witness(
                        self.domain,
                        completion,
                        self.law,
                        lambda w, c=clause, o=other: {c, o} <= set(w.qualifies[0]),  # type: ignore[misc]
                    ),
                    ends_under=turns,
                )

    def _always_with(self, clause: str, living: list[str]) -> Iterator[str]:
        """The other clauses that hold wherever a clause does."""
        left = [c for c in living if c != clause]
        while left:
            held = self.probe.one({_grants(clause): True, _grants(left[0]): False}, "probe_grants")
            if held is None:
                yield left.pop(0)
            else:
                left = [c for c in left if c in held]

    # --- overlaps

    def overlaps(self) -> Iterator[Finding]:
        """Two clauses with different amounts that one impact falls under at once."""
        for one, other in combinations(self.law.amounts, 2):
            amounts = self.law.amount(one), self.law.amount(other)
            if None in amounts or amounts[0] == amounts[1]:
                continue
            both = {_falls(one): True, _falls(other): True}
            if not self.probe.possible(both):
                continue
            small, large = sorted((one, other), key=lambda c: self.law.amount(c) or 0)
            tells = {**both, _grants(large): True, _grants(small): False}
            completion = self.probe.smallest(tells) or self.probe.smallest(both)
            assert completion is not None
            turns = ends_under(self.law, [one, other], lambda r, q=both: not self.probe.possible(q, r))  # type: ignore[misc]
            bars = tuple(k for k in self._bars() if self._keeps_apart(one, other, k))
            yield Finding(
                "overlap",
                one,
                (other,),
                said=(("smaller", (small,)), ("larger", (large,)), *((("bars", bars),) if bars else ())),
                witness=witness(
                    self.domain,
                    completion,
                    self.law,
                    lambda w, c=large: c in w.qualifies[0],  # type: ignore[misc]
                ),
                ends_under=turns,
            )

    def _bars(self) -> list[str]:
        """The provisions that keep clauses apart, as the rules name them."""
        found = {str(rule.terms[2]) for rule in load_rules().rules if rule.predicate == "apart"}
        return sorted(found, key=order)

    def _keeps_apart(self, one: str, other: str, bar: str) -> bool:
        first, second = sorted((one, other))
        return self.probe.possible({f'apart("{first}","{second}","{bar}")': True})

    # --- exempt and prohibited

    def contradictions(self) -> Iterator[Finding]:
        """What exempts work that another provision prohibits: one finding for each provision that prohibits."""
        for bar in sorted({str(r.terms[1]) for r in load_rules().rules if r.predicate == "prohibited_by"}, key=order):
            barred = {f'probe_barred("{bar}")': True}
            clauses = tuple(c for c in self.law.clauses if self.probe.possible({**barred, _grants(c): True}))
            if not clauses:
                continue
            completion = self.probe.smallest({**barred, "probe_granted": True})
            assert completion is not None
            turns = ends_under(
                self.law,
                [bar, *clauses],
                lambda r, q=barred: not self.probe.possible({**q, "probe_granted": True}, r),  # type: ignore[misc]
            )
            yield Finding(
                "contradiction", bar, clauses,
                witness=witness(self.domain, completion, self.law, _exempt_and_prohibited),
                ends_under=turns,
            )  # fmt: skip


def _exempt_and_prohibited(found: Witness) -> bool:
    return found.prohibited and bool(found.qualifies[0])


def _grants(clause: str) -> str:
    return f'probe_grants("{clause}")'


def _falls(clause: str) -> str:
    return f'probe_falls("{clause}")'


__all__ = ["Clashes"]
