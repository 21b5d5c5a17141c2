"""Limits that decide nothing: provisions that keep exemptions apart, or cap what they allow, and without which every project
within bounds would get the same answer.

A limit may bear on several impacts together only, so two are laid out, in wetlands and portions of their own too. What the limit
reads is tried first, then every attribute that can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lexempt.amending.domain import Domain, Limits, Side
from lexempt.amending.layout import layouts
from lexempt.finding import Finding
from lexempt.law.program import load_law, order, within
from lexempt.law.rules import load_rules
from lexempt.linting.clauses import Law
from lexempt.linting.readings import carried, ends_under
from lexempt.solving.engine import Watch
from lexempt.solving.manyfold import Manyfold, Wish

BOUNDS = Limits(2, 2, 2)
_DIFFERENT = (Wish((False, True)), Wish((True, False)))
_TOLD_ONLY = ("duty", "consequence")


def limits(law: Law) -> tuple[str, ...]:
    """The limits that stand: what rules ask to be in force, and what keeps clauses apart or is documented as a limit."""
    rules = load_rules().rules
    asked = {
        str(terms[0])
        for rule in rules
        if rule.predicate not in _TOLD_ONLY
        for kind, name, terms in (literal[:3] for literal in rule.body if literal[0] == "is")
        if name == "in_force"
    }
    known = {str(rule.terms[2]) for rule in rules if rule.predicate == "apart"} | load_law().named_conditions
    sections = {clause.partition("/")[0] for clause in load_law().exemptions}
    return tuple(
        sorted(
            (
                p for p in asked
                if law.stands(p) and p.partition("/")[0] in sections and any(within(p, above) for above in known)
            ),
            key=order,
        )
    )  # fmt: skip


def idle(law: Law, watch: Watch) -> Iterator[Finding]:
    """A finding for each limit without which nothing changes. One that asks for what cannot be tried is passed over."""
    for limit in limits(law):
        search = _Search(law, limit, watch)
        if search.reachable and not search.turns({}, False) and not search.turns({}, True):
            ends = ends_under(law, [limit], lambda readings, search=search: search.turns(readings, False))  # type: ignore[misc]
            yield Finding("idle", limit, (), no_witness="nothing", ends_under=ends)


class _Search:
    """Whether anything turns on a limit."""

    def __init__(self, law: Law, limit: str, watch: Watch) -> None:
        self.law, self.limit, self.watch = law, limit, watch
        self.switched = tuple(dict.fromkeys(name for name, _ in carried(law, [limit])))
        self._cone: tuple[Manyfold, ...] | None = None
        self.laws = [law.law_set, law.law_set._replace(repealed=(limit,))]

    def _domain(self, wide: bool) -> Domain:
        side = Side(self.law.day, self.law.adopted, self.law.standing)
        return Domain((side, side), (self.limit,), BOUNDS, wide, self.law.vocabulary, () if wide else self.switched)

    @property
    def reachable(self) -> bool:
        """Whether all that it asks for can be tried."""
        return not self._domain(True).unreached()

    def turns(self, readings: Mapping[str, str], wide: bool) -> bool:
        """Whether some project gets another answer without it, under the readings in use but for these."""
        if readings and self._cone is None:
            self._cone = tuple(self._laid_out(False, self.switched))
        grounded = self._cone if readings and self._cone else self._laid_out(wide, ())
        choices = {**self.law.choices, **readings} if readings else None
        return any(many.any(wish, choices) for many in grounded for wish in _DIFFERENT)

    def _laid_out(self, wide: bool, switched: tuple[str, ...]) -> Iterator[Manyfold]:
        """The projects, those of one impact first (where every attribute is open a grounding is dear, and an impact that does
        nothing counts for none)."""
        domain = self._domain(wide)
        for impacts in range(BOUNDS.impacts if wide else 1, BOUNDS.impacts + 1):
            for layout in layouts(domain, impacts):
                yield Manyfold(
                    layout.case(), self.laws, self.law.choices, self.law.vocabulary, layout.ordinary(), self.watch,
                    tuple(layout.interchangeable()), switched, by_year=tuple(layout.alike_by_year()),
                )  # fmt: skip


__all__ = ["BOUNDS", "idle", "limits"]
