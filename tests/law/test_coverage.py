"""Each clause has a case where it applies and one beside it where it does not; each number has both its sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from fractions import Fraction

import pytest
from tests.law.recorded import Recorded, about, recorded

from lexempt.case import Loss
from lexempt.law.program import LawValue, load_law

# --- clauses

EXEMPTIONS = load_law().exemptions
RELEASES = ("103G.222/1/m", "103G.2364/a", "103G.2364/b", "103G.237/1")
LIMITS = ("103G.2241/9/e", "103G.2241/9/f", "103G.2241/9/g", "103G.2241/9/h", "103G.2241/9/i")
DUTIES = ("103G.2241/11/a/1", "103G.2241/11/a/2", "103G.2241/11/a/3")


def _names(clause: str, named: Iterable[str]) -> bool:
    return clause.partition("@")[0] in named


def _under(clause: str) -> list[Recorded]:
    """Rows whose law can have the clause: an act's own clause only under that act."""
    later = clause.endswith("@2024c90")
    return [r for r in recorded() if any(day >= date(2024, 8, 1) for day in r.days()) == later]


@pytest.mark.parametrize("clause", EXEMPTIONS)
def test_exemption(clause: str) -> None:
    """One file has a row where an impact qualifies under the clause, and one where an impact does not."""
    applies, fails = set(), set()
    for row in _under(clause):
        for _, named in row.qualifies():
            (applies if _names(clause, named) else fails).add(row.file)
    assert applies, "no case where it applies"
    assert applies & fails, "no case, beside one where it applies, where it does not"


def _expected(verb: str, provision: str) -> tuple[set[str], set[str]]:
    """Files with a row that expects `VERB PROVISION` of an impact, and files with a row that doesn't."""
    with_it, without = set(), set()
    for row in recorded():
        found = any(f"{verb} {provision}" in wants for _, wants in row.expects)
        (with_it if found else without).add(row.file)
    return with_it, without


@pytest.mark.parametrize("provision", RELEASES)
def test_release(provision: str) -> None:
    applies, not_there = _expected("released by", provision)
    assert applies & not_there


def test_bar() -> None:
    rows = about("103G.223")
    assert {"always", "never"} <= {wants for row in rows for subject, wants in row.expects if subject == "prohibited"}


@pytest.mark.parametrize("provision", DUTIES)
def test_duty(provision: str) -> None:
    states = {
        part.rpartition(" ")[2]
        for row in recorded()
        for subject, wants in row.expects
        for part in wants.split(";")
        if subject == "duty" and part.strip().startswith(provision + " ")
    }
    assert {"met", "breached"} <= states


@pytest.mark.parametrize("provision", LIMITS)
def test_limit(provision: str) -> None:
    """A row is expected to fail because of the limit, and one of the same file is expected to need no plan."""
    because = {r.file for r in recorded() if any(s == "because" and w == provision for s, w in r.expects)}
    free = {r.file for r in recorded() if any(wants == "replacement plan not required" for _, wants in r.expects)}
    assert because, f"no case expects `because: {provision}`"
    assert because & free


# --- numbers

Measure = Callable[[Recorded], Iterable[int | Fraction]]


def _day(value: object) -> int:
    assert isinstance(value, date)
    return value.year * 10_000 + value.month * 100 + value.day


def _days(row: Recorded, earlier: str, later: str) -> Iterable[int]:
    """Days between two dates of a project."""
    for project in row.case.of("project"):
        for a in row.known(earlier, project.id):
            for b in row.known(later, project.id):
                if isinstance(a, date) and isinstance(b, date):
                    yield (b - a).days


def _anniversary(day: date, years: int) -> date:
    return day.replace(year=day.year + years, day=28 if (day.month, day.day) == (2, 29) else day.day)


