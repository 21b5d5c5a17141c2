"""The projects that a search for witnesses goes through: which facts are open, at which values, and how impacts are placed.

A domain is laid out as ordinary half-known cases, one for each way to place impacts in wetlands and owners' portions. On the
*cone* of a change only what the touched provisions and their neighbours ask for is open; *widened*, every attribute that can
be tried is. What is held as in an ordinary project is listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from functools import cached_property

from lexempt.amending.standing import LINES, Standing, read_by, reads
from lexempt.amending.terms import named_conditions
from lexempt.case import Between, Case, OneOf, Scalar, Statement
from lexempt.language.reader import read_case
from lexempt.law.adopted import Adopted
from lexempt.law.consequences import only_for_consequences
from lexempt.law.derivations import concerns, exempts_part
from lexempt.law.program import load_law, within
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.records import NamedTuple
from lexempt.solving.manyfold import Completion

_ACROSS = ("103G.2241/9/g", "103G.2241/11")
"""Provisions about all exemptions together: where one of them is touched, every exemption is a neighbour."""
_WHOLE = ("103G.2241",)
_ALWAYS = ("activity", "wetland_type", "cedar_or_tamarack", "shoreland_zone", "county")
_WORDS = ("yes_no", "choice", "set", "county")
_FOLLOWS = ("area_class",)
"""What the county gives."""
_PLACES = ("project", "ground", "wetland", "portion", "impact")
_NUMBERS = (
    ("wetland", "size"),
    ("portion", "area"),
    ("portion", "drained_or_filled_before"),
    ("ground", "local_amount"),
    ("impact", "increase_granted"),
    ("project", "units_per_40_acres"),
)
"""Numbers that can be tried, beside the area of an impact, which always is."""
_ROOMY = 40
"""A wetland is ordinarily so many times as large as the largest impact tried: no share of it stands in the way."""


class Side(NamedTuple):
    """One of the laws compared: its day, the bills adopted, and what stands in it."""

    day: date
    adopted: tuple[Adopted, ...]
    standing: Standing


class Limits(NamedTuple):
    """How much a project may have at most; owners are those of one wetland."""

    impacts: int = 3
    wetlands: int = 2
    owners: int = 2


class Spot(NamedTuple):
    """Where an impact lies: the number of its wetland, and of the owner whose portion of that wetland it is (from 0)."""

    wetland: int
    owner: int


class Domain:
    """Everything tried about projects of any number of impacts, for some laws and the provisions they word differently."""

    def __init__(
        self,
        sides: Sequence[Side],
        touched: Sequence[str],
        limits: Limits,
        wide: bool,
        vocabulary: Vocabulary,
        readings: Sequence[str] = (),
    ) -> None:
        self.sides, self.touched, self.limits, self.wide, self.vocabulary = sides, touched, limits, wide, vocabulary
        self.day = max(side.day for side in sides)
        names = None if wide else self._names(readings)
        self.attributes = tuple(a for a in self._known() if names is None or a.name in names)
        self.numbers = tuple(self._open_numbers(names))

    # --- what is open

    def _known(self) -> Iterator[Attribute]:
        """Attributes with a few words as values that a rule may read."""
        skipped = {*_FOLLOWS, *named_conditions(), *only_for_consequences()}
        for entity in _PLACES:
            for attribute in self.vocabulary.of(entity):
                tried = attribute.type in _WORDS and attribute.key_type is None and not attribute.background
                if tried and attribute.name not in skipped and (entity, attribute.name) != ("portion", "whole_wetland"):
                    yield attribute

    def _names(self, readings: Sequence[str]) -> set[str]:
        """The attributes that the touched provisions, their limits, readings and neighbours (of the same subdivision) read."""
        across = any(within(p, above) for p in self.touched for above in _ACROSS)
        names = set(_ALWAYS)
        for law in (side.standing for side in self.sides):
            for p in law.provisions.values():
                if not (across and p.id.startswith("103G.2241/")) and not any(within(p.id, n) for n in self._near):
                    continue
                for name, members in p.lists.items():
                    if name not in LINES:
                        names.add(name)
                    for condition in members if name in LINES else ():
                        names.update(reads(condition))
        for _, read in self._limits_touched():
            names.update(read)
        names.update(attribute for name in readings for attribute, _ in concerns().get(name, ()))
        if across:
            names.add("undertaking")
        return names

    def _limits_touched(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """(provision, attributes read) of each condition or limit that is itself a provision and touched."""
        for name, sentences in load_law().conditions.items():
            if sentences.reads and any(within(p, name) or within(name, p) for p in self.touched):
                yield name, sentences.reads

    @property
    def _near(self) -> set[str]:
        return {"/".join(p.split("/")[:2]) for p in self.touched}

    def _open_numbers(self, names: set[str] | None) -> Iterator[Attribute]:
        found = [self.vocabulary.attributes[at] for at in _NUMBERS if at in self.vocabulary.attributes]
        parts = {a.name for a in self.vocabulary.of("portion")}
        for attribute in found:
            read = names is None or attribute.name in names
            if attribute.entity == "portion" and attribute.name == "area":
                read = self.limits.owners > 1 and (names is None or bool(names & (parts - {"area"})))
            elif attribute.name == "size":
                read = read or (names is not None and bool(names & (parts - {"area"})))
            if read:
                yield attribute

    def opens(self, entity: str, name: str) -> bool:
        """Whether an attribute is tried at several values."""
        return any((a.entity, a.name) == (entity, name) for a in (*self.attributes, *self.numbers))

    @property
    def held(self) -> tuple[Attribute, ...]:
        """Attributes that rules may read and that are held as in an ordinary project."""
        tried = {*self.attributes, *self.numbers}
        entities = (*_PLACES, "owner", "water", "drainage_system")
        every = (a for entity in entities for a in self.vocabulary.of(entity) if not a.background)
        follows = {*_FOLLOWS, "area", "work"}
        if self.opens("portion", "area"):
            follows.add("whole_wetland")
        return tuple(a for a in every if a not in tried and a.name not in follows)

    def unreached(self) -> tuple[tuple[str, Attribute], ...]:
        """(touched provision, attribute it asks for that is held fixed): what turns on these no search within the bounds finds."""
        held = {a.name: a for a in self.held}
        found = {}
        for provision, asked in self._asked():
            for name in asked:
                if name in held:
                    found[provision, name] = held[name]
        return tuple((provision, attribute) for (provision, _), attribute in sorted(found.items()))

    def _asked(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """(touched provision, attributes it reads)."""
        for provision in self.touched:
            for side in self.sides:
                standing = side.standing.provisions.get(provision)
                if standing is not None:
                    yield provision, read_by(standing)
        for name, read in self._limits_touched():
            yield next(p for p in self.touched if within(p, name) or within(name, p)), read

    # --- at which values

    def values(self, attribute: Attribute) -> tuple[str, ...]:
        """The words tried, the simplest first."""
        if attribute.type == "county":
            return self.counties
        known = ("no", "yes") if attribute.type == "yes_no" else attribute.choices
        usual = attribute.assumed.get("ordinary")
        return tuple(sorted(known, key=lambda value: value != usual)) if usual in known else known

    @cached_property
    def counties(self) -> tuple[str, ...]:
        """A county for each class, on and off each list of counties of any law; those off the lists first."""
        lists = [
            frozenset(members)
            for law in (side.standing for side in self.sides)
            for p in law.provisions.values()
            for name, members in p.lists.items()
            if name == "county"
        ]
        found: dict[tuple[object, ...], str] = {}
        for county in sorted(self.vocabulary.counties.values(), key=lambda c: c.name):
            found.setdefault((county.area_class, *(county.id in members for members in lists)), county.id)
        return tuple(sorted(found.values(), key=lambda county: (any(county in members for members in lists), county)))

    def lists_of(self, county: str) -> tuple[str, ...]:
        """The provisions, of any law, that list a county."""
        found = {
            p.id
            for side in self.sides
            for p in side.standing.provisions.values()
            if county in p.lists.get("county", ())
        }
        return tuple(sorted(found))

    def _thresholds(self, units: Sequence[str], all_of_them: bool) -> tuple[int, ...]:
        """The numbers in these units of every law, of the provisions near the change or of all."""
        return tuple(
            sorted(
                {
                    number.number
                    for side in self.sides
                    for p in side.standing.provisions.values()
                    for number in p.numbers.values()
                    if number.unit in units and (all_of_them or any(within(p.id, above) for above in self._near))
                }
            )
        )

    @cached_property
    def area(self) -> int:
        """The largest area of an impact that is tried, in square feet: twice the largest number that areas meet."""
        return 2 * max(self._thresholds(("sqft",), self.wide), default=10_000)

    @cached_property
    def size(self) -> int:
        """The size of an ordinary wetland here, in square feet."""
        return _ROOMY * self.area

    def areas(self, impacts: int) -> tuple[int, ...]:
        """Areas of an impact: at, one below and one above each number of any law; of several, what completes a sum to it too."""
        numbers = self._thresholds(("sqft",), self.wide)
        found = {1, self.area, *(n + d for n in numbers for d in (-1, 0, 1))}
        near = self._thresholds(("sqft",), False)
        if impacts > 1:
            found |= {n - m + d for n in near for m in (1, *near) for d in (-1, 0, 1) if m < n}
        if impacts > 2:
            found |= {n - 2 + d for n in near for d in (-1, 0, 1)}
        return tuple(sorted(n for n in found if 0 < n <= self.area))

    @cached_property
    def _shares(self) -> tuple[int, ...]:
        """Every share of any law, in percent."""
        found = {
            n.number
            for side in self.sides
            for p in side.standing.provisions.values()
            for name, n in p.numbers.items()
            if name == "share" and n.number > 0
        }
        return tuple(sorted(found))

    def amounts(self, attribute: Attribute) -> tuple[int, ...]:
        """The numbers tried of an attribute that is a number or an area, ascending; the ordinary one is among them."""
        near = self._thresholds(("sqft",), False)
        if attribute.name == "size":
            plots = self._thresholds(("plot",), self.wide)
            found = {n + d for n in plots for d in (-1, 0, 1)} | self._parts | {self.size}
        elif attribute.name == "area":
            found = self._parts | {self.size // 2}
        elif attribute.name == "drained_or_filled_before":
            found = {0, 1, *(n + d for n in near for d in (-1, 0, 1))}
        elif attribute.name == "local_amount":
            found = {*near, *(n - 1 for n in near), self.size}
        elif attribute.name == "increase_granted":
            found = {0, *near}
        else:
            found = {n + d for n in self._thresholds(("unit",), True) for d in (-1, 0, 1)} | {0}
        return tuple(sorted(n for n in found if n >= 0))

    @property
    def _parts(self) -> set[int]:
        """Areas of which a share is a number of the law, or just below or above it."""
        near = self._thresholds(("sqft",), False)
        found = {n * 100 // share + d for n in near for share in self._shares for d in (-1, 0, 1)}
        return {n for n in found if 0 < n < self.size}

    def usual(self, attribute: Attribute) -> int:
        """The number that an ordinary project has."""
        return self.size if attribute.name in ("size", "local_amount") else 0

    @cached_property
    def loss_day(self) -> date:
        """A day on which something drained or filled counts under the law that looks back furthest."""
        since = [
            n.number
            for side in self.sides
            for p in side.standing.provisions.values()
            for name, n in p.numbers.items()
            if name == "since"
        ]
        first = min(since, default=20_000_101)
        return date(first // 10_000, first // 100 % 100, first % 100)

    # --- how impacts are placed

    def layouts(self, impacts: int) -> tuple[Layout, ...]:
        """Every way to place so many impacts, the simplest first; those that only change places or names are there once."""
        spots: dict[tuple[Spot, ...], None] = {}
        by_owner = self.limits.owners if self.opens("portion", "area") else 1
        for placed in _placements(impacts, self.limits.wetlands, by_owner):
            spots.setdefault(placed)
        ordered = sorted(spots, key=lambda p: (len({s.wetland for s in p}), len(set(p)), p))
        return tuple(Layout(self, placed) for placed in ordered)


def splitting(sides: Sequence[Side], touched: Sequence[str], vocabulary: Vocabulary) -> tuple[Attribute, ...]:
    """The attributes of an impact by which the exemptions near the change say what they are about: shoreland zones, for one."""
    near = {"/".join(p.split("/")[:2]) for p in touched}
    names = {
        name
        for side in sides
        for p in side.standing.provisions.values()
        if any(within(p.id, above) for above in near)
        for name in p.lists.get("reaches", ())
    }
    return tuple(a for a in vocabulary.of("impact") if a.name in names and a.type == "choice")


def readings_of(touched: Sequence[str], vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """(reading, other choice) of every reading that may change a verdict and that a touched provision, or one above or below
    it, carries."""
    found = []
    for reading in vocabulary.readings.values():
        home = reading.provision
        touches = any(within(p, home) or within(home, p) for p in touched)
        if reading.name not in exempts_part() and home not in _WHOLE and touches:
            found += [(reading.name, choice) for choice in reading.choices if choice != reading.default]
    return found


def _placements(impacts: int, wetlands: int, owners: int) -> Iterator[tuple[Spot, ...]]:
    """Sorted placements in which wetlands and owners are numbered as they come, and fuller ones come first."""

    def shapes(left: int, most: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
        for first in range(min(left, most), 0, -1):
            for rest in shapes(left - first, first):
                yield (first, *rest)

    for basins in shapes(impacts, impacts):
        if len(basins) > wetlands:
            continue
        for parts in _each([[s for s in shapes(n, n) if len(s) <= owners] for n in basins]):
            yield tuple(
                Spot(w, o) for w, portions in enumerate(parts) for o, n in enumerate(portions) for _ in range(n)
            )


def _each(choices: Sequence[Sequence[tuple[int, ...]]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not choices:
        yield ()
        return
    for first in choices[0]:
        for rest in _each(choices[1:]):
            yield (first, *rest)


def costless(attribute: Attribute, values: tuple[str, ...]) -> tuple[Scalar, ...]:
    """Of the values tried, the simplest first, those that cost a smallest project nothing: what is ordinary, none of a set, of what
    has no ordinary value any; filling before draining."""
    if attribute.type == "set":
        return ()
    if attribute.name == "activity":
        return ("fill", *(v for v in values if v != "fill"))
    return values[:1] if attribute.type == "yes_no" or attribute.assumed.get("ordinary") in values else values


class Layout:
    """The case file of a domain for one placing of impacts, and of a completion of it."""

    def __init__(self, domain: Domain, spots: tuple[Spot, ...]) -> None:
        self.domain, self.spots, self._follow = domain, spots, False
        self.impacts = tuple(f"i{n}" for n in range(1, len(spots) + 1))
        several = len({s.wetland for s in spots}) > 1
        self._basins = {s.wetland: f"w{s.wetland + 1}" if several else "w" for s in spots}
        self._split = {s.wetland for s in spots if s.owner > 0}
        self.portioned = any(domain.opens("portion", a.name) for a in domain.vocabulary.of("portion"))

    @property
    def wetlands(self) -> int:
        """How many wetlands there are."""
        return len(self._basins)

    @property
    def owners(self) -> int:
        """How many owners share one wetland, at most."""
        return max(s.owner for s in self.spots) + 1

    def interchangeable(self) -> Iterator[tuple[str, str]]:
        """Pairs of impacts that could change places: the first may be taken as no smaller than the second."""
        for n in range(len(self.spots) - 1):
            if self.spots[n] == self.spots[n + 1]:
                yield self.impacts[n], self.impacts[n + 1]

    def _portion(self, spot: Spot) -> str:
        return f"h{spot.wetland * self.domain.limits.owners + spot.owner + 1}"

    def _things(self, entity: str, at: Spot | None = None, impact: str | None = None) -> tuple[str, ...]:
        if entity == "impact":
            return self.impacts if impact is None else (impact,)
        if entity == "project":
            return ("p",)
        spots = dict.fromkeys(self.spots) if at is None else {at: None}
        if entity == "portion":
            return tuple(self._portion(s) for s in spots)
        names = tuple(dict.fromkeys(self._basins[s.wetland] for s in spots))
        return names if entity == "wetland" else tuple(f"ground {w}" for w in names) + names

    def ordinary(self) -> dict[tuple[str, str], tuple[Scalar, ...]]:
        """(thing, attribute) -> values that cost nothing."""
        found: dict[tuple[str, str], tuple[Scalar, ...]] = {}
        for attribute in self.domain.attributes:
            values = costless(attribute, self.domain.values(attribute))
            for thing in self._things(attribute.entity):
                found[thing, attribute.name] = values
        for attribute in self.domain.numbers:
            for spot in dict.fromkeys(self.spots):
                for thing in self._things(attribute.entity, spot):
                    found[thing, attribute.name] = (Fraction(self._usual(attribute, spot)),)
        return found

    def _usual(self, attribute: Attribute, spot: Spot | None) -> int:
        """The ordinary number: a portion is the entire wetland, or half of it where two own it."""
        if (attribute.entity, attribute.name) != ("portion", "area"):
            return self.domain.usual(attribute)
        return self.domain.size // 2 if spot is not None and spot.wetland in self._split else self.domain.size

    def case(self) -> Case:
        """The domain as a case. Its text has a range for each open number; here that is the numbers tried."""
        read = read_case(self.text(None), "witness.case", self.domain.vocabulary)
        if read.case is None:
            raise AssertionError(f"the domain is no case: {[d.message for d in read.diagnostics]}")
        tried = {a.name: self.domain.amounts(a) for a in self.domain.numbers if a.type != "losses"}
        areas = self.domain.areas(len(self.impacts))

        def exact(statement: Statement) -> Statement:
            if not isinstance(statement.value, Between):
                return statement
            if statement.thing in self.impacts and statement.attribute == "area":
                values = areas
            else:
                values = tuple(v for v in tried[statement.attribute] if v <= (statement.value.high or v))  # type: ignore[operator]
                values = (
                    tuple(sorted({*values, self.domain.size})) if statement.value.high == self.domain.size else values
                )
            return statement._replace(value=OneOf(tuple(Fraction(v) for v in values)))

        return read.case._replace(statements=tuple(exact(s) for s in read.case.statements))

    def text(self, completion: Completion | None, follow: bool = False) -> str:
        """The domain, or a completion of it: what is ordinary is left out, and (`follow`) what ordinarily follows another fact."""
        self._follow = follow
        domain = self.domain
        one = len(self._basins) == 1
        first = self.spots[0]
        lines = ["project p", *(self._lines("ground", completion, first, counties=True) if one else ())]
        lines += [f"  work: {domain.day.isoformat()}", "  assume: ordinary", *self._lines("project", completion)]
        lines += self._numbers("project", completion)
        for number, name in self._basins.items():
            spot = next(s for s in self.spots if s.wetland == number)
            size = list(self._numbers("wetland", completion, spot, plain=True)) or [f"  size: {domain.size:,} sqft"]
            lines += [f"wetland {name}", *size]
            lines += self._lines("ground", completion, spot, counties=True) if not one else ()
            lines += self._lines("ground", completion, spot, counties=False)
            lines += self._numbers("ground", completion, spot)
            lines += self._lines("wetland", completion, spot)
        places = {}
        for spot in dict.fromkeys(self.spots):
            stated = list(self._portion_lines(completion, spot))
            places[spot] = self._portion(spot) if stated else self._basins[spot.wetland]
            if stated:
                owner = f"o{spot.owner + 1}"
                lines += [f"portion {self._portion(spot)} of {owner} in {self._basins[spot.wetland]}", *stated]
        blocks = []
        for impact, spot in zip(self.impacts, self.spots, strict=True):
            if completion is None:
                area = f"1 sqft to {domain.area} sqft"
            else:
                (value,) = completion.values[impact, "area"]
                assert isinstance(value, Fraction)
                area = f"{value.numerator:,} sqft"
            facts = [
                *self._lines("impact", completion, spot, impact),
                *self._numbers("impact", completion, spot, impact),
            ]
            blocks.append((spot, [*facts, f"  area: {area}"]))
        # Impacts that only change places are one project: the same one is always printed.
        for n, (spot, block) in enumerate(blocks if completion is None else sorted(blocks), 1):
            lines += [f"impact i{n} in {places[spot]}", *block]
        return "\n".join(lines) + "\n"

    def _portion_lines(self, completion: Completion | None, spot: Spot) -> Iterator[str]:
        """What is said of a portion; nothing where it is the whole wetland, with nothing drained or filled before."""
        stated = list(self._numbers("portion", completion, spot))
        if spot.wetland in self._split and not any(line.startswith("  area: ") for line in stated):
            stated.insert(0, f"  area: {self.domain.size // 2:,} sqft")
        yield from stated

    def _numbers(
        self,
        entity: str,
        completion: Completion | None,
        at: Spot | None = None,
        impact: str | None = None,
        plain: bool = False,
    ) -> Iterator[str]:
        """The lines of open numbers; `plain`: the ordinary one is written too."""
        for attribute in self.domain.numbers:
            if attribute.entity != entity:
                continue
            unit = "" if attribute.type == "number" else " sqft"
            after = f" on {self.domain.loss_day.isoformat()}" if attribute.type == "losses" else ""
            known = self.domain.amounts(attribute)
            whole: Fraction | None = None
            if (entity, attribute.name) == ("portion", "area") and not (at is not None and at.wetland in self._split):
                # Alone, a portion may be the entire wetland; of two, each is at most a half.
                known = tuple(sorted({*known, self.domain.size}))
                whole = self._size(completion, at)
            if completion is None:
                if attribute.type == "losses":
                    yield f"  {attribute.words}: 0 sqft to {known[-1]} sqft{after}"
                else:
                    yield f"  {attribute.words}: {known[0]}{unit} to {known[-1]}{unit}"
                continue
            things = self._things(entity, at, impact)
            chosen = next(
                (completion.values[t, attribute.name] for t in things if (t, attribute.name) in completion.values), ()
            )
            usual = self._usual(attribute, at)
            for value in chosen:
                assert isinstance(value, Fraction)
                if plain or value != (usual if whole is None else whole):
                    yield f"  {attribute.words}: {value.numerator:,}{unit}{after}"

    def _size(self, completion: Completion | None, at: Spot | None) -> Fraction:
        """The size of a wetland in a completion."""
        if completion is not None and at is not None:
            found = completion.values.get((self._basins[at.wetland], "size"))
            if found:
                assert isinstance(found[0], Fraction)
                return found[0]
        return Fraction(self.domain.size)

    def _lines(
        self,
        entity: str,
        completion: Completion | None,
        at: Spot | None = None,
        impact: str | None = None,
        counties: bool | None = None,
    ) -> Iterator[str]:
        """The lines of open words; of the ground, only its county, or all but that."""
        for attribute in self.domain.attributes:
            if attribute.entity != entity or (counties is not None and (attribute.type == "county") != counties):
                continue
            if completion is None:
                words = [self._words(attribute, value) for value in self.domain.values(attribute)]
                yield f"  {attribute.words}: " + ("unknown" if attribute.type == "set" else " or ".join(words))
                continue
            things = self._things(entity, at, impact)
            chosen: tuple[Scalar, ...] = next(
                (completion.values[t, attribute.name] for t in things if (t, attribute.name) in completion.values), ()
            )
            usual = attribute.assumed.get("ordinary")
            if self._follow and usual is not None and usual.startswith("same_as_"):
                continue
            if not chosen or (len(chosen) == 1 and str(chosen[0]) == usual):
                continue
            yield f"  {attribute.words}: " + ", ".join(self._words(attribute, str(v)) for v in chosen)

    def _words(self, attribute: Attribute, value: str) -> str:
        return self.domain.vocabulary.counties[value].name if attribute.type == "county" else value.replace("_", " ")


__all__: Sequence[str] = ("Domain", "Layout", "Limits", "Side", "Spot", "readings_of", "splitting", "within")
