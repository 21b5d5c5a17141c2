"""Where two laws differ for two impacts together, and not for one: under which pairs of clauses.

A limit on what may be used together (subd. 9(e), 9(g)) changes no answer for an impact by itself. What such a change does is
told by the clauses it keeps apart or lets stand together: for every pair of clauses it is asked whether some project of two
impacts, each of which qualifies under one of them and under nothing else, changes its answer. Every question is a solve.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from lexempt.amending.domain import Domain, Limits, Side
from lexempt.amending.layout import layouts
from lexempt.amending.witness import WIDENS_NARROWS, law_of_side
from lexempt.law.program import order
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.solving.engine import Watch
from lexempt.solving.manyfold import Asks, Manyfold

_RULES = """
otherwise(I, C) :- qualifies__{0}(I, C), qualifies__{0}(I, D), C != D.
alone(I, C) :- qualifies__{0}(I, C), not otherwise(I, C).
tells(C, D) :- alone(I, C), alone(J, D), I != J, C <= D.
"""


class Pair(NamedTuple):
    """Two clauses, in statutory order: some project of two impacts, one under each, changes its answer that way."""

    kind: str
    clauses: tuple[str, str]


def pairs(
    sides: Sequence[Side],
    touched: Sequence[str],
    kinds: Sequence[str],
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> tuple[Pair, ...]:
    """The pairs for these kinds (`widens`, `narrows`) of change, for two impacts in one wetland of one owner, on the cone of the
    change. The clauses are those of the law under which no plan is required. Raises StoppedError at a limit."""
    domain = Domain(sides, touched, Limits(2, 1, 1), False, vocabulary)
    (layout,) = layouts(domain, 2)
    laws = [law_of_side(side) for side in sides]
    found: list[Pair] = []
    for kind in kinds:
        wish = WIDENS_NARROWS[kind]
        asks = Asks(rules=_RULES.format("v1" if wish.answers[-1] else "v0"))
        places = tuple(layout.interchangeable())
        watch = Watch(None, asked_to_stop)
        manyfold = Manyfold(
            layout.case(), laws, choices, vocabulary, layout.ordinary(), watch, places, asks=asks,
            by_year=tuple(layout.alike_by_year()),
        )  # fmt: skip
        clauses = sorted((sorted(told, key=order) for told in manyfold.told(2)), key=lambda two: tuple(map(order, two)))
        for first, second in clauses:
            if manyfold.any(wish._replace(tells=tuple(sorted((first, second))))):
                found.append(Pair(kind, (first, second)))
    return tuple(found)


__all__ = ["Pair", "pairs"]
