"""From a checked case to the atoms of clingo: ids of our own, words of the vocabulary, range-checked whole numbers.

No text of the user's reaches clingo. What is unknown becomes `open` facts with the values that may hold; the result
maps everything back.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from lexempt.case import Case, Loss, Scalar
from lexempt.law.derivations import asked_with, concerns, derives_from
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.solving.candidates import days, points, sums_of
from lexempt.solving.numbers import RefusalError, Scale, choose_scale
from lexempt.solving.scene import Ground, Holding, Scene, lay_out
from lexempt.solving.settle import Settled, Statements, facts_of, losses

_QUANTITIES = frozenset(("area", "distance", "percent", "number"))
_LAST = date(9999, 12, 31)


class Option(NamedTuple):
    """One value an open fact may have: the atom that says so, and the value."""

    atom: str
    value: Scalar


class Open(NamedTuple):
    """A fact that nothing settles, or on which sources differ (then `base` is the index of the option that prevails).

    `several`: any of the options may hold together (a set), else exactly one does. Options of a number or day ascend.
    """

    name: str
    settled: Settled
    options: tuple[Option, ...]
    several: bool = False
    base: int | None = None
    ordered: bool = False


class CaseAtoms(NamedTuple):
    """A case as clingo reads it, and the way back. `lines` are sorted; `names` maps our ids to the user's."""

    case: Case
    on: date
    scene: Scene
    scale: Scale
    lines: tuple[str, ...]
    opens: tuple[Open, ...]
    names: dict[str, str]
    ids: dict[tuple[str, str], str]
    """(kind, user's id) -> our id; kinds: project, impact, wetland, holding, ground, water, drainage_system."""
    settled: dict[tuple[str, str, str | int | None], Settled]
    """(our id, attribute, key) -> what is known of it."""
    areas: dict[str, Fraction]
    """Our id of an impact or loss -> its exact area in square feet, where known."""
    in_play: tuple[str, ...]
    """The readings that can matter for this case at all."""

    @property
    def known(self) -> bool:
        """Nothing is open but disputes that the deciding body settled."""
        return all(found.base is not None for found in self.opens)


@lru_cache(maxsize=1)
def _law_areas() -> tuple[Fraction, ...]:
    return tuple(Fraction(v) for v in sorted({v.number for v in load_law().values if v.unit in ("sqft", "plot")}))


_SIZES = frozenset((("wetland", "size"), ("wetland", "listed_type_part"), ("water", "size")))
"""Areas that are only compared, never added up."""


@lru_cache(maxsize=1)
def _law_shares() -> tuple[int, ...]:
    return tuple(sorted({v.number for v in load_law().values if v.name == "share"}))


@lru_cache(maxsize=1)
def _law_years() -> tuple[int, ...]:
    return tuple(sorted({v.number for v in load_law().values if v.name in ("older_than_years", "tail_years")}))


@lru_cache(maxsize=1)
def _law_numbers(unit: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(v) for v in sorted({v.number for v in load_law().values if v.unit == unit}))


class _Numbering:
    """Ids of our own: a letter for the kind, and a number that runs through the batch."""

    def __init__(self, start: int) -> None:
        self.next = start
        self.names: dict[str, str] = {}
        self.ids: dict[tuple[str, str], str] = {}

    def give(self, letter: str, kind: str, name: str) -> str:
        ours = f"{letter}{self.next}"
        self.next += 1
        self.names[ours] = name
        self.ids[kind, name] = ours
        return ours


def _numbers(settled: list[tuple[str, Settled]], kind: str) -> Iterator[Fraction]:
    for _, fact in settled:
        if _kind(fact.attribute) == kind:
            for group in (fact.known or (), fact.among or (), fact.bounds or ()):
                for value in group:
                    if isinstance(value, Fraction):
                        yield value
                    elif isinstance(value, Loss):
                        yield value.area


def _kind(attribute: Attribute) -> str | None:
    """Which unit a number of this attribute is measured in; portions are only shared out, so theirs does not matter."""
    at = (attribute.entity, attribute.name)
    if at in _SIZES:
        return "size"
    if at == ("portion", "area"):
        return None
    return "area" if attribute.type == "losses" else attribute.type


