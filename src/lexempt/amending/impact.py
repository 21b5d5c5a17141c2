"""An impact table: of how many recorded projects the answer changes, by county, area class and wetland type.

A project counts in each group that any of its impacts is in; one whose group is not known is counted as such. The
denominators are all projects compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lexempt.amending.difference import Difference
from lexempt.case import Case, Known, Reading
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.solving.scene import lay_out

UNKNOWN = "not known"
GROUPS = (("ground", "county"), ("ground", "area_class"), ("impact", "wetland_type"))


class ImpactRow(NamedTuple):
    """A group of projects: of which attribute, its value in words; how many are compared, and of how many the answer is wider,
    narrower, the same by another path (or otherwise other), or open now."""

    attribute: str
    value: str
    projects: int
    widened: int
    narrowed: int
    otherwise: int
    depends: int


def impact_table(readings: Sequence[Reading], found: Difference, vocabulary: Vocabulary) -> tuple[ImpactRow, ...]:
    """All groups, those of the vocabulary's order."""
    different = {(p.path, p.id): p for p in found.different}
    unsure = {line.rpartition(":")[0] for line in found.unsure}
    counts: dict[tuple[str, str], list[int]] = {}
    for reading in readings:
        if reading.case is None:
            continue
        for project in reading.case.of("project"):
            if f"{reading.case.path}: {project.id}" in unsure:
                continue
            change = different.get((reading.case.path, project.id))
            for group in _groups(reading.case, project.id, vocabulary):
                row = counts.setdefault(group, [0, 0, 0, 0, 0])
                row[0] += 1
                if change is not None:
                    row[1] += change.up
                    row[2] += change.down
                    row[3] += not change.up and not change.down
                    row[4] += change.after == "depends"
    order = [vocabulary.attributes[at].words for at in GROUPS]
    keys = sorted(counts, key=lambda at: (order.index(at[0]), at[1] == UNKNOWN, at[1]))
    return tuple(ImpactRow(*key, *counts[key]) for key in keys)


def _groups(case: Case, project: str, vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """(attribute, value), in words, of the impacts of a project."""
    scene = lay_out(case, vocabulary)
    stated = {(s.thing, s.attribute): s.value for s in case.statements if s.key is None}
    found: dict[tuple[str, str], None] = {}
    for placed in scene.impacts.values():
        if placed.project != project:
            continue
        chain = scene.grounds[placed.ground].chain
        county = _value(stated, chain, "county")
        known = vocabulary.counties.get(county or "")
        area_class = _value(stated, chain, "area_class") or (known.area_class if known else None)
        values = (known.name if known else None, area_class, _value(stated, (placed.id,), "wetland_type"))
        for at, value in zip(GROUPS, values, strict=True):
            words = vocabulary.attributes[at].words
            found.setdefault((words, value.replace("_", " ") if value is not None else UNKNOWN))
    return list(found)


def _value(stated: Mapping[tuple[str, str], object], things: Sequence[str], attribute: str) -> str | None:
    """The one value that the nearest of these things states."""
    for thing in things:
        value = stated.get((thing, attribute))
        if value is not None:
            return str(value.values[0]) if isinstance(value, Known) and len(value.values) == 1 else None
    return None
