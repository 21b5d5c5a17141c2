"""The choice of exemptions for a whole project: 9(e), 9(g), 11(b).

A path gives each regulated impact that is not released a clause for which it qualifies, or `replaced`, such that any
two different clauses used may stand together. It is maximal if no other path exempts a strict superset of its impacts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .extent import Extent, Extents
from .matter import DE_MINIMIS, SUBDIVISION, Matter, S, View, reaches

REPLACED = "replace"
IN_PART = "in part "
"""Before a clause under which only a part is exempt."""
LIMIT = 2_000
Use = tuple[str, str]
"""A clause and the limb of it: the limb is empty but for 2(b), where it is `type_1` or `types_2_6`."""
Level = tuple[frozenset[str], frozenset[str]]
"""The impacts of a path that are exempt whole, and those that are in part."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The maximal paths of a group of projects that counts as one.

    `assignments` holds each of them as a set of (impact, clause or `replace`); None where there are more than LIMIT.
    With nothing left to assign there is one path, the empty one.
    """

    exempted: frozenset[frozenset[str]]
    count: int
    assignments: frozenset[frozenset[tuple[str, str]]] | None
    extents: dict[Level, frozenset[frozenset[Extent]]] = field(default_factory=dict)
    """By what is exempt whole and in part: how much is, of what is exempt in part, in each way to be so."""


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


def maximal_paths(
    matter: Matter,
    open_to: dict[str, list[Use]],
    in_part: dict[str, list[Use]] | None = None,
    extents: Extents = lambda _: [],
) -> Paths:
    """`open_to` gives, for each regulated and unreleased impact of the group, what it may use; `in_part` what may exempt a
    part of it, and `extents` how much. A path that exempts no impact less far, and one further, than another replaces it."""
    part = in_part or {}
    uses = sorted({use for choices in (*open_to.values(), *part.values()) for use in choices})
    together = {use: {other for other in uses if may_stand_together(matter, use, other)} for use in uses}
    found: dict[Level, frozenset[frozenset[Extent]]] = {}
    for chosen in _cliques(frozenset(), set(uses), set(), together):
        whole = frozenset(name for name, choices in open_to.items() if not chosen.isdisjoint(choices))
        rests_on = {
            name: frozenset(clause for clause, _ in chosen & set(choices))
            for name, choices in part.items()
            if name not in whole and not chosen.isdisjoint(choices)
        }
        some = frozenset(extents(rests_on))
        level = whole, frozenset(name for extent in some for name in extent.impacts)
        found[level] = found.get(level, frozenset()) | {some}
    kept = {one: found[one] for one in found if not any(_further(other, one) for other in found)}
    choices_of: dict[Level, dict[str, list[tuple[Use, str]]]] = {}
    for one, some in kept.items():
        choices_of[one] = {name: [(use, use[0]) for use in open_to[name]] for name in sorted(one[0])}
        for name in sorted(one[1]):
            clauses = {extent.clause for way in some for extent in way if name in extent.impacts}
            choices_of[one][name] = [(use, IN_PART + use[0]) for use in part[name] if use[0] in clauses]
    number = sum(_count(choices, together) for choices in choices_of.values())
    assignments: frozenset[frozenset[tuple[str, str]]] | None = None
    if number <= LIMIT:
        assignments = frozenset(
            frozenset({(name, REPLACED) for name in open_to if name not in choices} | set(chosen))
            for choices in choices_of.values()
            for chosen in _assignments(sorted(choices), choices, together)
        )
    return Paths(frozenset(one[0] for one in kept), number, assignments, kept)


def _further(one: Level, other: Level) -> bool:
    """Whether the first exempts every impact as far as the other, and one further."""
    return one != other and other[0] <= one[0] and other[1] <= one[0] | one[1]


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
    names: list[str],
    choices: dict[str, list[tuple[Use, str]]],
    together: dict[Use, set[Use]],
    used: tuple[Use, ...] = (),
) -> Iterator[tuple[tuple[str, str], ...]]:
    if not names:
        yield ()
        return
    first, rest = names[0], names[1:]
    for use, said in choices[first]:
        if all(other in together[use] for other in used):
            for others in _assignments(rest, choices, together, (*used, use)):
                yield ((first, said), *others)


def _count(choices: dict[str, list[tuple[Use, str]]], together: dict[Use, set[Use]]) -> int:
    """How many assignments exempt exactly these impacts so far, without listing them."""
    states: dict[frozenset[Use], int] = {frozenset(): 1}
    for options in choices.values():
        after: dict[frozenset[Use], int] = {}
        for used, number in states.items():
            for use, _ in options:
                if used <= together[use]:
                    key = used | {use}
                    after[key] = after.get(key, 0) + number
        states = after
    return sum(states.values())
