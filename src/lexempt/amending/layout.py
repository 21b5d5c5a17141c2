"""A domain as ordinary half-known cases: one for each way to place impacts in wetlands and in owners' portions of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lexempt.amending.domain import Domain
from lexempt.case import Between, Case, OneOf, Scalar, Statement
from lexempt.language.reader import read_case
from lexempt.law.vocabulary import Attribute
from lexempt.records import NamedTuple
from lexempt.solving.manyfold import Completion

UNITS = {"number": "", "percent": " percent"}
"""What stands after a number of these types; after others, square feet."""
_SYSTEM = "drainage_system"
_ONE = {"project": "p", _SYSTEM: "s"}
"""What there is one of: its id."""


class Spot(NamedTuple):
    """Where an impact lies: the number of its wetland, and of the owner whose portion of that wetland it is (from 0)."""

    wetland: int
    owner: int


def layouts(domain: Domain, impacts: int) -> tuple[Layout, ...]:
    """Every way to place so many impacts, the simplest first; those that only change places or names are there once."""
    spots: dict[tuple[Spot, ...], None] = {}
    by_owner = domain.limits.owners if domain.opens("portion", "area") else 1
    for placed in _placements(impacts, domain.limits.wetlands, by_owner):
        spots.setdefault(placed)
    ordered = sorted(spots, key=lambda p: (len({s.wetland for s in p}), len(set(p)), p))
    return tuple(Layout(domain, placed) for placed in ordered)


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
        self.domain, self.spots = domain, spots
        self._follow = self._plain = False
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

    def alike_by_year(self) -> Iterator[tuple[str, tuple[int, ...], tuple[str, ...]]]:
        """(attribute, years whose facts could change places, its words): they may be taken as ordered by these words."""
        for each in self.domain.yearly:
            yield from ((each.attribute.name, years, each.values) for years in each.alike)

    def _portion(self, spot: Spot) -> str:
        return f"h{spot.wetland * self.domain.limits.owners + spot.owner + 1}"

    def _things(self, entity: str, at: Spot | None = None, impact: str | None = None) -> tuple[str, ...]:
        if entity == "impact":
            return self.impacts if impact is None else (impact,)
        if entity in _ONE:
            return (_ONE[entity],)
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
        for thing in self._things("ground"):
            found.update({(thing, each.attribute.name): each.values[-1:] for each in self.domain.yearly})
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

    def text(self, completion: Completion | None, follow: bool = False, plain: bool = False) -> str:
        """The domain, or a completion of it: what is ordinary is left out, but for numbers (`plain`), and (`follow`) what ordinarily
        follows another fact."""
        self._follow, self._plain = follow, plain
        domain = self.domain
        one = len(self._basins) == 1
        first = self.spots[0]
        lines = ["project p", *(self._lines("ground", completion, first, counties=True) if one else ())]
        lines += [f"  work: {domain.day.isoformat()}", "  assume: ordinary", *self._lines("project", completion)]
        lines += self._numbers("project", completion)
        if self._drained(completion):
            lines += ["drainage system s", *self._lines(_SYSTEM, completion)]
        for number, name in self._basins.items():
            spot = next(s for s in self.spots if s.wetland == number)
            size = list(self._numbers("wetland", completion, spot, plain=True)) or [f"  size: {domain.size:,} sqft"]
            lines += [f"wetland {name}", *size]
            lines += self._lines("ground", completion, spot, counties=True) if not one else ()
            lines += self._lines("ground", completion, spot, counties=False)
            lines += self._numbers("ground", completion, spot)
            lines += self._history(completion, spot)
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

    def _drained(self, completion: Completion | None) -> bool:
        """Whether some land belongs to the drainage system, or may."""
        if completion is None:
            return self.domain.systems
        return any(completion.values.get((thing, _SYSTEM)) for thing in self._things("ground"))

    def _history(self, completion: Completion | None, at: Spot) -> Iterator[str]:
        """The lines of a ground about its drainage system, and about what is stated by year."""
        things = self._things("ground", at)
        if completion is None:
            yield from (f"  {_SYSTEM.replace('_', ' ')}: unknown" for _ in (1,) if self.domain.systems)
            for each in self.domain.yearly:
                words = " or ".join(self._words(each.attribute, value) for value in each.values)
                yield from (f"  {each.attribute.words} {years}: {words}" for years in each.all_years())
            return
        if any(completion.values.get((thing, _SYSTEM)) for thing in things):
            yield f"  {_SYSTEM.replace('_', ' ')}: s"
        for each in self.domain.yearly:

            def chosen(year: int, name: str = each.attribute.name) -> tuple[Scalar, ...]:
                known = completion.values if completion is not None else {}
                return next((known[t, f"{name} {year}"] for t in things if (t, f"{name} {year}") in known), ())

            for years, value in each.spans(chosen):
                yield f"  {each.attribute.words} {years}: {self._words(each.attribute, value)}"

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
            unit = UNITS.get(attribute.type, " sqft")
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
                if plain or self._plain or value != (usual if whole is None else whole):
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


__all__: Sequence[str] = ("Layout", "Spot", "costless", "layouts")
