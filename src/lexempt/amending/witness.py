"""The smallest project, within stated bounds, to which two laws give different answers, as a case that `check` confirms.

The domain is laid out as an ordinary half-known case: one project in one wetland, one or two impacts, and for every attribute
that the touched provisions and their neighbours read, all its values; areas are tried at, one below and one above every
number of either law. So the search uses what answers cases, and what it finds is checked again by the ordinary checker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from lexempt.amending.standing import LINES, Standing
from lexempt.amending.terms import named_conditions
from lexempt.case import Scalar
from lexempt.language.reader import read_case
from lexempt.law.adopted import Adopted
from lexempt.law.program import load_law, order
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import Plan
from lexempt.solving.batch import LawSet, law_set
from lexempt.solving.check import check_cases
from lexempt.solving.engine import Watch
from lexempt.solving.manyfold import Answers, Completion, Manyfold, Wish
from lexempt.solving.options import CheckOptions

_ACROSS = ("103G.2241/9/g", "103G.2241/11")
"""Provisions about all exemptions together: where one of them is touched, every exemption is a neighbour."""
_WHOLE = ("103G.2241",)
_ALWAYS = ("activity", "wetland_type", "cedar_or_tamarack", "shoreland_zone", "county")
_KINDS = ("yes_no", "choice", "set", "county")
_FOLLOWS = ("area_class",)
"""What the county gives."""


class Side(NamedTuple):
    """One of the two laws: its day, the bills adopted, and what stands in it."""

    day: date
    adopted: tuple[Adopted, ...]
    standing: Standing


class Bounds(NamedTuple):
    """What was searched, for people: how many impacts at most, the attributes tried, the areas up to which square footage."""

    impacts: int
    attributes: tuple[str, ...]
    area: int


class Witness(NamedTuple):
    """A project: what it was wanted for, how many impacts it has, its case as text, and what the ordinary checker says of it
    under each law: the answer, and the clauses each impact qualifies under."""

    wanted: str
    impacts: int
    case: str
    answers: tuple[Plan, ...]
    clauses: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]


class Searched(NamedTuple):
    """The smallest witness of each kind that was asked for, where there is one, the bounds, and the kinds without one."""

    witnesses: tuple[Witness, ...]
    bounds: Bounds
    none: tuple[str, ...] = ()


WIDENS_NARROWS: Mapping[str, Wish] = {"widens": Wish((False, True)), "narrows": Wish((True, False))}
"""What two laws are searched for: answers of the first and the second."""


def search(
    sides: Sequence[Side],
    touched: Sequence[str],
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
    wanted: Mapping[str, Wish] = WIDENS_NARROWS,
    impacts: int = 2,
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> Searched:
    """Search with one impact, then with more, for each kind (name -> what is wished) that is not yet found."""
    attributes = _cone(sides, touched, vocabulary)
    area = _largest(sides, touched)
    found: dict[str, Witness] = {}
    for number in range(1, impacts + 1):
        left = [kind for kind in wanted if kind not in found]
        if not left:
            break
        layout = _Layout(attributes, number, area, sides, vocabulary)
        read = read_case(layout.text(None), "witness.case", vocabulary)
        if read.case is None:
            raise AssertionError(f"the domain is no case: {[d.message for d in read.diagnostics]}")
        laws = [_law(side) for side in sides]
        manyfold = Manyfold(read.case, laws, choices, vocabulary, layout.ordinary(), Watch(None, asked_to_stop))
        for kind in left:
            completion = manyfold.smallest(wanted[kind])
            if completion is not None:
                text = layout.text(completion)
                found[kind] = _confirmed(kind, wanted[kind].answers, number, text, sides, choices, vocabulary)
    words = [a.words for a in attributes]
    bounds = Bounds(impacts, (*words, "area"), area)
    none = tuple(kind for kind in wanted if kind not in found)
    return Searched(tuple(found[kind] for kind in wanted if kind in found), bounds, none)


def _law(side: Side) -> LawSet:
    return law_set(_number(side.day), (), side.adopted)


def _number(day: date) -> int:
    return day.year * 10_000 + day.month * 100 + day.day


def by_clause(sides: Sequence[Side], touched: Sequence[str]) -> dict[str, Wish]:
    """For each exemption that is touched: a project that the second law exempts by it, and one that the first did."""
    found = {}
    clauses = set(load_law().exemptions) | {p for p in touched if _is_new(sides, p)}
    for provision in touched:
        if provision in clauses:
            found[f"gains {provision}"] = Wish((False, True), gains=provision)
            found[f"loses {provision}"] = Wish((True, False), loses=provision)
    return found


def _is_new(sides: Sequence[Side], provision: str) -> bool:
    return any(f'exemption("{provision}")' in amendment.beside for side in sides for amendment in side.adopted)


def readings_of(touched: Sequence[str], vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """(reading, other choice) of every reading that a touched provision, or one above or below it, carries."""
    found = []
    for reading in vocabulary.readings.values():
        home = reading.provision
        if home not in _WHOLE and any(_within(p, home) or _within(home, p) for p in touched):
            found += [(reading.name, choice) for choice in reading.choices if choice != reading.default]
    return found


# --- the domain


def _cone(sides: Sequence[Side], touched: Sequence[str], vocabulary: Vocabulary) -> tuple[Attribute, ...]:
    """The attributes that the touched provisions and their neighbours (of the same subdivision) read."""
    across = any(_within(p, above) for p in touched for above in _ACROSS)
    near = {"/".join(p.split("/")[:2]) for p in touched}
    names = set(_ALWAYS)
    documented = load_law().conditions
    for law in (side.standing for side in sides):
        for p in law.provisions.values():
            if not (across and p.id.startswith("103G.2241/")) and not any(_within(p.id, above) for above in near):
                continue
            for name, members in p.lists.items():
                if name not in LINES:
                    names.add(name)
                for condition in members if name in LINES else ():
                    names.update(documented[condition].reads if condition in documented else (condition,))
    if across:
        names.add("undertaking")
    found = []
    for entity in ("project", "ground", "wetland", "impact"):
        for attribute in vocabulary.of(entity):
            if attribute.name not in names or attribute.name in _FOLLOWS or attribute.type not in _KINDS:
                continue
            if attribute.key_type is None and not attribute.background:
                found.append(attribute)
    return tuple(dict.fromkeys(a for a in found if a.name not in named_conditions()))


def _largest(sides: Sequence[Side], touched: Sequence[str]) -> int:
    """Twice the largest area of the touched provisions' subdivisions, in square feet."""
    near = {"/".join(p.split("/")[:2]) for p in touched}
    areas = [
        number.number
        for side in sides
        for p in side.standing.provisions.values()
        for number in p.numbers.values()
        if number.unit == "sqft" and any(_within(p.id, above) for above in near)
    ]
    return 2 * max(areas, default=10_000)