def encode(case: Case, vocabulary: Vocabulary, start: int, on: date, assume: bool) -> tuple[CaseAtoms, int]:
    """The atoms of a case under the law of a day; ids start at `start`, and the next free number is returned.

    Raises RefusalError where the numbers cannot be decided exactly.
    """
    scene = lay_out(case, vocabulary)
    statements = Statements(case, assume)
    numbering = _Numbering(start)
    builder = _Builder(case, scene, statements, vocabulary, numbering, on)
    return builder.build(), numbering.next


class _Builder:
    def __init__(
        self, case: Case, scene: Scene, statements: Statements, vocabulary: Vocabulary, numbering: _Numbering, on: date
    ) -> None:
        self.case, self.scene, self.statements, self.vocabulary = case, scene, statements, vocabulary
        self.numbering, self.on = numbering, on
        self.lines: list[str] = []
        self.opens: list[Open] = []
        self.facts: list[tuple[str, Settled]] = []
        self.areas: dict[str, Fraction] = {}
        self.size_atoms: set[tuple[str, str]] = set()

    # --- what there is

    def build(self) -> CaseAtoms:
        scene, give = self.scene, self.numbering.give
        for project in sorted(scene.projects):
            self._collect("project", give("p", "project", project), project, (project,))
        for wetland in sorted(scene.wetlands):
            self._collect("wetland", give("w", "wetland", wetland), wetland, (wetland,))
        for holding in sorted(scene.holdings.values(), key=lambda h: h.id):
            give("h", "holding", holding.id)
        for ground in sorted(scene.grounds.values(), key=lambda g: g.id):
            self._collect("ground", give("g", "ground", ground.id), ground.id, ground.chain)
        for water in sorted(scene.waters):
            self._collect("water", give("x", "water", water), water, (water,))
        for system in sorted(scene.systems):
            self._collect("drainage_system", give("s", "drainage_system", system), system, (system,))
        for impact in sorted(scene.impacts):
            self._collect("impact", give("i", "impact", impact), impact, (impact,))
        self.by_slot = {(ours, f.attribute.name, f.key): f for ours, f in self.facts}
        self.portion_facts = {
            h.id: [(p, f) for p in h.portions for f in facts_of(self.statements, self.vocabulary, "portion", p, (p,))]
            for h in scene.holdings.values()
        }
        portion_facts = [(p, f) for facts in self.portion_facts.values() for p, f in facts]
        everything = self.facts + portion_facts
        weights = len(scene.impacts) + sum(
            max(1, len(losses(f))) for _, f in portion_facts if f.attribute.type == "losses"
        )
        open_areas = sum(1 for _, f in everything if f.open and _kind(f.attribute) == "area")
        self.scale = choose_scale(
            _numbers(everything, "area"),
            _numbers(everything, "distance"),
            _numbers(everything, "percent"),
            _numbers(everything, "number"),
            weights + 48 * open_areas,
            self._largest_amount(),
        )
        self._layout_atoms()
        for ours, fact in self.facts:
            self._fact(ours, fact)
        for holding in sorted(scene.holdings.values(), key=lambda h: h.id):
            self._holding(holding)
        for ours, fact in self.facts:
            if (fact.attribute.entity, fact.attribute.name) == ("wetland", "size") and fact.known:
                assert isinstance(fact.known[0], Fraction)
                self._shares(ours, fact.known[0], self.scale.size(fact.known[0]))
        names = self.numbering.names
        return CaseAtoms(
            self.case,
            self.on,
            scene,
            self.scale,
            tuple(sorted(set(self.lines))),
            tuple(self.opens),
            names,
            self.numbering.ids,
            self.by_slot,
            self.areas,
            self._in_play(),
        )

    def _in_play(self) -> tuple[str, ...]:
        possible: set[tuple[str, str]] = set()
        for _, fact in [*self.facts, *((p, f) for facts in self.portion_facts.values() for p, f in facts)]:
            name = fact.attribute.name
            if fact.statements and fact.known != ():
                possible.add((name, "stated"))
            values = fact.known if fact.known is not None and fact.status != "disputed" else fact.among
            if values is None:
                values = ("yes", "no") if fact.attribute.type == "yes_no" else fact.attribute.choices
                possible.add((name, "stated"))
                if fact.attribute.type == "county":
                    values = tuple(self.vocabulary.counties)
            possible.update((name, v) for v in values if isinstance(v, str))
        if len(self.scene.impacts) > 1:
            possible.add(("impact", "several"))
        if any(len(h.owners) > 1 for h in self.scene.holdings.values()):
            possible.add(("owners", "several"))
        asked = concerns()
        return tuple(name for name in self.vocabulary.readings if name not in asked or asked[name] & possible)

    def _collect(self, entity: str, ours: str, name: str, chain: tuple[str, ...]) -> None:
        for fact in facts_of(self.statements, self.vocabulary, entity, name, chain):
            self.facts.append((ours, fact))

    def _largest_amount(self) -> int:
        """The largest area of the law that a sum of this case may be compared with: 2(b)'s only where something may be drained."""
        amounts = sorted(
            {v.number for v in load_law().values if v.unit == "sqft" and v.name in ("amount", "increase", "below")}
        )
        small = [a for a in amounts if a <= 21780]
        drains = any(
            f.attribute.name == "activity" and (f.known is None or "drain" in f.known) for _, f in self.facts
        ) and any(
            f.attribute.name == "assessed_benefits" and (f.known is None or "yes" in f.known) for _, f in self.facts
        )
        return max(amounts if drains else small)

    def _layout_atoms(self) -> None:
        ids, add = self.numbering.ids, self.lines.append
        owners: dict[frozenset[str], int] = {}
        for project in self.scene.projects:
            add(f"project({ids['project', project]}).")
        for impact in self.scene.impacts.values():
            i = ids["impact", impact.id]
            add(f"impact({i},{ids['project', impact.project]}).")
            add(f"impact_wetland({i},{ids['wetland', impact.wetland]}).")
            add(f"impact_holding({i},{ids['holding', impact.holding]}).")
            add(f"impact_ground({i},{ids['ground', impact.ground]}).")
        for ground in self.scene.grounds.values():
            if ground.wetland is not None:
                add(f"ground_wetland({ids['ground', ground.id]},{ids['wetland', ground.wetland]}).")
        for holding in self.scene.holdings.values():
            add(f"holding_wetland({ids['holding', holding.id]},{ids['wetland', holding.wetland]}).")
            add(f"holding_owner({ids['holding', holding.id]},{owners.setdefault(holding.owners, len(owners))}).")

    # --- facts

    def _fact(self, ours: str, fact: Settled) -> None:
        attribute = fact.attribute
        at = (attribute.entity, attribute.name)
        if at in derives_from():
            sources = derives_from()[at]
            if any(self._is_stated(ours, source) for source in sources):
                self.lines.append(f"derivable({ours},{attribute.name}).")
                if fact.status in ("unstated", "assumed", "closed"):
                    return
            if fact.statements:
                self.lines.append(f"stated({ours},{attribute.name}).")
        if (
            fact.status in ("closed",)
            and at in asked_with()
            and any(self._is_stated(ours, s) for s in asked_with()[at])
        ):
            fact = Settled(attribute, fact.thing, None, "unstated")
        if fact.known is not None and fact.status != "disputed":
            for value in fact.known:
                self._known(ours, fact, value)
            return
        self._open(ours, fact)

    def _is_stated(self, ours: str, attribute: str) -> bool:
        return any(f.statements for (o, a, _), f in self.by_slot.items() if o == ours and a == attribute)

    def _known(self, ours: str, fact: Settled, value: Scalar) -> None:
        if isinstance(value, str) and value.startswith("same_as_"):
            return
        self.lines.append(self._atom(ours, fact, value) + ".")
        attribute = fact.attribute
        if (attribute.entity, attribute.name) == ("impact", "area") and isinstance(value, Fraction):
            self.areas[ours] = value
        if isinstance(value, date):
            self._day(value)

    def _day(self, value: date) -> None:
        self.lines.append(f"day({_day(value)},{value.toordinal()}).")
        self.lines.append(f"year_of({_day(value)},{value.year}).")

    def _atom(self, ours: str, fact: Settled, value: Scalar) -> str:
        attribute = fact.attribute
        term = self._term(attribute, value)
        if attribute.key_type is None:
            return f"fact({ours},{attribute.name},{term})"
        return f"keyed({ours},{attribute.name},{self._key(attribute, fact.key)},{term})"

    def _key(self, attribute: Attribute, key: str | int | None) -> str:
        if key is None:
            return "all"
        if isinstance(key, int):
            return str(key)
        if attribute.key_type == "provision":
            return f'"{_provision(key)}"'
        return self.numbering.ids[attribute.key_type or "", key]

    def _term(self, attribute: Attribute, value: Scalar) -> str:
        if isinstance(value, str):
            if attribute.refers_to is not None:
                return self.numbering.ids[attribute.refers_to, value]
            return _word(value)
        if isinstance(value, date):
            return str(_day(value))
        assert isinstance(value, Fraction)
        if attribute.type == "area":
            return str(self.scale.size(value) if _kind(attribute) == "size" else self.scale.area(value))
        if attribute.type == "distance":
            return str(self.scale.length(value))
        if attribute.type == "percent":
            return str(self.scale.part(value))
        return str(self.scale.count(value))

    # --- what is not known

    def _open(self, ours: str, fact: Settled) -> None:
        attribute = fact.attribute
        values = self._values(ours, fact)
        if not values:
            return
        several = attribute.type == "set" and fact.among is None
        name = f"{self.numbering.names[ours]}.{attribute.name}" + (f".{fact.key}" if fact.key is not None else "")
        options = tuple(Option(self._atom(ours, fact, v), v) for v in values)
        self._offer(ours, attribute, fact.key, tuple(self._term(attribute, v) for v in values), several)
        base = None
        if fact.known is not None:
            base = next((n for n, v in enumerate(values) if v in fact.known), None)
        ordered = attribute.type in _QUANTITIES or attribute.type == "date"
        self.opens.append(Open(name, fact, options, several, base, ordered))
        for value in values:
            if isinstance(value, date):
                self._day(value)
        if (attribute.entity, attribute.name) == ("wetland", "size"):
            for value in values:
                assert isinstance(value, Fraction)
                self._shares(ours, value, self.scale.size(value))

    def _offer(
        self, ours: str, attribute: Attribute, key: str | int | None, terms: tuple[str, ...], several: bool
    ) -> None:
        if attribute.key_type is None:
            self.lines.append(f"{'open_set' if several else 'open'}({ours},{attribute.name}).")
            self.lines.extend(f"may({ours},{attribute.name},{term})." for term in terms)
        else:
            k = self._key(attribute, key)
            self.lines.append(f"open_keyed({ours},{attribute.name},{k}).")
            self.lines.extend(f"may_keyed({ours},{attribute.name},{k},{term})." for term in terms)

    def _values(self, ours: str, fact: Settled) -> tuple[Scalar, ...]:
        attribute = fact.attribute
        if fact.among is not None:
            values = [v for v in fact.among if not (isinstance(v, str) and v.startswith("same_as_"))]
            ordered = attribute.type in _QUANTITIES or attribute.type == "date"
            return tuple(sorted(values)) if ordered else tuple(values)
        if attribute.type == "yes_no":
            return ("yes", "no")
        if attribute.type == "county":
            return tuple(self.vocabulary.counties)
        if attribute.choices:
            return attribute.choices
        if attribute.type in _QUANTITIES:
            return self._quantities(ours, fact)
        if attribute.type == "date":
            low, high = fact.bounds or (None, None)
            assert not isinstance(low, Fraction) and not isinstance(high, Fraction)
            ends = [v for f in self.by_slot.values() if f.attribute.name in ("work", "applied") for v in f.known or ()]
            ends.append(self.on)
            spans = [
                end.replace(year=end.year - n, day=min(end.day, 28)) + timedelta(end.day - min(end.day, 28))
                for end in ends
                if isinstance(end, date)
                for n in _law_years()
            ]
            return days(low, high, spans)
        return ()

    def _quantities(self, ours: str, fact: Settled) -> tuple[Fraction, ...]:
        attribute = fact.attribute
        low, high = fact.bounds or (None, None)
        assert not isinstance(low, date) and not isinstance(high, date)
        if attribute.type == "area":
            of_size = _kind(attribute) == "size"
            unit = Fraction(1) if of_size else Fraction(1, self.scale.sqft)
            thresholds = list(_law_areas())
            stated = [v for f in self.by_slot.values() if f.attribute.name == "local_amount" for v in f.known or ()]
            thresholds += [v for v in stated if isinstance(v, Fraction)]
            parts = tuple(
                v
                for f in self.by_slot.values()
                if (f.attribute.entity, f.attribute.name) == ("impact", "area")
                for v in f.known or ()
                if isinstance(v, Fraction)
            )
            taken = sums_of(
                parts + tuple(loss.area for fs in self.portion_facts.values() for _, f in fs for loss in losses(f))
            )
            if of_size:
                thresholds += [s * 100 / share // unit * unit for s in taken for share in _law_shares()]
                taken = (Fraction(0),)
            top = high if high is not None else self._most(ours, fact, max(thresholds))
            return points(low or Fraction(0), max(top, low or Fraction(0)), thresholds, taken, unit)
        kind, top, unit = {
            "distance": ("foot", Fraction(5280), Fraction(1, self.scale.foot)),
            "percent": ("percent", Fraction(100), Fraction(1, self.scale.percent)),
            "number": ("unit", Fraction(40), Fraction(1)),
        }[attribute.type]
        return points(low or Fraction(0), high if high is not None else top, _law_numbers(kind), (Fraction(0),), unit)

    def _most(self, ours: str, fact: Settled, largest: Fraction) -> Fraction:
        if (fact.attribute.entity, fact.attribute.name) == ("impact", "area"):
            wetland = self.scene.impacts[fact.thing].wetland
            size = self.by_slot.get((self.numbering.ids["wetland", wetland], "size", None))
            if size is not None and size.known and isinstance(size.known[0], Fraction):
                return size.known[0]
        return largest * 2

    # --- landowner's portions

    def _shares(self, ours: str, value: Scalar, at: int) -> None:
        assert isinstance(value, Fraction)
        for share in _law_shares():
            self.lines.append(f"share_at({ours},{share},{at},{self.scale.share(value, share)}).")

    def _holding(self, holding: Holding) -> None:
        h = self.numbering.ids["holding", holding.id]
        facts = self.portion_facts[holding.id]
        w = self.numbering.ids["wetland", holding.wetland]
        size = self.by_slot[w, "size", None]
        alone = sum(1 for other in self.scene.holdings.values() if other.wetland == holding.wetland) == 1
        assumes = bool(self.statements.assumes)
        if not holding.portions:
            template = {
                f.attribute.name: f for f in facts_of(self.statements, self.vocabulary, "portion", holding.id, ())
            }
            facts = [(holding.id, f) for f in template.values()]
        areas = [f for _, f in facts if f.attribute.name == "area"]
        whole = [f for _, f in facts if f.attribute.name == "whole_wetland"]
        exact = self._area(h, areas, w, size, alone, assumes)
        for _, fact in facts:
            if fact.attribute.type == "losses":
                self._losses(h, fact)
        self._whole(h, whole, exact, size, alone, assumes)
        self._owners(h, holding, exact, size)
        if exact is not None:
            self._large_share(h, holding, exact)

    def _large_share(self, h: str, holding: Holding, exact: Fraction) -> None:
        """Where a share and the areas compared with it are both beyond the top: the sets of areas that exceed it."""
        ours = [self.numbering.ids["impact", p.id] for p in self.scene.impacts.values() if p.holding == holding.id]
        lost = [line.split(",")[1] for line in self.lines if line.startswith(f"loss({h},")]
        parts = [(x, self.areas[x]) for x in (*ours, *lost) if x in self.areas]
        total = sum((area for _, area in parts), Fraction(0))
        top = Fraction(self.scale.top, self.scale.sqft)
        for share in _law_shares():
            limit = exact * share / 100
            if limit < top - Fraction(1, self.scale.sqft) or total < top:
                continue
            unknown = any(f.open for f in self._sized(ours)) or len(lost) != sum(1 for x, _ in parts if x in lost)
            if unknown or len(parts) > _MOST_PARTS or self._affiliates(holding):
                raise RefusalError(
                    f"{share} percent of `{holding.id}` and what was drained or filled of it are both too large to compare exactly; "
                    "state fewer areas, or areas in whole square feet"
                )
            self.lines.append(f"too_large({h},{share}).")
            unit = Fraction(1, self.scale.sqft)
            for how, least in (("over", limit // unit * unit + unit), ("at", limit)):
                sets = _smallest(parts, least)
                self.lines.extend(
                    f"beyond_share({h},{share},{how},{n},{x})." for n, chosen in enumerate(sets) for x in chosen
                )

    def _sized(self, impacts: list[str]) -> Iterator[Settled]:
        return (fact for (ours, name, _), fact in self.by_slot.items() if name == "area" and ours in impacts)

    def _affiliates(self, holding: Holding) -> bool:
        cluster = self._cluster(holding.owners)
        return any(
            o.wetland == holding.wetland and o.id != holding.id and o.owners <= cluster
            for o in self.scene.holdings.values()
        )

    def _area(self, h: str, areas: list[Settled], w: str, size: Settled, alone: bool, assumes: bool) -> Fraction | None:
        known = [f.known[0] for f in areas if f.known and isinstance(f.known[0], Fraction)]
        if len(known) == len(areas) and known:
            exact = sum(known, Fraction(0))
        elif alone and assumes and len(areas) == 1 and areas[0].status == "assumed" and size.known:
            assert isinstance(size.known[0], Fraction)
            exact = size.known[0]
        elif alone and assumes and len(areas) == 1 and areas[0].status == "assumed":
            self.lines.append(f"fact({h},area,V) :- fact({w},size,V).")
            self.lines.append(f"share_at({h},S,V,N) :- share_at({w},S,V,N).")
            return None
        else:
            first = next((f for f in areas if f.open), areas[0])
            fact = Settled(
                first.attribute,
                first.thing,
                None,
                "unknown",
                among=first.among,
                bounds=first.bounds,
                statements=first.statements,
            )
            rest = sum(known, Fraction(0))
            values = self._portion_points(h, fact, rest, size)
            # A portion's area is only ever shared out, so its atoms carry a number of the candidate, not the area.
            self._offer(h, fact.attribute, None, tuple(str(n) for n in range(len(values))), False)
            options = tuple(Option(f"fact({h},area,{n})", v - rest) for n, v in enumerate(values))
            self.opens.append(Open(f"{fact.thing}.area", fact, options, ordered=True))
            for n, value in enumerate(values):
                self._shares(h, value, n)
            return None
        self.lines.append(f"fact({h},area,0).")
        self._shares(h, exact, 0)
        return exact

    def _portion_points(self, h: str, fact: Settled, rest: Fraction, size: Settled) -> tuple[Fraction, ...]:
        low, high = fact.bounds or (None, None)
        assert not isinstance(low, date) and not isinstance(high, date)
        if fact.among is not None:
            return tuple(sorted(v + rest for v in fact.among if isinstance(v, Fraction)))
        top = high
        if top is None:
            top = size.known[0] if size.known and isinstance(size.known[0], Fraction) else Fraction(2_000_000)
        parts = tuple(self.areas[i] for i in sorted(self.areas))
        thresholds = [s * 100 / share for s in sums_of(parts) for share in _law_shares()]
        return tuple(
            v + rest
            for v in points(
                low or Fraction(0),
                max(top - rest, Fraction(0)),
                thresholds,
                (Fraction(0),),
                Fraction(1, self.scale.sqft),
            )
        )

    def _losses(self, h: str, fact: Settled) -> None:
        if fact.known is not None:
            for number, loss in enumerate(losses(fact)):
                if loss.most is not None:
                    self._open_loss(h, fact, f".{number + 1}", loss.area, loss.most, loss.on, loss.flags)
                    continue
                ours = self.numbering.give("l", "loss", f"loss {self.numbering.next}")
                self.areas[ours] = loss.area
                self.lines.append(f"loss({h},{ours},{_day(loss.on)}).")
                self.lines.append(f"fact({ours},area,{self.scale.area(loss.area)}).")
                self.lines.extend(f"loss_flag({ours},{_word(flag)})." for flag in loss.flags)
            return
        low, high = fact.bounds or (None, None)
        assert not isinstance(low, date) and not isinstance(high, date)
        self._open_loss(h, fact, "", low, high, _LAST, frozenset())

    def _open_loss(
        self, h: str, fact: Settled, suffix: str, low: Fraction | None, high: Fraction | None, on: date, flags: frozenset[str]
    ) -> None:
        """One earlier loss whose area is not known; `_LAST` as its day where that is not known either: then it counts."""
        ours = self.numbering.give("l", "loss", f"loss {self.numbering.next}")
        parts = tuple(self.areas[i] for i in sorted(self.areas))
        shares = [
            Fraction(int(line.rsplit(",", 1)[1].rstrip(").")), self.scale.sqft)
            for line in self.lines
            if line.startswith(f"share_at({h},")
        ]
        top = high if high is not None else max([*_law_areas(), *shares]) * 2
        values = points(low or Fraction(0), top, [*_law_areas(), *shares], sums_of(parts), Fraction(1, self.scale.sqft))
        self.lines.append(f"loss({h},{ours},{_day(on)}).")
        self.lines.extend(f"loss_flag({ours},{_word(flag)})." for flag in flags)
        self.lines.append(f"open({ours},area).")
        self.lines.extend(f"may({ours},area,{self.scale.area(v)})." for v in values)
        options = tuple(Option(f"fact({ours},area,{self.scale.area(v)})", v) for v in values)
        self.opens.append(Open(f"{fact.thing}.{fact.attribute.name}{suffix}", fact, options, ordered=True))

    def _whole(
        self, h: str, whole: list[Settled], exact: Fraction | None, size: Settled, alone: bool, assumes: bool
    ) -> None:
        stated = next((f for f in whole if f.statements), None)
        if stated is not None and stated.known is not None:
            self.lines.append(f"fact({h},whole_wetland,{_word(str(stated.known[0]))}).")
        elif exact is not None and size.known:
            self.lines.append(f"fact({h},whole_wetland,{'yes' if exact == size.known[0] else 'no'}).")
        elif not alone:
            self.lines.append(f"fact({h},whole_wetland,no).")
        elif assumes and all(f.status == "assumed" for f in whole):
            self.lines.append(f"fact({h},whole_wetland,yes).")
        else:
            fact = stated or whole[0]
            self._offer(h, fact.attribute, None, ("yes", "no"), False)
            options = tuple(Option(f"fact({h},whole_wetland,{v})", v) for v in ("yes", "no"))
            self.opens.append(Open(f"{fact.thing}.whole_wetland", fact, options))

    def _owners(self, h: str, holding: Holding, exact: Fraction | None, size: Settled) -> None:
        cluster = self._cluster(holding.owners)
        if len(holding.owners) > 1 and not holding.owners <= cluster:
            self.lines.append(f"co_owned({h}).")
            return
        others = [
            o
            for o in self.scene.holdings.values()
            if o.wetland == holding.wetland and o.id != holding.id and o.owners <= cluster
        ]
        if not others:
            return
        known = [
            f.known[0]
            for o in (holding, *others)
            for _, f in self.portion_facts[o.id]
            if f.attribute.name == "area" and f.known and isinstance(f.known[0], Fraction)
        ]
        total = sum(known, Fraction(0))
        for other in others:
            self.lines.append(f"affiliated({h},{self.numbering.ids['holding', other.id]}).")
        for share in _law_shares():
            self.lines.append(f"share_together({h},{share},{self.scale.share(total, share)}).")
        if size.known and total == size.known[0]:
            self.lines.append(f"entire_together({h}).")

    def _cluster(self, owners: frozenset[str]) -> frozenset[str]:
        """All owners affiliated, directly or not, with the first of these."""
        pairs = [
            (thing.id, str(other))
            for thing in self.case.of("owner")
            for found in self.statements.keys((thing.id,), "affiliated_with").values()
            for statement in found
            for other in getattr(statement.value, "values", ())
        ]
        reached = {min(owners)}
        while True:
            more = {b for a, b in pairs if a in reached} | {a for a, b in pairs if b in reached}
            if more <= reached:
                return frozenset(reached)
            reached |= more


_MOST_PARTS = 10


def _smallest(parts: list[tuple[str, Fraction]], least: Fraction) -> list[tuple[str, ...]]:
    """The sets of parts, minimal by inclusion, that add up to at least this."""
    found: list[tuple[str, ...]] = []
    for size in range(1, len(parts) + 1):
        for chosen in combinations(parts, size):
            names = tuple(x for x, _ in chosen)
            if sum((area for _, area in chosen), Fraction(0)) >= least and not any(set(f) <= set(names) for f in found):
                found.append(names)
    return found


def _day(value: date) -> int:
    return value.year * 10000 + value.month * 100 + value.day


def _word(value: str) -> str:
    if not (value.isdigit() or (value.isascii() and value.replace("_", "a").isalnum() and value[0].islower())):
        raise AssertionError(f"not a word of the vocabulary: {value!r}")
    return value


def _provision(value: str) -> str:
    if not all(c.isascii() and (c.isalnum() or c in "./@") for c in value):
        raise AssertionError(f"not a provision: {value!r}")
    return value


__all__ = ["CaseAtoms", "Ground", "Open", "Option", "encode"]
