"""What two laws do differently to the same projects: whose answer changes, which way, by which clause, under which reading.

An answer goes from *plan required* over *depends* to *no plan required*: upward widens the exemption, downward narrows it.
Where the answer stays, larger sets of impacts that can be exempt together widen it too. A change under a reading counts as
a change. Where a law has not been seen in full, its answer is that of the wording last seen, and an answer that turns on the
rest is said to, without a direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal, TypeAlias

from lexempt.records import NamedTuple
from lexempt.result import FactValue, Plan, ProjectResult

Direction: TypeAlias = Literal["no change", "only widens the exemption", "only narrows the exemption", "both"]
LEVEL: Mapping[Plan, int] = {"required": 0, "depends": 1, "not_required": 2}
KINDS = (
    "no plan required any more",
    "plan required now",
    "depends now",
    "more can be exempt",
    "less can be exempt",
    "another path",
    "another amount",
    "other duties",
    "differs only under a reading",
    "turns on words not seen",
)


class ReadingDifference(NamedTuple):
    """A choice of readings under which a project's answers differ (alone, against the profile)."""

    choices: tuple[tuple[str, str], ...]
    before: Plan
    after: Plan


class ProjectDifference(NamedTuple):
    """A project that the two laws treat differently. `up`, `down`: whether anything of it widens, narrows."""

    id: str
    path: str
    kinds: tuple[str, ...]
    before: Plan
    after: Plan
    gained: tuple[tuple[str, str], ...]
    """(impact, clause) under which it qualifies in the second law only."""
    lost: tuple[tuple[str, str], ...]
    readings: tuple[ReadingDifference, ...]
    up: bool
    down: bool
    turns_on: tuple[FactValue, ...] = ()
    """What has not been seen of either law and can change its answer, so far as found."""


class Difference(NamedTuple):
    """The comparison over some projects. `unsure`: projects whose paths were too many to compare, or that got no answer."""

    projects: int
    different: tuple[ProjectDifference, ...]
    unsure: tuple[str, ...]

    @property
    def direction(self) -> Direction:
        """Over all projects and readings compared."""
        return direction_of(self.different)

    def by_clause(self) -> dict[str, tuple[int, int]]:
        """Clause -> how many projects gain and lose it for some impact."""
        found: dict[str, tuple[int, int]] = {}
        for project in self.different:
            for clause in {c for _, c in project.gained}:
                more, less = found.get(clause, (0, 0))
                found[clause] = (more + 1, less)
            for clause in {c for _, c in project.lost}:
                more, less = found.get(clause, (0, 0))
                found[clause] = (more, less + 1)
        return found


def direction_of(different: Iterable[ProjectDifference]) -> Direction:
    """The direction of some differences together."""
    found = list(different)
    up, down = any(p.up for p in found), any(p.down for p in found)
    return (
        "both"
        if up and down
        else "only widens the exemption"
        if up
        else "only narrows the exemption"
        if down
        else "no change"
    )


def compare(
    before: Sequence[ProjectResult],
    after: Sequence[ProjectResult],
    refused: Sequence[str] = (),
    unseen_since: date | None = None,
) -> Difference:
    """The projects of two runs over the same files, in the order of the first; the law has words not seen since a day."""
    others = {(p.path, p.id): p for p in after}
    different, unsure = [], list(refused)
    compared = 0
    for one in before:
        other = others.pop((one.path, one.id), None)
        if other is None:
            unsure.append(f"{one.path}: {one.id}: no answer under the second law")
            continue
        compared += 1
        unseen = unseen_since is not None and max(one.law_on, other.law_on) >= unseen_since
        if not unseen and not (one.paths.complete and other.paths.complete):
            unsure.append(f"{one.path}: {one.id}: too many paths to compare")
        found = _project(one, other, unseen)
        if found is not None:
            different.append(found)
    unsure += [f"{path}: {name}: no answer under the first law" for path, name in others]
    different.sort(key=lambda p: not (p.up or p.down))  # what widens or narrows first, else in the order of the files
    return Difference(compared, tuple(different), tuple(unsure))


