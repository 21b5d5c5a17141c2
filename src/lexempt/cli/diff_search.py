"""What two versions of the law do differently for any project within bounds: the part of `lexempt diff` that searches."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import click

from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from lexempt.amending.domain import Limits
    from lexempt.amending.versions import Version
    from lexempt.amending.witness_text import Told
    from lexempt.cli.bill_page import Page

MOST_READINGS = 12
"""So many other choices of readings are searched under without being asked for."""


class Asked(NamedTuple):
    """The options that both ways of comparing share."""

    readings: tuple[tuple[str, str], ...]
    profile: str
    time_limit: float
    limit: int
    form: str
    every_reading: bool


class Verdict(NamedTuple):
    """One comparison: its direction, whether anything differs, and why more may (None: all that differs has been seen)."""

    direction: str
    differs: bool
    unseen: str | None = None


def choices_asked(asked: Asked) -> dict[str, str]:
    """The choice of every reading."""
    from lexempt.law.vocabulary import load_vocabulary
    from lexempt.solving.options import CheckOptions
    from lexempt.solving.prepared import choices_of

    return choices_of(CheckOptions(readings=asked.readings, profile=asked.profile), load_vocabulary())


def day_read(version: Version) -> date:
    """The day a version is read on: its own, that a bill was drafted against, or the last one known in full."""
    from lexempt.amending.load import drafting_day

    drafted = [bill.bill.drafted_against for bill in version.bills if bill.bill.drafted_against is not None]
    return version.day or (drafted[0] if drafted else drafting_day())


def has_unseen(version: Version, day: date) -> bool:
    """Whether some of its words have not been seen; on that day, if it has none of its own."""
    from lexempt.amending.load import number
    from lexempt.solving.batch import law_set

    return law_set(number(version.day or day), (), version.adopted).unseen


def common_day(one: Version, other: Version) -> date:
    """The day of a version that has none of its own."""
    return one.day or other.day or day_read(other if other.bills else one)


def add_search(
    one: Version,
    other: Version,
    limits: Limits,
    quick: bool,
    page: Page,
    asked: Asked,
    lines: list[str],
    document: dict[str, Any],
) -> list[Verdict]:
    """The smallest projects on which two versions differ, under each reading."""
    from lexempt.amending import difference_text, witness_text
    from lexempt.cli.amended import say_notes
    from lexempt.rendering.words import briefs

    day = common_day(one, other)
    for version in (one, other):
        say_notes(version.bills, [version.day or day])
    told = _search(one, other, day, limits, quick, asked)
    if asked.form == "json":
        document["search"] = witness_text.as_json(told)
        document.setdefault("schema", "lexempt.diff/1")
    else:
        marked = asked.form == "markdown"
        if not lines:
            labels = [version._replace(day=version.day or day).label for version in (one, other)]
            lines.append(("## " if marked else "") + difference_text.heading(*labels))
            lines += difference_text.worded_lines(page.beside.fates, marked)
        unseen = any(has_unseen(version, day) for version in (one, other))
        lines += witness_text.text_lines(told, unseen, asked.form)
        for bill in dict.fromkeys(b.bill for b in (*one.bills, *other.bills) if b.bill.applies is not None):
            lines += [""] if marked else []
            lines.append(
                f"{bill.name} applies to {bill.applies and bill.applies.words}: the search takes it as applying."
            )
    said = f"what changed in {briefs(told.maybe, 'and')} has not been seen" if told.maybe else None
    return [
        Verdict(witness_text.direction(found), bool(found.witnesses), said)
        for found in (told.found, *(other.found for other in told.others))
    ]


def _search(one: Version, other: Version, day: date, limits: Limits, quick: bool, asked: Asked) -> Told:
    """The search under the readings asked for, and under each other choice that the touched provisions carry."""
    from lexempt.amending.pairs import pairs
    from lexempt.amending.regions import regions
    from lexempt.amending.versions import known_and_unseen
    from lexempt.amending.witness import WIDENS_NARROWS, Side, by_clause, readings_of, search_readings
    from lexempt.amending.witness_text import Told, UnderReading
    from lexempt.cli.output import on_terminal
    from lexempt.law.vocabulary import load_vocabulary

    sides = [Side(v.day or day, v.adopted, v.standing(day)) for v in (one, other)]
    provisions, maybe = known_and_unseen(sides[0].standing, sides[1].standing)
    vocabulary = load_vocabulary()
    choices = choices_asked(asked)
    wanted = {**WIDENS_NARROWS, **by_clause(sides, provisions)}
    alternatives = readings_of(provisions, vocabulary, choices)
    too_many = len(alternatives) > MOST_READINGS and not asked.every_reading
    tried = () if too_many else tuple(alternatives)
    found = search_readings(
        sides, provisions, choices, vocabulary, wanted, limits, tried, widen=not quick, progress=on_terminal()
    )
    others = [UnderReading(reading, told) for reading, told in found.items() if reading]
    least = {w.wanted: w.impacts for w in found[()].witnesses if w.wanted in WIDENS_NARROWS}
    where = regions(sides, provisions, choices, vocabulary) if 1 in least.values() else None
    joint = pairs(sides, provisions, [kind for kind, many in least.items() if many == 2], choices, vocabulary)
    return Told(found[()], others, len(alternatives) - len(others), maybe, where, joint)


def add_effects(
    above: str, one: Version, other: Version, asked: Asked, lines: list[str], document: dict[str, Any]
) -> Verdict:
    """What the provisions under one of them do differently themselves."""
    from lexempt.amending import difference_text, provided_text
    from lexempt.amending.load import number
    from lexempt.amending.provided import asked_of, effects, unseen_of
    from lexempt.amending.witness import Side
    from lexempt.language.provisions import provision_id
    from lexempt.language.suggest import did_you_mean
    from lexempt.law.vocabulary import load_vocabulary
    from lexempt.rendering.words import briefs
    from lexempt.solving.batch import law_set

    day = common_day(one, other)
    sides = [Side(v.day or day, v.adopted, v.standing(day)) for v in (one, other)]
    named = provision_id(above.strip())
    known = {name for side in sides for name in side.standing.provisions}
    if named is None or not any(name == named or name.startswith(named + "/") for name in known):
        hint = did_you_mean(named or above, known, "such as 103G.222")
        raise click.UsageError(f"`{above[:60]}` is no provision that is encoded; {hint}")
    provisions, maybe = asked_of(sides, named), unseen_of(sides, named)
    found = effects(sides, provisions, choices_asked(asked), load_vocabulary())
    unseen = any(law_set(number(side.day)).unseen for side in sides)
    labels = [version._replace(day=version.day or day).label for version in (one, other)]
    if asked.form == "json":
        document["schema"] = "lexempt.diff/1"
        document["effects"] = provided_text.as_json(found, named)
    else:
        lines.append(("## " if asked.form == "markdown" else "") + difference_text.heading(*labels))
        lines += provided_text.text_lines(found, named, unseen, asked.form)
    said = f"what changed in {briefs(maybe, 'and')} has not been seen" if maybe else None
    return Verdict("no change", bool(found.found), said)