def _past(row: Recorded, start: str, end: str, years: int) -> Iterable[int]:
    """Days past the anniversary of a date on another."""
    for a in row.known(start):
        for b in row.known(end):
            if isinstance(a, date) and isinstance(b, date):
                yield (b - _anniversary(a, years)).days


def _shares(row: Recorded, percent: int) -> Iterable[Fraction]:
    """Areas less this share of a portion or wetland: 0 at the share, 1 a square foot over."""
    wholes = [v for name in ("size", "area") for v in row.known(name) if isinstance(v, Fraction) and v > 0]
    return {area - whole * percent / 100 for whole in wholes for area in row.areas()}


CROPS = frozenset(("annual_crop", "crop_rotation_seeding", "set_aside"))
PASTURE = frozenset(("grazed", "crop_rotation_seeding"))
RECENT = frozenset(("annual_crop", "crop_rotation_seeding", "cover_crop", "fallow_for_crop"))


def _window(uses: frozenset[str], before: int, span: int) -> Measure:
    """How many years within a window are of these uses."""
    return lambda row: {sum(before - span <= y < before for y in row.years(uses))}


def _recent(row: Recorded) -> Iterable[int]:
    for work in row.known("work"):
        if isinstance(work, date):
            yield sum(work.year - 10 <= y < work.year for y in row.years(RECENT))


def _recent_back(row: Recorded) -> Iterable[int]:
    """How many years before the work land was so used, at the farthest and the nearest."""
    for work in row.known("work"):
        if isinstance(work, date):
            yield from (work.year - y for y in row.years(RECENT))


def _areas(row: Recorded) -> Iterable[Fraction]:
    return row.areas()


def _of(attribute: str) -> Measure:
    return lambda row: [v for v in row.known(attribute) if isinstance(v, Fraction)]


def _distances(row: Recorded) -> Iterable[Fraction]:
    return [v for v in row.known("distance") if isinstance(v, Fraction)]


def _dates(*attributes: str) -> Measure:
    return lambda row: [_day(v) for a in attributes for v in row.known(a) if isinstance(v, date)]


def _losses(row: Recorded) -> Iterable[int]:
    return [_day(v.on) for v in row.known("drained_or_filled_before") if isinstance(v, Loss)]


def _planted(row: Recorded) -> Iterable[int]:
    return [_day(v) % 10_000 for v in row.known("crop_planted") if isinstance(v, date)]


def _years(uses: frozenset[str]) -> Measure:
    return lambda row: row.years(uses)


def _ages(row: Recorded) -> Iterable[int]:
    return _past(row, "existing_since", "work", 25)


def _tails(row: Recorded) -> Iterable[int]:
    return _past(row, "work", "converted_on", 10)


def _before(row: Recorded) -> Iterable[int]:
    return _days(row, "road_report", "construction_start")


def _after(row: Recorded) -> Iterable[int]:
    return _days(row, "construction_start", "road_report")


def _above_amounts(row: Recorded) -> Iterable[Fraction]:
    """Areas less each amount of 9(a)."""
    amounts = [v.number for v in load_law().values if v.provision.startswith("103G.2241/9/a/")]
    return {area - amount for area in row.areas() for amount in amounts}