def _project(one: ProjectResult, other: ProjectResult, unseen: bool) -> ProjectDifference | None:
    kinds: list[str] = []
    before, after = (p.as_last_seen or p.replacement_plan for p in (one, other))
    up, down = LEVEL[after] > LEVEL[before], LEVEL[after] < LEVEL[before]
    if before != after:
        kinds.append({"not_required": KINDS[0], "required": KINDS[1], "depends": KINDS[2]}[after])
    whole = one.paths.complete and other.paths.complete and not unseen
    if whole and before == after:
        mine, theirs = _exempted(one), _exempted(other)
        if any(not any(s <= t for t in mine) for s in theirs):
            kinds.append(KINDS[3])
            up = True
        if any(not any(s <= t for t in theirs) for s in mine):
            kinds.append(KINDS[4])
            down = True
    gained, lost = _clauses(other) - _clauses(one, True), _clauses(one) - _clauses(other, True)
    if not kinds and (gained or lost or (whole and one.paths.maximal != other.paths.maximal)):
        kinds.append(KINDS[5])
    alike = before == after and one.regulated == other.regulated and _clauses(one) == _clauses(other)
    if alike and not unseen:  # else they only follow the answer and the clauses
        if _numbers(one) != _numbers(other):
            kinds.append(KINDS[6])
        if _duties(one) != _duties(other):
            kinds.append(KINDS[7])
    readings = () if unseen else tuple(_readings(one, other))
    for reading in readings:
        up |= LEVEL[reading.after] > LEVEL[reading.before]
        down |= LEVEL[reading.after] < LEVEL[reading.before]
    if readings and not kinds:
        kinds.append(KINDS[8])
    if one.as_last_seen or other.as_last_seen:
        kinds.append(KINDS[9])
    if not kinds:
        return None
    return ProjectDifference(
        one.id, one.path, tuple(kinds), before, after, tuple(sorted(gained)), tuple(sorted(lost)), readings, up, down,
        tuple({value.fact: value for value in (*one.law_turns_on, *other.law_turns_on)}.values()),
    )  # fmt: skip


def _duties(project: ProjectResult) -> set[tuple[str, ...]]:
    """Duties with their states, and what else follows for a plan or for work that needs none."""
    told = {(c.provision, c.about, c.what, c.holds) for c in project.consequences}
    return {(d.provision, d.impact, d.state) for d in project.duties} | told


def _numbers(project: ProjectResult) -> dict[tuple[str, str], set[Fraction]]:
    """The numbers of what follows, such as a ratio. (Up to how many square feet it holds is no difference by itself.)"""
    found: dict[tuple[str, str], set[Fraction]] = {}
    for c in project.consequences:
        if c.number is not None and c.unit is None:
            found.setdefault((c.about, c.what), set()).add(c.number)
    return found


def _clauses(project: ProjectResult, possible: bool = False) -> set[tuple[str, str]]:
    """(impact, clause or release) that is sure, or at least possible."""
    sure = {(i.id, c) for i in project.impacts for c in (*i.qualifies, *i.released_by)}
    return sure | {(i.id, c) for i in project.impacts for c in (*i.may_qualify, *i.may_release)} if possible else sure


def _exempted(project: ProjectResult) -> list[frozenset[str]]:
    """The sets of impacts that some path exempts."""
    return [frozenset(impact for impact, _ in path.exempts) for path in project.paths.maximal]


def _readings(one: ProjectResult, other: ProjectResult) -> Iterable[ReadingDifference]:
    """Answers that differ under a choice and not as the profile does."""
    mine = {e.choices: e.replacement_plan for e in one.readings}
    theirs = {e.choices: e.replacement_plan for e in other.readings}
    for choices in sorted({*mine, *theirs}):
        # A set of choices that only one run lists stands in the other for the answer of the profile, unless a part of it
        # has an effect of its own there.
        if any(set(c) < set(choices) for c in (*mine, *theirs)):
            continue
        before, after = mine.get(choices, one.replacement_plan), theirs.get(choices, other.replacement_plan)
        if (before, after) != (one.replacement_plan, other.replacement_plan) and before != after:
            yield ReadingDifference(choices, before, after)