def _within(provision: str, above: str) -> bool:
    return provision == above or provision.startswith(above + "/")


class _Layout:
    """The case file of the domain, and of a completion of it."""

    def __init__(
        self, attributes: Sequence[Attribute], impacts: int, area: int, sides: Sequence[Side], vocabulary: Vocabulary
    ) -> None:
        self.attributes, self.impacts, self.area, self.vocabulary = attributes, impacts, area, vocabulary
        self.day = max(side.day for side in sides)
        self.counties = _counties(sides, vocabulary)

    def values(self, attribute: Attribute) -> tuple[str, ...]:
        """The values tried, the simplest first."""
        if attribute.type == "county":
            return self.counties
        known = ("no", "yes") if attribute.type == "yes_no" else attribute.choices
        usual = attribute.assumed.get("ordinary")
        return tuple(sorted(known, key=lambda value: value != usual)) if usual in known else known

    def ordinary(self) -> dict[tuple[str, str], tuple[Scalar, ...]]:
        """(thing, attribute) -> values that cost nothing, by the ids that the solver's layout gives to things."""
        found: dict[tuple[str, str], tuple[Scalar, ...]] = {}
        for attribute in self.attributes:
            values: tuple[Scalar, ...] = self.values(attribute)
            if attribute.type == "set":
                values = ()
            elif attribute.name == "activity":
                values = ("fill", *(v for v in values if v != "fill"))
            elif attribute.type == "yes_no" or attribute.assumed.get("ordinary") in values:
                values = values[:1]
            for thing in self._things(attribute.entity):
                found[thing, attribute.name] = values
        return found

    def _things(self, entity: str) -> tuple[str, ...]:
        if entity == "impact":
            return tuple(f"i{n}" for n in range(1, self.impacts + 1))
        return {"project": ("p",), "wetland": ("w",), "ground": ("ground w", "w")}[entity]

    def text(self, completion: Completion | None) -> str:
        """The domain, or a completion of it: what is ordinary is left out."""
        lines = ["project p"]
        lines += self._lines("ground", completion, only_county=True)
        lines += [f"  work: {self.day.isoformat()}", "  assume: ordinary", *self._lines("project", completion)]
        lines += ["wetland w", f"  size: {40 * self.area:,} sqft"]
        lines += [*self._lines("ground", completion), *self._lines("wetland", completion)]
        blocks = []
        for n in range(1, self.impacts + 1):
            area = f"1 sqft to {self.area:,} sqft"
            if completion is not None:
                (value,) = completion.values[f"i{n}", "area"]
                assert isinstance(value, Fraction)
                area = f"{value.numerator:,} sqft"
            blocks.append([*self._lines("impact", completion, f"i{n}"), f"  area: {area}"])
        # Impacts that only change places are one project: the same one is always printed.
        for n, block in enumerate(blocks if completion is None else sorted(blocks), 1):
            lines += [f"impact i{n} in w", *block]
        return "\n".join(lines) + "\n"

    def _lines(
        self, entity: str, completion: Completion | None, thing: str | None = None, only_county: bool = False
    ) -> Iterator[str]:
        for attribute in self.attributes:
            if attribute.entity != entity or (entity == "ground" and (attribute.type == "county") != only_county):
                continue
            if completion is None:
                words = [_words(attribute, value, self.vocabulary) for value in self.values(attribute)]
                yield f"  {attribute.words}: " + ("unknown" if attribute.type == "set" else " or ".join(words))
                continue
            chosen = next(
                (
                    completion.values[t, attribute.name]
                    for t in self._of(entity, thing)
                    if (t, attribute.name) in completion.values
                ),
                None,
            )
            usual = attribute.assumed.get("ordinary")
            if not chosen or (len(chosen) == 1 and str(chosen[0]) == usual):
                continue
            yield f"  {attribute.words}: " + ", ".join(_words(attribute, str(v), self.vocabulary) for v in chosen)

    def _of(self, entity: str, thing: str | None) -> tuple[str, ...]:
        return (thing,) if thing is not None else self._things(entity)