# (provision, name) -> what is measured in a row, and the two values that have to occur: the last on each side.
SPECIAL: dict[tuple[str, str], tuple[Measure, tuple[int, int]]] = {
    ("103G.005/14a", "years_needed"): (_window(PASTURE, 1991, 10), (6, 5)),
    ("103G.005/14a", "of_the_last"): (_years(PASTURE), (1981, 1980)),
    ("103G.005/14a", "before_year"): (_years(PASTURE), (1990, 1991)),
    ("103G.2241/1/1", "years_needed"): (_window(CROPS, 1991, 10), (6, 5)),
    ("103G.2241/1/1", "of_the_last"): (_years(CROPS), (1981, 1980)),
    ("103G.2241/1/1", "before_year"): (_years(CROPS), (1990, 1991)),
    ("103G.2241/2/b/1", "window_end"): (_dates("expenditure", "repair"), (19920101, 19920102)),
    ("103G.2241/2/b/1", "window_years"): (_dates("expenditure", "repair"), (19720102, 19720101)),
    ("103G.2241/2/b", "tail_years"): (_tails, (0, 1)),
    ("103G.2241/2/c", "older_than_years"): (_ages, (0, 1)),
    ("103G.2241/2/d", "older_than_years"): (_ages, (0, 1)),
    ("103G.2241/2/e", "years_needed"): (_recent, (8, 7)),
    ("103G.2241/2/e", "of_the_last"): (_recent_back, (10, 11)),
    ("103G.2241/2/e/1", "planted_before"): (_planted, (704, 705)),
    ("103G.2241/2/b/2/iii", "at_most"): (_of("units_per_40_acres"), (1, 2)),
    ("103G.2241/9/f", "since"): (_losses, (19920101, 19911231)),
    ("103G.2241/9/f/2", "share"): (lambda row: _shares(row, 5), (0, 1)),
    ("103G.2241/10/1/i", "share"): (lambda row: _shares(row, 5), (0, 1)),
    ("103G.222/1/m/2", "days_before"): (_before, (30, 29)),
    ("103G.222/1/m/3", "days_after"): (_after, (30, 31)),
    ("103G.237/1", "days"): (lambda row: _days(row, "compensation_applied", "work"), (90, 91)),
    ("103G.005/10a", "at_least"): (_of("intact"), (50, 49)),
    ("103G.005/10a", "below"): (_of("intact"), (80, 79)),
    ("103G.005/10b", "at_least"): (_of("intact"), (80, 79)),
    ("103G.005/10b/1", "at_least"): (_of("wetland_share"), (10, 9)),
    ("103G.005/10b/2", "at_least"): (_of("public_land_share"), (50, 49)),
}
SPECIAL["103G.222/1/b", "above"] = (_above_amounts, (10_000, 10_001))
_BELOW = {"below", "incorporated_size", "unincorporated_size"}


def sides(value: LawValue) -> tuple[Measure, tuple[int, int]] | None:
    """What to look for: for an area or a distance, the number itself and the next one that falls otherwise."""
    special = SPECIAL.get((value.provision, value.name))
    if special is not None:
        return special
    step = -1 if value.name in _BELOW else 1
    if value.unit in ("sqft", "plot"):
        return _areas, (value.number, value.number + step)
    if value.unit == "foot":
        return _distances, (value.number, value.number + step)
    return None


# What an answer states, and nothing is compared with, has no sides: the cases expect it by its number.
STATED = ("ratio", "deed_years", "step", "first_step")
VALUES = [value for value in load_law().values if value.name not in STATED]


@pytest.mark.parametrize("value", VALUES, ids=lambda v: f"{v.provision} {v.name}")
def test_number_has_both_sides(value: LawValue) -> None:
    looked_for = sides(value)
    assert looked_for is not None, f"say in SPECIAL how {value.name} of {value.provision} is measured"
    measure, wanted = looked_for
    # Of 2(c) and 2(d), 9(b) and so on: a file may be about several clauses; the clause's own exemption is what counts.
    found = {number for row in about(value.provision) for number in measure(row)}
    missing = [number for number in wanted if not any(_fits(number, f, wanted) for f in found)]
    assert not missing, f"no case on {value.provision} has {missing} (its {value.name} is {value.number:,})"


def _fits(number: int, found: int | Fraction, wanted: tuple[int, int]) -> bool:
    """The first is the limit itself; of the second anything counts that is no farther beyond it."""
    if number == wanted[0]:
        return found == number
    low, high = sorted(wanted)
    return found == number or (low < found < high)


def test_every_special_number_is_a_number_of_the_law() -> None:
    assert set(SPECIAL) <= {(v.provision, v.name) for v in VALUES}
