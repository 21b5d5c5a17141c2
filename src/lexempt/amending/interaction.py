"""What amendments do together that none does alone: answers under every package, compared with the sum of the parts.

The words are those of budget analysts: *standalone* (base and this one), *stacked* (after the ones named before it), *last-in*
(all, less all but this one), *residual* (what all do, less the sum of what each does alone). A change is one of the answer:
upward (to *depends*, to *no plan required*) widens the exemption.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from lexempt.amending.difference import LEVEL
from lexempt.amending.fit import Fitted
from lexempt.law.program import within
from lexempt.records import NamedTuple
from lexempt.result import Plan
from lexempt.solving.minimal_packages import Flips
from lexempt.solving.packages import Package
from lexempt.solving.rows import LawRow

Project = tuple[str, str]
MOST = 12
"""More amendments than this are too many to try every package of."""


def packages_of(number: int) -> tuple[Package, ...]:
    """The packages of so many amendments that are answered, smaller ones first, then in the order of the amendments: every one, or,
    of too many, those of up to two, of each and all before it, of all but one, and of all."""
    if number <= MOST:
        return tuple(frozenset(chosen) for size in range(number + 1) for chosen in combinations(range(number), size))
    everything = frozenset(range(number))
    found = {frozenset(chosen) for size in range(3) for chosen in combinations(range(number), size)}
    found |= {frozenset(range(n)) for n in range(number + 1)} | {everything - {n} for n in range(number)}
    return tuple(sorted(found, key=lambda package: (len(package), sorted(package))))


class Effect(NamedTuple):
    """Between two packages: the projects for which the second widens the exemption, and narrows it."""

    widens: tuple[Project, ...]
    narrows: tuple[Project, ...]


class Together(NamedTuple):
    """A minimal package that changes answers which no smaller part of it changes, and the projects."""

    package: Package
    effect: Effect


class Pair(NamedTuple):
    """Something about one amendment and another, and the projects of which it is so."""

    kind: str
    first: int
    second: int
    projects: tuple[Project, ...]


class Block(NamedTuple):
    """A minimal package that changes answers, a minimal one that undoes it where both stand, and the projects of which it is
    so. (That one amendment undoes another is a pair.)"""

    flips: Package
    blocks: Package
    projects: tuple[Project, ...]


class Interaction(NamedTuple):
    """The lattice over some projects, and what follows from it. Amendments are known by their places."""

    projects: int
    packages: tuple[Package, ...]
    effects: tuple[Effect, ...]
    """Of each package, against the base."""
    standalone: tuple[Effect, ...]
    stacked: tuple[Effect, ...]
    last_in: tuple[Effect, ...]
    residual: tuple[Project, ...]
    """Where what all do is not the sum of what each does alone."""
    together: tuple[Together, ...]
    pairs: tuple[Pair, ...]
    blocks: tuple[Block, ...] = ()
    searched: Flips | None = None
    """Where not every package was tried: the search for minimal ones, which `together` and `blocks` are from."""


def interaction(
    answers: Mapping[Project, Sequence[Plan]], packages: Sequence[Package], number: int, flips: Flips | None = None
) -> Interaction:
    """Everything that follows from the answers under each package: all 2^number of them, or those of `packages_of` and the minimal
    ones that were searched for (`flips`)."""
    place = {package: n for n, package in enumerate(packages)}
    levels = {project: [LEVEL[plan] for plan in plans] for project, plans in sorted(answers.items())}
    everything = frozenset(range(number))

    def effect(before: Package, after: Package) -> Effect:
        one, other = place[before], place[after]
        widens = tuple(p for p, level in levels.items() if level[other] > level[one])
        return Effect(widens, tuple(p for p, level in levels.items() if level[other] < level[one]))

    none: Package = frozenset()
    base = place[none]
    residual = tuple(
        project
        for project, level in levels.items()
        if level[place[everything]] - level[base]
        != sum(level[place[frozenset((n,))]] - level[base] for n in range(number))
    )
    return Interaction(
        len(levels),
        tuple(packages),
        tuple(effect(none, package) for package in packages),
        tuple(effect(none, frozenset((n,))) for n in range(number)),
        tuple(effect(frozenset(range(n)), frozenset(range(n + 1))) for n in range(number)),
        tuple(effect(everything - {n}, everything) for n in range(number)),
        residual if number > 1 else (),
        tuple(_together(levels, packages, place) if flips is None else _flipped(levels, flips, base)),
        tuple(_pairs(levels, place, number)),
        tuple(_blocks(levels, packages, place) if flips is None else _undone(flips)),
        flips,
    )


def _flipped(levels: Mapping[Project, Sequence[int]], flips: Flips, base: int) -> list[Together]:
    """The minimal packages of several amendments that a search found."""
    found: dict[Package, list[Project]] = {}
    for project, each in flips.found.items():
        for flip in each:
            if len(flip.package) > 1:
                found.setdefault(flip.package, []).append(project)
    return [
        Together(package, Effect(*(tuple(p for p in sorted(found[package]) if levels[p][base] == at) for at in (0, 2))))
        for package in sorted(found, key=lambda package: (len(package), sorted(package)))
    ]


def _undone(flips: Flips) -> list[Block]:
    found: dict[tuple[Package, Package], list[Project]] = {}
    for project, each in sorted(flips.found.items()):
        for flip in each:
            for undoing in flip.undone_by:
                if len(flip.package) + len(undoing) > 2:
                    found.setdefault((flip.package, undoing), []).append(project)
    return [Block(flip, block, tuple(projects)) for (flip, block), projects in sorted(found.items(), key=_by_places)]


def _blocks(
    levels: Mapping[Project, Sequence[int]], packages: Sequence[Package], place: Mapping[Package, int]
) -> list[Block]:
    found: dict[tuple[Package, Package], list[Project]] = {}
    base = place[frozenset()]
    for project, level in levels.items():
        flips: list[Package] = []
        for package in packages:  # smaller ones first
            if level[place[package]] != level[base] and not any(inner < package for inner in flips):
                flips.append(package)
        for flip in flips:
            blocking: list[Package] = []
            for package in packages:
                if package & flip or any(inner < package for inner in blocking):
                    continue
                if level[place[flip | package]] == level[base]:
                    blocking.append(package)
                    if len(flip) + len(package) > 2:
                        found.setdefault((flip, package), []).append(project)
    return [Block(flip, block, tuple(projects)) for (flip, block), projects in sorted(found.items(), key=_by_places)]


def _by_places(entry: tuple[tuple[Package, Package], list[Project]]) -> tuple[int, list[int], list[int]]:
    (flip, block), _ = entry
    return len(flip) + len(block), sorted(flip), sorted(block)


def _together(
    levels: Mapping[Project, Sequence[int]], packages: Sequence[Package], place: Mapping[Package, int]
) -> list[Together]:
    found = []
    for package in packages:
        if len(package) < 2:
            continue
        inner = [place[frozenset(part)] for size in range(len(package)) for part in combinations(sorted(package), size)]
        here, base = place[package], place[frozenset()]
        new = [
            p
            for p, level in levels.items()
            if level[here] != level[base] and all(level[n] == level[base] for n in inner)
        ]
        widens = tuple(p for p in new if levels[p][here] > levels[p][base])
        if new:
            found.append(Together(package, Effect(widens, tuple(p for p in new if p not in widens))))
    return found


def _pairs(levels: Mapping[Project, Sequence[int]], place: Mapping[Package, int], number: int) -> list[Pair]:
    found = []
    base = place[frozenset()]
    for one, other in combinations(range(number), 2):
        first, second, both = place[frozenset((one,))], place[frozenset((other,))], place[frozenset((one, other))]
        for kind, a, b, alone in (("undoes", other, one, first), ("undoes", one, other, second)):
            undone = [p for p, at in levels.items() if at[alone] != at[base] and at[both] == at[base]]
            if undone:
                found.append(Pair(kind, a, b, tuple(undone)))
        either = [p for p, at in levels.items() if at[first] == at[second] == at[both] != at[base]]
        if either:
            found.append(Pair("either suffices", one, other, tuple(either)))
        for a, b, alone in ((one, other, first), (other, one, second)):
            moved = any(at[alone] != at[base] for at in levels.values())
            partner = second if alone == first else first
            needs = [p for p, at in levels.items() if at[both] not in (at[partner], at[base])]
            if not moved and needs:
                found.append(Pair("has an effect only with", a, b, tuple(needs)))
    return found


_GONE = "one repeals it, the other amends it"
_ADDED = "one repeals the paragraph in which the other adds a provision"
Outcome: TypeAlias = Literal["later", "gone", "added", "both"]
"""Which of two prevails: the later one; what repeals, whichever is later; what adds; neither, as both would stand."""


class Clash(NamedTuple):
    """Two amendments that say different things of one thing, so that their order may matter: what, and where."""

    first: int
    second: int
    provision: str
    what: str
    outcome: Outcome = "later"
    stays: int = -1
    """Which of them prevails in either order, if one does."""
    kind: Literal["textual", "renumbering"] = "textual"

    @property
    def prevails(self) -> int | None:
        """The one that prevails; None: neither."""
        return {"later": self.second, "both": None}.get(self.outcome, self.stays)


def clashes(bills: Sequence[Fitted]) -> list[Clash]:
    """Numbers set differently, list members and conditions struck by one and inserted by the other, provisions repealed by one
    and amended or reinstated by the other."""
    found: dict[Clash, None] = {}
    for one, other in combinations(range(len(bills)), 2):
        if bills[one].bill.name in {before.bill.name for before in bills[other].before}:
            continue  # it says what becomes of that one's text
        for a, b in ((one, other), (other, one)):
            for row in _weighty(bills[a]):
                for against in _weighty(bills[b]):
                    for clash in _clash(one, other, row.predicate, row.args, against.predicate, against.args):
                        found[clash._replace(outcome="gone", stays=a) if clash.what == _GONE else clash] = None
            for section in bills[b].bill.sections:
                repealed = (s for s in bills[a].bill.sections if s.kind in ("repeal", "suspend"))
                if section.kind == "add" and any(within(section.id, s.id) for s in repealed):
                    found[Clash(one, other, section.id, _ADDED, "added", b)] = None
    return sorted(found)


def _weighty(bill: Fitted) -> list[LawRow]:
    """The rows of a bill but those that only follow from another: the new numbers below a provision that is renumbered."""
    numbered = {row.args[0] for row in bill.rows if row.predicate == "cites"}
    return [row for row in bill.rows if row.predicate != "cites" or row.args[0].rpartition("/")[0] not in numbered]


def _clash(
    one: int, other: int, predicate: str, args: Sequence[str], against: str, theirs: Sequence[str]
) -> list[Clash]:
    if predicate == against == "value" and args[:2] == theirs[:2] and args[2] != theirs[2]:
        return [Clash(one, other, args[0], f"set {args[1].replace('_', ' ')} differently")]
    if predicate == "value" and against == "unknown_value" and args[:2] == theirs[:2]:
        return [
            Clash(one, other, args[0], f"one sets {args[1].replace('_', ' ')}, the other sets it to what is not known")
        ]
    if predicate == "item" and against == "strikes" and tuple(args[:3]) == tuple(theirs[1:]):
        return [
            Clash(
                one,
                other,
                args[0],
                f"one inserts, the other strikes {args[2].replace('_', ' ')} ({args[1].replace('_', ' ')})",
            )
        ]
    if predicate == against == "cites" and (args[0] == theirs[0]) != (args[1] == theirs[1]):
        if args[0] == theirs[0]:
            return [Clash(one, other, args[0], "renumber it differently", kind="renumbering")]
        return [Clash(one, other, min(args[0], theirs[0]), f"give two provisions the number {args[1]}", "both", kind="renumbering")]
    if predicate == "repeals":
        gone = args[1]
        touched = theirs[1] if against in ("strikes", "enacts", "repeals", "unseen") else theirs[0]
        if against in ("value", "unknown_value", "item", "strikes", "unseen") and touched == gone:
            return [Clash(one, other, gone, _GONE)]
        if against == "enacts" and touched == gone:
            return [Clash(one, other, gone, "one repeals it, the other brings it back")]
    return []
