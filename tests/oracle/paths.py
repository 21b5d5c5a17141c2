"""The choice of exemptions for a whole project: 9(e), 9(g), 11(b).

A path gives each regulated impact that is not released a clause for which it qualifies, or `replaced`, such that any
two different clauses used may stand together. It is maximal if no other path exempts a strict superset of its impacts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .matter import DE_MINIMIS, SUBDIVISION, Matter, S, View, reaches

REPLACED = "replace"
LIMIT = 2_000
Use = tuple[str, str]
"""A clause and the limb of it: the limb is empty but for 2(b), where it is `type_1` or `types_2_6`."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The maximal paths of a group of projects that counts as one.

    `assignments` holds each of them as a set of (impact, clause or `replace`); None where there are more than LIMIT.
    With nothing left to assign there is one path, the empty one.
    """

    exempted: frozenset[frozenset[str]]
    count: int
    assignments: frozenset[frozenset[tuple[str, str]]] | None


def _paragraph(clause: str) -> str:
    return clause.split("/")[2]


def may_stand_together(matter: Matter, one: Use, other: Use) -> bool:
    (first, _), (second, _) = one, other
    stands = matter.stands
    if first == second:
        return one == other or matter.reads("limbs_together", "both")
    if matter.reads("combining_exemptions", "barred") and SUBDIVISION[first] != SUBDIVISION[second]:
        return False
    minimal = (first in DE_MINIMIS) + (second in DE_MINIMIS)
    if minimal == 1:
        return not stands(S + "9/g")
    if minimal == 2 and stands(S + "9/e"):
        if matter.reads("combining_metropolitan_amounts", "free") and (
            reaches(S + "9/d", first) or reaches(S + "9/d", second)
        ):
            return True
        return matter.reads("combining_amounts", "each_paragraph") and _paragraph(first) == _paragraph(second)
    return True


def de_minimis_withdrawn(
    matter: Matter,
    group: tuple[View, ...],
    regulated: frozenset[str],
    satisfied: dict[str, frozenset[str]],
    qualified: dict[str, frozenset[str]],
) -> bool:
    """Whether a reading takes de minimis from the whole project."""
    stands = matter.stands
    if stands(S + "9/g"):
        if matter.reads("other_exemption_available", "automatic") and any(
            qualified[v.id] - DE_MINIMIS for v in group if v.id in regulated
        ):
            return True
        if matter.reads("exempt_activity_counted", "any_activity") and any(
            satisfied[v.id] - DE_MINIMIS for v in group if v.id not in regulated
        ):
            return True
    if stands(S + "9/e") and matter.reads("combining_amounts", "whole_project"):
        listed = {c for v in group if v.id in regulated for c in satisfied[v.id] & DE_MINIMIS}
        if matter.reads("combining_metropolitan_amounts", "free"):
            listed = {c for c in listed if not reaches(S + "9/d", c)}
        return len(listed) >= 2
    return False


def maximal_paths(matter: Matter, open_to: dict[str, list[Use]]) -> Paths:
    """`open_to` gives, for each regulated and unreleased impact of the group, what it may use."""
    uses = sorted({use for choices in open_to.values() for use in choices})
    together = {use: {other for other in uses if may_stand_together(matter, use, other)} for use in uses}
    found = {
        frozenset(name for name, choices in open_to.items() if not chosen.isdisjoint(choices))
        for chosen in _cliques(frozenset(), set(uses), set(), together)
    }
    exempted = frozenset(one for one in found if not any(one < other for other in found))
    counts = {one: _count(sorted(one), open_to, together) for one in exempted}
    number = sum(counts.values())
    assignments: frozenset[frozenset[tuple[str, str]]] | None = None
    if number <= LIMIT:
        assignments = frozenset(
            frozenset(
                {(name, REPLACED) for name in open_to if name not in one} | {(name, use[0]) for name, use in chosen}
            )
            for one in exempted
            for chosen in _assignments(sorted(one), open_to, together)
        )
    return Paths(exempted, number, assignments)


def _cliques(
    chosen: frozenset[Use], more: set[Use], done: set[Use], together: dict[Use, set[Use]]
) -> Iterator[frozenset[Use]]:
    """Every largest set of uses that may stand together pairwise (Bron and Kerbosch)."""
    if not more and not done:
        yield chosen
        return
    if more:
        pivot = max(more | done, key=lambda use: len(together[use] & more))
        for use in sorted(more - (together[pivot] - {pivot})):
            near = together[use] - {use}
            yield from _cliques(chosen | {use}, more & near, done & near, together)
            more = more - {use}
            done = done | {use}


def _assignments(
    names: list[str], open_to: dict[str, list[Use]], together: dict[Use, set[Use]]
) -> Iterator[tuple[tuple[str, Use], ...]]:
    if not names:
        yield ()
        return
    first, rest = names[0], names[1:]
    for use in open_to[first]:
        for others in _assignments(rest, open_to, together):
            if all(other in together[use] for _, other in others):
                yield ((first, use), *others)


def _count(names: list[str], open_to: dict[str, list[Use]], together: dict[Use, set[Use]]) -> int:
    """How many assignments exempt exactly these impacts, without listing them."""
    states: dict[frozenset[Use], int] = {frozenset(): 1}
    for name in names:
        after: dict[frozenset[Use], int] = {}
        for used, number in states.items():
            for use in open_to[name]:
                if used <= together[use]:
                    key = used | {use}
                    after[key] = after.get(key, 0) + number
        states = after
    return sum(states.values())
