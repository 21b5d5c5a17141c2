"""Gaps: a combination of facts that no clause of a group covers, though its neighbours are covered.

The clauses of a group are laid over the combinations of the facts by which they divide projects among themselves. A fact
divides them if one clause needs it one way, and another clause another way. A combination is a gap where no clause covers
it, and for at least two of these facts there is another value with which one does. So a value that no clause is about at all
makes no gap, nor what one clause asks for and no other clause asks the contrary of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TypeAlias

from lexempt.amending.standing import read_by
from lexempt.finding import Fact, Finding, Neighbour, Witness
from lexempt.law.program import order
from lexempt.law.vocabulary import Attribute
from lexempt.linting.clauses import ABOUT, Law, subdivision
from lexempt.linting.confirming import witness
from lexempt.linting.domain import Domain
from lexempt.linting.readings import ends_under
from lexempt.solving.engine import Watch
from lexempt.solving.probing import Probe

Value: TypeAlias = str
Point: TypeAlias = tuple[Value, ...]
"""A value for each of some attributes; of a county, its class is one attribute, and its lists another."""
Covered: TypeAlias = Mapping[Point, frozenset[str]]
"""Combination -> the clauses that cover it for some project. What no project can be is not there."""

_PLACE = "county"
_CLASS = "area_class"
_KINDS = ("yes_no", "choice", "set", "county")
_NONE = "none"


def gaps(law: Law, watch: Watch) -> Iterator[Finding]:
    """The gaps of every group of clauses."""
    for group in law.groups:
        names = _divided(law, group)
        if len(names) > 1:
            yield from _Group(law, group, names, watch).gaps()


def _divided(law: Law, group: tuple[str, ...]) -> tuple[str, ...]:
    """The attributes that some clauses of a group deal with in different ways, not only as exceptions, in order."""
    found = []
    for attribute in _attributes(law):
        ways = [law.treatment(clause, attribute.name) for clause in group]
        told = [way for way in ways if way]
        if len(set(told)) > 1 and any(line != "excepts" for way in told for line, *_ in way):
            found.append(attribute.name)
    return tuple(dict.fromkeys(found))


def _attributes(law: Law) -> list[Attribute]:
    kinds = (a for entity in ABOUT for a in law.vocabulary.of(entity))
    return [a for a in kinds if a.type in _KINDS and a.key_type is None and not a.background]


class _Group:
    def __init__(self, law: Law, group: tuple[str, ...], names: tuple[str, ...], watch: Watch) -> None:
        self.law, self.group, self.watch = law, group, watch
        self.names = tuple(
            dict.fromkeys(n for name in names for n in ((_CLASS, _PLACE) if name == _PLACE else (name,)))
        )
        read = {a for clause in group for a in read_by(law.standing.provisions[clause])}
        self.domain = Domain([law.standing], law.day, law.vocabulary, only=frozenset(read | set(self.names)))
        self.sets = tuple(a.name for a in _attributes(law) if a.type == "set" and a.name in self.names)
        self.probe = Probe(
            self.domain.case, law.law_set, law.choices, law.vocabulary, self.domain.ordinary(), watch, self._rules()
        )

    def _rules(self) -> list[str]:
        rules = [f"probe_asked({name})." for name in self.names if name != _CLASS]
        rules += [f"probe_asked({_PLACE})."] if _CLASS in self.names else []
        rules.append("probe_holds(A, V) :- probe_asked(A), not derivable_attribute(A), about(I, E), fact(E, A, V).")
        rules.append("probe_holds(A, V) :- probe_asked(A), derivable_attribute(A), about(I, E), settled(E, A, V).")
        rules += [f'probe_member("{clause}").' for clause in self.group]
        rules.append("probe_covers(C) :- probe_member(C), satisfies(I, C).")
        rules.append("probe_covered :- probe_covers(C).")
        # Of a list of kinds of work, one at a time.
        rules += [f":- probe_holds({name}, V), probe_holds({name}, W), V < W." for name in self.sets]
        return rules

    def gaps(self) -> Iterator[Finding]:
        covered = self._covered()
        names = tuple(n for k, n in enumerate(self.names) if _divides(covered, k))
        if len(names) < 2:
            return
        on = _projected(covered, [self.names.index(n) for n in names])
        holes = [point for point in on if _is_hole(on, point)]
        by_clauses: dict[frozenset[str], list[Point]] = {}
        for point in holes:
            beside = frozenset(c for k in range(len(point)) for q in _beside(on, point, k) for c in on[q])
            by_clauses.setdefault(beside, []).append(point)
        for points in by_clauses.values():
            for box in _boxes(points):
                yield self._finding(names, box, on)

    def _covered(self) -> Covered:
        found: dict[Point, set[str]] = {}
        for atoms in self.probe.table(["probe_holds/2", "probe_covers/1"]):
            held: dict[str, str] = {}
            clauses = set()
            for atom in atoms:
                predicate, _, rest = atom.removesuffix(")").partition("(")
                if predicate == "probe_covers":
                    clauses.add(rest.strip('"'))
                else:
                    name, _, value = rest.partition(",")
                    held[name] = value
            found.setdefault(self._point(held), set()).update(clauses)
        return {point: frozenset(clauses) for point, clauses in sorted(found.items())}

    def _point(self, held: Mapping[str, str]) -> Point:
        values = []
        for name in self.names:
            if name == _CLASS and _PLACE in held:
                values.append(self.law.vocabulary.counties[held[_PLACE]].area_class or _NONE)
            elif name == _PLACE:
                on = self.domain.places(held[_PLACE])
                values.append(",".join(str(n) for n, is_on in enumerate(on) if is_on) or _NONE)
            else:
                values.append(held.get(name, _NONE))
        return tuple(values)

    # --- a finding

    def _finding(self, names: tuple[str, ...], box: tuple[tuple[Value, ...], ...], on: Covered) -> Finding:
        points = list(product(*box))
        question = self._question(names, points[0])
        completion = self.probe.smallest({**question, "probe_covered": False, "regulated({i})": True})
        assert completion is not None, "a gap has a project"
        near = tuple(self._neighbours(names, points, on))
        turns = ends_under(
            self.law,
            self.group,
            lambda readings: self.probe.possible({**question, "probe_covered": True}, readings),
        )
        facts = tuple(
            Fact(*self._words(name, values))
            for k, (name, values) in enumerate(zip(names, box, strict=True))
            if len(values) < len({p[k] for p in on})
        )
        clauses = sorted({c for n in near for c in n.clauses}, key=order)
        return Finding(
            "gap",
            subdivision(self.group[0]),
            tuple(clauses),
            facts,
            neighbours=near,
            witness=witness(self.domain, completion, self.law, self._uncovered),
            ends_under=turns,
        )

    def _neighbours(self, names: tuple[str, ...], points: list[Point], on: Covered) -> Iterator[Neighbour]:
        """For each fact the other values that are covered, those together that the same clauses cover."""
        for k, name in enumerate(names):
            by_clauses: dict[tuple[str, ...], list[Value]] = {}
            covers: dict[Value, set[str]] = {}
            for point in points:
                for other in _beside(on, point, k):
                    covers.setdefault(other[k], set()).update(on[other])
            for value, covering in sorted(covers.items()):
                by_clauses.setdefault(tuple(sorted(covering, key=order)), []).append(value)
            for clauses, values in by_clauses.items():
                yield Neighbour(*self._words(name, tuple(values)), clauses)

    def _uncovered(self, found: Witness) -> bool:
        return not any(clause in self.group for clauses in found.qualifies for clause in clauses)

    def _question(self, names: tuple[str, ...], point: Point) -> dict[str, bool]:
        asked = dict(zip(names, point, strict=True))
        question = {f"probe_holds({n},{v})": True for n, v in asked.items() if n not in (_CLASS, _PLACE) and v != _NONE}
        if _CLASS in asked or _PLACE in asked:
            wanted = {c for c in self.domain.counties if self._place_fits(c, asked)}
            for county in self.domain.counties:
                if county not in wanted:
                    question[f"probe_holds({_PLACE},{county})"] = False
        return question

    def _place_fits(self, county: str, asked: Mapping[str, str]) -> bool:
        held = dict(zip(self.names, self._point({_PLACE: county}), strict=True))
        return all(held[n] == asked[n] for n in (_CLASS, _PLACE) if n in asked)

    def _words(self, name: str, values: tuple[Value, ...]) -> tuple[str, tuple[str, ...]]:
        attribute = next(a for a in _attributes(self.law) if a.name == name)
        if name != _PLACE:
            return attribute.words, tuple(v.replace("_", " ") for v in values)
        places = []
        for value in values:
            on = [self._list_name(int(n)) for n in value.split(",")] if value != _NONE else []
            places.append("on the list of " + " and of ".join(on) if on else "on no list")
        return attribute.words, tuple(places)

    def _list_name(self, number: int) -> str:
        members = self.domain.lists[number]
        provisions = self.law.standing.provisions.values()
        return next(p.id for p in provisions if frozenset(p.lists.get(_PLACE, ())) == members)


def _beside(on: Covered, point: Point, k: int) -> list[Point]:
    """The covered combinations that differ in the k-th fact only."""
    return [q for q in _others(on, point, k) if on[q]]


def _others(on: Covered, point: Point, k: int) -> list[Point]:
    """The combinations that differ in the k-th fact only."""
    return [q for q in on if q[k] != point[k] and q[:k] == point[:k] and q[k + 1 :] == point[k + 1 :]]


def _is_hole(on: Covered, point: Point) -> bool:
    """Not covered, and covered if one fact were otherwise, for more than one of the facts."""
    return not on[point] and sum(bool(_beside(on, point, k)) for k in range(len(point))) > 1


def _divides(covered: Covered, k: int) -> bool:
    """Whether one clause needs the k-th fact one way, and another clause another way."""
    ways: set[tuple[str, str, str]] = set()
    for point, clauses in covered.items():
        for other in covered:
            if other[k] != point[k] and other[:k] == point[:k] and other[k + 1 :] == point[k + 1 :]:
                ways.update((clause, point[k], other[k]) for clause in clauses - covered[other])
    return any(c != d and v == w_ and w == v_ for c, v, w in ways for d, v_, w_ in ways)


def _projected(covered: Covered, places: list[int]) -> Covered:
    found: dict[Point, frozenset[str]] = {}
    for point, clauses in covered.items():
        short = tuple(point[k] for k in places)
        found[short] = found.get(short, frozenset()) | clauses
    return found


def _boxes(points: list[Point]) -> list[tuple[tuple[Value, ...], ...]]:
    """Points put together to boxes: those that differ in one place only, place by place from the last one."""
    boxes: list[tuple[tuple[Value, ...], ...]] = [tuple((value,) for value in point) for point in sorted(points)]
    for k in reversed(range(len(boxes[0]) if boxes else 0)):
        joined: dict[object, tuple[tuple[Value, ...], ...]] = {}
        for box in boxes:
            rest = (box[:k], box[k + 1 :])
            before = joined.get(rest)
            joined[rest] = box if before is None else (*box[:k], tuple(sorted({*before[k], *box[k]})), *box[k + 1 :])
        boxes = list(joined.values())
    return boxes