def _words(attribute: Attribute, value: str, vocabulary: Vocabulary) -> str:
    return vocabulary.counties[value].name if attribute.type == "county" else value.replace("_", " ")


def _counties(sides: Sequence[Side], vocabulary: Vocabulary) -> tuple[str, ...]:
    """A county for each class, on and off each list of counties of either law; those off the lists first."""
    lists = [
        frozenset(members)
        for law in (side.standing for side in sides)
        for p in law.provisions.values()
        for name, members in p.lists.items()
        if name == "county"
    ]
    found: dict[tuple[object, ...], str] = {}
    for county in sorted(vocabulary.counties.values(), key=lambda c: c.name):
        found.setdefault((county.area_class, *(county.id in members for members in lists)), county.id)
    return tuple(sorted(found.values(), key=lambda county: (any(county in members for members in lists), county)))


# --- confirming


def _confirmed(
    kind: str,
    wanted: Answers,
    impacts: int,
    case: str,
    sides: Sequence[Side],
    choices: Mapping[str, str],
    vocabulary: Vocabulary,
) -> Witness:
    """The witness with the ordinary checker's answers; what it does not confirm is our own fault."""
    read = read_case(case, "witness.case", vocabulary)
    results = []
    for side in sides:
        options = CheckOptions(
            on=side.day,
            amendments=side.adopted,
            readings=tuple(sorted((n, c) for n, c in choices.items() if c != vocabulary.readings[n].default)),
            all_readings=False,
            reasons=False,
            transitions=False,
        )
        results.append(check_cases([read], options).projects[0])
    answers = tuple(
        r.as_last_seen if r.replacement_plan == "depends" and r.as_last_seen else r.replacement_plan for r in results
    )
    for answer, asked in zip(answers, wanted, strict=True):
        if asked is not None and answer != ("not_required" if asked else "required"):
            raise AssertionError(f"the checker does not confirm a witness for {wanted}: {answers}\n{case}")
    clauses = tuple(
        (impact.id, tuple(tuple(sorted(r.impacts[n].qualifies, key=order)) for r in results))
        for n, impact in enumerate(results[0].impacts)
    )
    return Witness(kind, impacts, case, answers, clauses)


__all__ = ["Bounds", "Searched", "Side", "Witness", "search"]
