"""What the recorded cases state and expect, row by row, for the tests of coverage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from tests.law.sources import ROOT

from lexempt import load
from lexempt.case import Between, Case, Known, Loss, OneOf, Scalar
from lexempt.language.provisions import provision_id
from lexempt.suite.run import rows_of

CASES = ROOT / "cases"
_OR = re.compile(r"\s+or\s+|\s*,\s*")


@dataclass(frozen=True)
class Recorded:
    """A row: its file below `cases/`, its facts, and what it expects."""

    file: str
    name: str
    case: Case
    expects: tuple[tuple[str, str], ...]
    readings: tuple[tuple[str, str], ...]
    on: date | None

    def known(self, attribute: str, thing: str | None = None) -> Iterator[Scalar]:
        """The values that the row states of an attribute, whether sure or possible."""
        for s in self.case.statements:
            if s.attribute == attribute and thing in (None, s.thing):
                if isinstance(s.value, (Known, OneOf)):
                    yield from s.value.values
                elif isinstance(s.value, Between):
                    yield from (bound for bound in (s.value.low, s.value.high) if bound is not None)

    def days(self) -> Iterator[date]:
        """The days of the law: the one of the expectation, else those of the work."""
        if self.on is not None:
            yield self.on
        else:
            yield from (day for day in self.known("work") if isinstance(day, date))

    def one(self, attribute: str, thing: str) -> Scalar | None:
        """The first of them."""
        return next(self.known(attribute, thing), None)

    def qualifies(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """(impact, the clauses it is expected to qualify under)."""
        for subject, wants in self.expects:
            for part in wants.split(";"):
                found = re.match(r"\s*qualifies under (.+)$", part)
                if found:
                    named = [] if found[1].strip() == "none" else _OR.split(found[1].strip())
                    yield subject, tuple(provision_id(p) or p for p in named)

    def mentions(self, provision: str) -> bool:
        """Whether an expectation names it, or a provision above or below it."""
        named = re.findall(r"\d+[A-Z]?\.\d+(?:/\w+)+|\d+[A-Z]\.\d+", " ".join(wants for _, wants in self.expects))
        return any(n == provision or n.startswith(provision + "/") or provision.startswith(n + "/") for n in named)

    def areas(self) -> set[Fraction]:
        """Every area stated, and every sum of impacts that a limit may go by: all, of a type, of an undertaking, of a
        wetland or portion, with what was lost of the portion before."""
        found = {
            v
            for v in chain(self.known("area"), self.known("size"), *map(self.known, _AREAS))
            if isinstance(v, Fraction)
        }
        groups: dict[object, Fraction] = {}
        for impact in self.case.of("impact"):
            area = self.one("area", impact.id)
            if not isinstance(area, Fraction):
                continue
            keys: set[object] = {"all", *(("type", t) for t in self.known("wetland_type", impact.id))}
            keys |= {("undertaking", u) for u in self.known("undertaking", impact.id)}
            keys |= {(kind, ids) for kind, ids in impact.links}
            for key in keys:
                groups[key] = groups.get(key, Fraction(0)) + area
        lost = sum((v.area for v in self.known("drained_or_filled_before") if isinstance(v, Loss)), Fraction(0))
        sums = set(groups.values())
        return found | sums | {total + lost for total in sums} | {lost}

    def years(self, uses: frozenset[str]) -> set[int]:
        """The years with one of these uses of the land."""
        return {
            s.key
            for s in self.case.statements
            if s.attribute == "land_use"
            and isinstance(s.key, int)
            and isinstance(s.value, (Known, OneOf))
            and set(s.value.values) & uses
        }


_AREAS = ("significantly_altered", "utility_altered", "listed_type_part", "increase_granted", "local_amount")


@lru_cache(maxsize=1)
def recorded() -> tuple[Recorded, ...]:
    """Every row of every case."""
    found = []
    for path in sorted(CASES.rglob("*.case")):
        reading = load(str(path))
        assert reading.case is not None, path
        for row in rows_of(reading):
            assert row.reading.case is not None
            lines = tuple((line.subject, line.wants) for line in row.expects.lines)
            name = path.relative_to(CASES).as_posix()
            found.append(Recorded(name, row.name, row.reading.case, lines, row.expects.readings, row.expects.on))
    return tuple(found)


def about(provision: str) -> list[Recorded]:
    """The rows of the files that stand under a provision, or that expect something on it."""
    place = provision
    while not (CASES / place).is_dir() and "/" in place:
        place = place.rpartition("/")[0]
    files = {row.file for row in recorded() if row.file.startswith(place + "/") or row.mentions(provision)}
    return [row for row in recorded() if row.file in files]
