"""The projects that are searched: one in one wetland of one owner, everything that a rule reads open, as a case file.

The domain is an ordinary half-known case, so that a completion of it is a case that `check` answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from lexempt.amending.standing import Standing
from lexempt.amending.years import least_years
from lexempt.case import Case, Scalar
from lexempt.language.reader import read_case
from lexempt.law.consequences import only_for_consequences
from lexempt.law.derivations import derives_from
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.solving.manyfold import Completion

_AREA = 250_000
"""The largest impact tried, in square feet, unless a number of the law is larger: more than any of 2018 (five acres)."""
_ROOMY = 16
"""So many times that is the wetland, where it need not be smaller: five percent of it are more than any amount of 9(a)."""
_KINDS = ("yes_no", "choice", "set")
_ORDER = ("project", "ground", "wetland", "impact")
_YEARS = "land_use"
_OTHER = "other"
_APPLIED = "compensation_applied"
_ALWAYS = ("activity", "wetland_type", "class")
"""What has no ordinary value."""


class Domain:
    """The case file of all projects that are searched on a day, with so many impacts, and of one of them.

    `only` names the attributes that are open, if not all. `standing` gives the lists of counties: there is one county tried
    for each class on and off each of them, and for land use the years before 1991 and before the day that the law counts.
    """

    def __init__(
        self,
        standing: Sequence[Standing],
        day: date,
        vocabulary: Vocabulary,
        impacts: int = 1,
        only: frozenset[str] | None = None,
    ) -> None:
        self.day, self.vocabulary, self.impacts, self.only = day, vocabulary, impacts, only
        self.lists = tuple(
            dict.fromkeys(
                frozenset(members)
                for law in standing
                for p in law.provisions.values()
                for name, members in p.lists.items()
                if name == "county"
            )
        )
        numbers = (n for law in standing for p in law.provisions.values() for n in p.numbers.values())
        self.area = max([_AREA, *(2 * n.number for n in numbers if n.unit == "sqft" and n.number >= _AREA)])
        self.size = _ROOMY * self.area
        self.counties = self._counties()
        self.uses = ("annual_crop", "crop_rotation_seeding", "set_aside", "grazed", _OTHER)
        self.years = least_years(standing, day)

    def _counties(self) -> tuple[str, ...]:
        found: dict[tuple[object, ...], str] = {}
        for county in sorted(self.vocabulary.counties.values(), key=lambda c: c.name):
            found.setdefault((county.area_class, *self.places(county.id)), county.id)
        return tuple(sorted(found.values(), key=lambda county: (any(self.places(county)), county)))

    def places(self, county: str) -> tuple[bool, ...]:
        """On which of the lists of counties it is."""
        return tuple(county in members for members in self.lists)

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:
        """What is tried, beside counties, land use and sizes. What only decides a derived fact is not: that fact is."""
        sources = {name for (entity, _), names in derives_from().items() for name in names if entity != "wetland"}
        return tuple(
            a
            for entity in (*_ORDER, "drainage_system")
            for a in self.vocabulary.of(entity)
            if a.type in _KINDS and not a.background and a.key_type is None
            and a.name not in sources and a.name != "area_class" and a.name not in only_for_consequences()
            and not (a.closed and a.type == "choice")  # not stated is a value of its own there
            and not a.assumed.get("ordinary", "").startswith("same_as_")
            and (self.only is None or a.name in self.only or a.name in _ALWAYS)
        )  # fmt: skip

    def values(self, attribute: Attribute) -> tuple[str, ...]:
        """The values tried, the simplest first."""
        known = ("no", "yes") if attribute.type == "yes_no" else attribute.choices
        usual = attribute.assumed.get("ordinary")
        return tuple(sorted(known, key=lambda value: value != usual)) if usual in known else known

    def ordinary(self) -> dict[tuple[str, str], tuple[Scalar, ...]]:
        """(thing, attribute) -> the values that cost nothing."""
        found: dict[tuple[str, str], tuple[Scalar, ...]] = {}
        for attribute in self.attributes:
            values: tuple[Scalar, ...] = self.values(attribute)
            usual = attribute.assumed.get("ordinary")
            if attribute.type == "set":
                values = ()
            elif attribute.name == "activity":
                values = ("fill",)
            elif usual in values:
                values = values[:1]
            for thing in self._things(attribute.entity):
                found[thing, attribute.name] = values
        for thing in self._things("ground"):
            found[thing, "county"] = self.counties
            found[thing, _YEARS] = (_OTHER,)
        found["w", "size"] = (Fraction(self.size),)
        found["p", _APPLIED] = (self.day,)
        found["ground w", "enrolled"] = found["w", "enrolled"] = (date(self.day.year - 20, 1, 5),)
        return found

    def _things(self, entity: str) -> tuple[str, ...]:
        if entity == "impact":
            return tuple(f"i{n}" for n in range(1, self.impacts + 1))
        return {"project": ("p",), "wetland": ("w",), "ground": ("ground w", "w", "p"), "drainage_system": ("s",)}[
            entity
        ]

    @cached_property
    def case(self) -> Case:
        """The domain. What cannot be read is our own fault."""
        read = read_case("\n".join(self._domain()) + "\n", "domain.case", self.vocabulary)
        if read.case is None or any(d.severity == "error" for d in read.diagnostics):
            raise AssertionError(f"the domain is no case: {[d.message for d in read.diagnostics]}")
        return read.case

    def _domain(self) -> Iterator[str]:
        def facts(entity: str) -> Iterator[str]:
            for attribute in self.attributes:
                if attribute.entity == entity:
                    yield f"  {attribute.words}: unknown"

        names = [self.vocabulary.counties[county].name for county in self.counties]
        yield from (
            "project p",
            f"  county: {' or '.join(names)}",
            f"  work: {self.day.isoformat()}",
            "  assume: ordinary",
            f"  compensation application received: {self._long_ago.isoformat()} or {self.day.isoformat()}",
        )
        yield from (*facts("project"), "drainage system s", *facts("drainage_system"))
        yield from ("wetland w", f"  size: 1 sqft to {self.size:,} sqft", *facts("wetland"), *facts("ground"))
        yield "  drainage system: unknown"
        yield f"  enrolled in a conservation program: {self.day.year - 20}-01-05 or {self.day.year}-01-05"
        uses = " or ".join(use.replace("_", " ") for use in self.uses)
        yield from (f"  land use {year}: {uses}" for year in self.years)
        for n in range(1, self.impacts + 1):
            yield from (f"impact i{n} in w", *facts("impact"), f"  area: 1 sqft to {self.area:,} sqft")

    # --- a completion

    def text(self, completion: Completion) -> str:
        """One project of the domain: what is ordinary is left out."""
        (county,) = self._chosen(completion, "ground", "county")
        lines = ["project p", f"  county: {self.vocabulary.counties[str(county)].name}"]
        lines += [f"  work: {self.day.isoformat()}", "  assume: ordinary", *self._facts("project", completion)]
        if self._chosen(completion, "project", _APPLIED) == (self._long_ago,):
            lines.append(f"  compensation application received: {self._long_ago.isoformat()}")
        drained = bool(self._chosen(completion, "ground", "drainage_system"))
        if drained:
            lines += ["drainage system s", *self._facts("drainage_system", completion)]
        lines += ["wetland w", f"  size: {_sqft(self._chosen(completion, 'wetland', 'size'))}"]
        lines += [*self._facts("wetland", completion), *self._facts("ground", completion)]
        lines += ["  drainage system: s"] if drained else []
        lines += self._land_use(completion)
        blocks = []
        for n in range(1, self.impacts + 1):
            area = _sqft(completion.values[f"i{n}", "area"])
            blocks.append([*self._facts("impact", completion, f"i{n}"), f"  area: {area}"])
        # Impacts that only change places are one project: the same one is always printed.
        for n, block in enumerate(sorted(blocks), 1):
            lines += [f"impact i{n} in w", *block]
        return "\n".join(lines) + "\n"

    def _chosen(self, completion: Completion, entity: str, name: str, thing: str | None = None) -> tuple[Scalar, ...]:
        things = (thing,) if thing is not None else self._things(entity)
        return next((completion.values[t, name] for t in things if (t, name) in completion.values), ())

    @property
    def _long_ago(self) -> date:
        """A day before the work from which the days of 103G.237 have passed."""
        return self.day - timedelta(days=365)

    def _facts(self, entity: str, completion: Completion, thing: str | None = None) -> Iterator[str]:
        for attribute in self.attributes:
            if attribute.entity != entity:
                continue
            chosen = self._chosen(completion, entity, attribute.name, thing)
            if chosen and not (len(chosen) == 1 and str(chosen[0]) == attribute.assumed.get("ordinary")):
                yield f"  {attribute.words}: " + ", ".join(str(v).replace("_", " ") for v in chosen)

    def _land_use(self, completion: Completion) -> Iterator[str]:
        used = {y: self._chosen(completion, "ground", f"{_YEARS} {y}") for y in self.years}
        for (_, value), group in groupby(enumerate(self.years), key=lambda at: (at[1] - at[0], used[at[1]])):
            years = [year for _, year in group]
            if value and value != (_OTHER,):
                span = f"{years[0]} to {years[-1]}" if len(years) > 1 else str(years[0])
                yield f"  land use {span}: {str(value[0]).replace('_', ' ')}"
        (day,) = self._chosen(completion, "ground", "enrolled")
        assert isinstance(day, date)
        if day.year == self.day.year:
            yield f"  enrolled in a conservation program: {day.isoformat()}"

    def said(self) -> Iterable[str]:
        """The bounds, for people."""
        number = "one impact" if self.impacts == 1 else f"{self.impacts} impacts"
        yield f"projects of {number} in one wetland of one owner"
        yield f"areas of 1 to {self.area:,} sqft, a wetland of up to {self.size:,} sqft"
        yield "every word for what a case can state by words; a county for each class, on and off each list of counties"
        yield "land use of the years that the law counts; other numbers and days as in an ordinary project"


def _sqft(values: tuple[Scalar, ...]) -> str:
    (value,) = values
    assert isinstance(value, Fraction)
    return f"{value.numerator:,} sqft"


def county_facts(domain: Domain) -> Mapping[str, tuple[str | None, tuple[bool, ...]]]:
    """County -> its class, and on which lists it is."""
    return {c: (domain.vocabulary.counties[c].area_class, domain.places(c)) for c in domain.counties}


__all__ = ["Domain", "county_facts"]
