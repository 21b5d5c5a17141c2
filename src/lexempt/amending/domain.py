"""The projects that a search for witnesses goes through: which facts are open, at which values.

A domain is laid out as ordinary half-known cases, one for each way to place impacts (`layout`). On the
*cone* of a change only what the touched provisions and their neighbours ask for is open; *widened*, every attribute that can
be tried is. What is held as in an ordinary project is listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property

from lexempt.amending.definitions import defines, looked_at_with, only_defines, relying_on, sources_of
from lexempt.amending.standing import LINES, Standing, read_by, reads
from lexempt.amending.terms import named_conditions
from lexempt.amending.years import yearly
from lexempt.law.adopted import Adopted
from lexempt.law.consequences import only_for_consequences
from lexempt.law.derivations import concerns, derives_from, exempts_part
from lexempt.law.program import load_law, within
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.records import NamedTuple

_ACROSS = ("103G.2241/9/g", "103G.2241/11")
"""Provisions about all exemptions together: where one of them is touched, every exemption is a neighbour."""
_WHOLE = ("103G.2241",)
_ALWAYS = ("activity", "wetland_type", "cedar_or_tamarack", "shoreland_zone", "county")
_WORDS = ("yes_no", "choice", "set", "county")
_FOLLOWS = ("area_class",)
"""What the county gives."""
_SYSTEM = "drainage_system"
_PLACES = ("project", _SYSTEM, "ground", "wetland", "portion", "impact")
_NUMBERS = (
    ("wetland", "size"),
    ("portion", "area"),
    ("portion", "drained_or_filled_before"),
    ("ground", "local_amount"),
    ("impact", "increase_granted"),
    ("project", "units_per_40_acres"),
)
"""Numbers that can be tried, beside the area of an impact, which always is."""
_PERCENTAGES = (("ground", "intact"), ("ground", "wetland_share"), ("ground", "public_land_share"))
"""Numbers that are stated instead of what they define: they are tried where that definition changes."""
NEVER = -1
"""The ordinary value of a number that an ordinary project does not state."""
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
        derived = self._derived()
        self.attributes = tuple(
            a for a in self._known() if (names is None or a.name in names) and a.name not in derived
        )
        self.numbers = tuple(self._open_numbers(names))
        laws = [side.standing for side in sides]
        self.yearly = tuple(yearly(laws, self._is_near, self.day, vocabulary, names))
        self.systems = any(a.entity == _SYSTEM for a in self.attributes)
        """Whether the land may belong to a drainage system."""

    # --- what is open

    def _known(self) -> Iterator[Attribute]:
        """Attributes with a few words as values that a rule may read."""
        skipped = {*_FOLLOWS, *named_conditions(), *only_for_consequences()}
        for entity in _PLACES:
            for attribute in self.vocabulary.of(entity):
                tried = attribute.type in _WORDS and attribute.key_type is None and not attribute.background
                if tried and attribute.name not in skipped and (entity, attribute.name) != ("portion", "whole_wetland"):
                    yield attribute

    def _derived(self) -> set[str]:
        """Attributes whose definition changes, where all that it looks at can be tried: they are left to it."""
        known = {a.name for a in self._known()} | {a.name for a in self.vocabulary.of("ground") if a.key_type == "years"}
        return {
            name
            for (_, name), sources in derives_from().items()
            if name not in _FOLLOWS and set(sources) <= known and any(defines(p, name) and only_defines(p) for p in self.touched)
        }

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
        names.update(name for p in self.touched for name in sources_of(p))
        names.update(attribute for name in readings for attribute, _ in concerns().get(name, ()))
        if across:
            names.add("undertaking")
        return names

    def _limits_touched(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """(provision, attributes read) of each condition or limit that is itself a provision and touched."""
        for name, sentences in load_law().conditions.items():
            if sentences.reads and any(within(p, name) or within(name, p) for p in self.touched):
                yield name, sentences.reads

    def _is_near(self, provision: str) -> bool:
        """Whether what a provision counts is tried."""
        return self.wide or any(within(provision, above) for above in self._near)

    @cached_property
    def _near(self) -> set[str]:
        """The subdivisions of what is touched, and of what asks for an attribute whose definition is."""
        relying = relying_on(self.touched, [side.standing for side in self.sides])
        return {"/".join(p.split("/")[:2]) for p in (*self.touched, *relying)}

    def _open_numbers(self, names: set[str] | None) -> Iterator[Attribute]:
        found = [self.vocabulary.attributes[at] for at in _NUMBERS if at in self.vocabulary.attributes]
        parts = {a.name for a in self.vocabulary.of("portion")}
        defining = {name for p in self.touched for name in sources_of(p)}
        yield from (a for at in _PERCENTAGES if (a := self.vocabulary.attributes[at]).name in defining)
        for attribute in found:
            read = names is None or attribute.name in names
            if attribute.entity == "portion" and attribute.name == "area":
                read = self.limits.owners > 1 and (names is None or bool(names & (parts - {"area"})))
            elif attribute.name == "size":
                read = read or (names is not None and bool(names & (parts - {"area"})))
            if read and (attribute.name == "area" or len(self.amounts(attribute)) > 1):
                yield attribute

    def opens(self, entity: str, name: str) -> bool:
        """Whether an attribute is tried at several values."""
        return any((a.entity, a.name) == (entity, name) for a in self.tried)

    @property
    def tried(self) -> tuple[Attribute, ...]:
        """All of them."""
        systems = [a for a in self.vocabulary.of("ground") if a.name == _SYSTEM] if self.systems else ()
        return (*self.attributes, *systems, *(each.attribute for each in self.yearly), *self.numbers)

    @property
    def held(self) -> tuple[Attribute, ...]:
        """Attributes that rules may read and that are held as in an ordinary project."""
        tried = set(self.tried)
        entities = (*_PLACES, "owner", "water")
        every = (a for entity in entities for a in self.vocabulary.of(entity) if not a.background)
        follows = {*_FOLLOWS, "area", "work"}
        if self.opens("portion", "area"):
            follows.add("whole_wetland")
        return tuple(a for a in every if a not in tried and a.name not in follows)

    def unreached(self) -> tuple[tuple[str, Attribute], ...]:
        """(touched provision, attribute it asks for that is held fixed): what turns on these no search within the bounds finds."""
        tried = {a.name for a in self.tried}
        held = {a.name: a for a in self.held if a.name not in tried}
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
                    yield provision, (*read_by(standing), *sources_of(provision), *looked_at_with(provision))
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

    def lists_of(self, county: str) -> tuple[tuple[str, tuple[bool, ...]], ...]:
        """The provisions that list a county in some law, and in which of the laws each does."""
        laws = [side.standing.provisions for side in self.sides]
        found = {p.id for law in laws for p in law.values() if county in p.lists.get("county", ())}
        return tuple(
            (name, tuple(name in law and county in law[name].lists.get("county", ()) for law in laws))
            for name in sorted(found)
        )

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
        numbers = self._thresholds(("sqft",), True)
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
        elif attribute.type == "percent":
            found = {n + d for n in self._thresholds(("percent",), False) for d in (-1, 0, 1)}
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
        if attribute.type == "percent":
            return NEVER
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


def readings_of(
    touched: Sequence[str], vocabulary: Vocabulary, choices: Mapping[str, str]
) -> list[tuple[str, str]]:
    """(reading, other choice) of every reading that may change a verdict and that a touched provision, or one above or below
    it, carries."""
    found = []
    for reading in vocabulary.readings.values():
        home = reading.provision
        touches = any(within(p, home) or within(home, p) for p in touched)
        if reading.name not in exempts_part() and home not in _WHOLE and touches:
            found += [(reading.name, choice) for choice in reading.choices if choice != choices[reading.name]]
    return found


__all__: Sequence[str] = ("Domain", "Limits", "Side", "readings_of", "splitting", "within")
