"""How much is exempt on a path where a reading exempts a part: exact areas, from the sums and bounds of the law.

A clause lets no more than its bound add up in each of its sums (an amount over the project, the limit of a landowner's
portion over what lies on it). What exceeds a bound is to be replaced, of the impacts that rest on the clause in part: what
adds up beside them uses the bound first. Sums of one clause lie within one another or apart, so the least area to replace is
found from the smallest sums up. Where that is not so, or an area or bound is not known, nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from lexempt.law.program import order
from lexempt.result import PartlyExempt
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.paths import Product
from lexempt.solving.reasons import Reasons, Tested

_NOT_KNOWN = "an area or a number of the law that it depends on is not known"
_CHOICE = "an impact may be exempt in part under one clause or another"
_DIFFER = "the impacts that add up have different limits"
_SHARED = "what adds up belongs to other projects too"


class _OpenError(Exception):
    """The area cannot be told, and why."""


class _Sum:
    """What exceeds the bound of a sum, and which of the impacts that rest on the clause in part are tested by it."""

    def __init__(self, test: Tested) -> None:
        self.limit = test.limit
        self.excess = max(Fraction(0), test.total - test.limit)
        self.members: set[str] = set()

    def least(self, areas: Mapping[str, Fraction]) -> Fraction:
        """The least area to replace of its members, for this sum alone."""
        return min(total(areas, self.members), self.excess)


def total(areas: Mapping[str, Fraction], impacts: Iterable[str]) -> Fraction:
    """The areas of these impacts together."""
    return sum((areas[i] for i in impacts), Fraction(0))


def partly_exempt(
    item: CaseAtoms, product: Product, by: Mapping[str, str], counted: frozenset[str], reasons: Reasons
) -> tuple[PartlyExempt, ...]:
    """The groups of what a scenario exempts in part, by the clause they rest on, in statutory order.

    `by` gives the reading that exempts a part, by clause. `counted` holds our ids of the impacts that count as one project
    with it; sums with others' impacts are not told. Impacts of which nothing can be exempt are in no group.
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    for impact, clauses in product.part.items():
        groups.setdefault(tuple(clauses), []).append(impact)
    chosen = {clause for clauses in groups if len(clauses) > 1 for clause in clauses}
    found = []
    for clauses in sorted(groups, key=lambda clauses: [order(clause) for clause in clauses]):
        members = groups[clauses]
        areas = {i: item.areas[i] for i in members if i in item.areas}
        try:
            if len(areas) < len(members):
                raise _OpenError(_NOT_KNOWN)
            if chosen & set(clauses):
                raise _OpenError(_CHOICE)
            sums = _sums(item, members, clauses[0], counted, reasons)
            exempt = total(areas, members) - _replaced(sums, areas)
            most = _most_exempt(sums, areas)
            left = {item.names[i]: area for i, area in most.items() if area > 0}
            if left:
                area = sum((areas[i] for i in members if most[i] > 0), Fraction(0))
                names = tuple(sorted(left))
                most_exempt = tuple(sorted(left.items()))
                found.append(PartlyExempt(names, clauses, area, exempt, area - exempt, by[clauses[0]], most_exempt))
        except _OpenError as why:
            names = tuple(sorted(item.names[i] for i in members))
            found.append(PartlyExempt(names, clauses, None, None, None, by[clauses[0]], open_why=str(why)))
    return tuple(found)


def _sums(
    item: CaseAtoms, members: Sequence[str], clause: str, counted: frozenset[str], reasons: Reasons
) -> list[_Sum]:
    """What a clause adds up for these impacts, where each impact of a sum has the same bound."""
    every = {ours for (kind, _), ours in item.ids.items() if kind == "impact"}
    sums: dict[frozenset[str], _Sum] = {}
    for impact in members:
        least: dict[frozenset[str], Tested] = {}
        for test in reasons.tests(item, impact, clause):
            if test is None:
                raise _OpenError(_NOT_KNOWN)
            if impact not in test.parts:
                continue  # it holds, and nothing of this impact adds up in it
            if test.parts not in least or test.limit < least[test.parts].limit:
                least[test.parts] = test
        for parts, test in least.items():
            if parts & every - counted:
                raise _OpenError(_SHARED)
            known = sums.setdefault(parts, _Sum(test))
            if known.limit != test.limit:
                raise _OpenError(_DIFFER)
            known.members.add(impact)
    return list(sums.values())


def _replaced(sums: Sequence[_Sum], areas: Mapping[str, Fraction]) -> Fraction:
    """The least area to replace such that every sum keeps its bound, from the smallest sums up."""
    done: list[tuple[set[str], Fraction]] = []
    for one in sorted(sums, key=lambda found: len(found.members)):
        inner = [entry for entry in done if entry[0] <= one.members]
        if any(entry[0] & one.members for entry in done if entry not in inner):
            raise _OpenError(_DIFFER)
        least = max(one.least(areas), sum((area for _, area in inner), Fraction(0)))
        done = [entry for entry in done if entry not in inner] + [(one.members, least)]
    return sum((area for _, area in done), Fraction(0))


def _most_exempt(sums: Iterable[_Sum], areas: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """How much of each impact can be exempt at most: the rest is to be replaced even if all others are replaced."""
    most = dict(areas)
    for one in sums:
        kept = total(areas, one.members) - one.least(areas)
        for impact in one.members:
            most[impact] = min(most[impact], kept)
    return most
