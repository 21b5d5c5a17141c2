"""Ground programs merged: each says of its atoms what it says alone, over shared choices; what they say alike is there once."""

from __future__ import annotations

import clingo
import pytest

from lexempt.solving.merged import Ground, Merged

FACTS = "{ fact(a); fact(b) }.  1 { fact(c, X) : X = 1..3 } 1.  limit(2)."
RULES = """
q(X) :- fact(X), not r(X).
r(b) :- fact(a).
same(X) :- q(X).
over :- #sum { X : fact(c, X) } > {limit}.
both :- over, q(a).
certain.
:- fact(b), fact(c, 3).
"""
NAMED = frozenset(("q", "over", "both", "certain", "same"))
SHARED = frozenset(("fact",))
ASKED = NAMED | SHARED


def program(limit: int) -> str:
    return FACTS + RULES.replace("{limit}", str(limit))


def answers(control: clingo.Control, suffix: str, names: frozenset[str]) -> set[tuple[frozenset[str], frozenset[str]]]:
    """(facts, what is named) of every answer set."""
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    found = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = [str(symbol) for symbol in model.symbols(atoms=True)]
            facts = frozenset(a for a in atoms if a.startswith("fact("))
            ends = {f"{name}{suffix}": name for name in names}
            said = frozenset(
                ends[a.partition("(")[0]] + a[len(a.partition("(")[0]) :] for a in atoms if a.partition("(")[0] in ends
            )
            found.add((facts, said))
    return found


def alone(limit: int) -> set[tuple[frozenset[str], frozenset[str]]]:
    control = clingo.Control()
    control.add("base", [], program(limit))
    control.ground([("base", [])])
    return answers(control, "", NAMED)


@pytest.mark.parametrize("limits", [(1,), (1, 2), (2, 2), (0, 3, 1)])
def test_each_is_as_alone(limits: tuple[int, ...]) -> None:
    suffixes = [f"v{n}" for n in range(len(limits))]
    programs = [Ground([program(limit)], [], ASKED) for limit in limits]
    merged = Merged(programs, suffixes, SHARED)
    for suffix, limit in zip(suffixes, limits, strict=True):
        assert answers(merged.control, f"__{suffix}", NAMED) == alone(limit)


def test_what_is_alike_is_there_once() -> None:
    one = Merged([Ground([program(1)], [], ASKED)], ["v0"], SHARED).nodes
    same = Merged([Ground([program(1)], [], ASKED)] * 2, ["v0", "v1"], SHARED).nodes
    other = Merged([Ground([program(limit)], [], ASKED) for limit in (1, 2)], ["v0", "v1"], SHARED).nodes
    assert same == one < other < 2 * one


def test_a_circle_is_refused() -> None:
    with pytest.raises(AssertionError, match="circle"):
        Merged([Ground(["{ fact(a) }.  q :- r.  r :- q.  q :- fact(a)."], [], ASKED)], ["v0"], SHARED)
