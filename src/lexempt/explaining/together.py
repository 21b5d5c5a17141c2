"""Which clauses may be used together on a project, and which provision keeps others apart, whether any impact meets them or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lexempt.explaining.derive import Derivation
from lexempt.explaining.model import solutions
from lexempt.explaining.terms import matched, order_of
from lexempt.law.program import order

_ASKED_OF_MET = frozenset(("telling_conflicts", "met_by_some", "together_in"))
"""What the rules for `apart` ask so that they are grounded for clauses alone that some impact meets."""


class Together:
    """Reads one answer set."""

    def __init__(self, derivation: Derivation) -> None:
        self.model, self.rules = derivation.model, derivation.rules

    def may(self, project: str, clause: str, others: Iterable[str]) -> bool:
        """Whether a clause may be used on a project (our id) beside one of the others at least, or is one of them; also where it
        was not grounded, as it cannot be about any work of the case."""
        if self.model.holds("withheld", (project, clause)):
            return False
        choices = {choice for choice, _ in self.model.like("allows", (None, clause))}
        return not choices or any(clause == other or choices & {s for s, _ in self.model.like("allows", (None, other))} for other in others)

    def kept_apart(self, clause: str, others: Sequence[str]) -> list[str]:
        """The provisions that keep a clause apart from the others."""
        found = set()
        for ready in self.rules.by_head.get(("apart", 3), ()):
            for other in others:
                for pair in ((clause, other), (other, clause)):
                    bound = matched(ready.terms, (*pair, None), {})
                    asked = tuple(literal for literal in ready.body if literal.predicate not in _ASKED_OF_MET)
                    if bound is not None and any(True for _ in solutions(self.model, order_of(asked, bound), bound)):
                        found.add(str(ready.terms[2]))
        return sorted(found, key=order)
