"""`lexempt diff`: what two versions of the law do differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from lexempt.cli.amended import use
from lexempt.cli.exits import FOUND, INVALID, LIMITED, OK, USAGE, gravest
from lexempt.cli.options import law_options, one_choice_each, output_option, time_limit_option
from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from lexempt.amending.difference import Difference
    from lexempt.amending.impact import ImpactRow
    from lexempt.amending.regions import Regions
    from lexempt.amending.versions import Version
    from lexempt.amending.witness import Limits, Searched
    from lexempt.amending.witness_text import UnderReading
    from lexempt.case import Diagnostic, Reading

REQUIRE = {
    "no-change": ("no change",),
    "only-widens": ("no change", "only widens the exemption"),
    "only-narrows": ("no change", "only narrows the exemption"),
}


MOST_READINGS = 12
"""So many other choices of readings are searched under without being asked for."""


class _Asked(NamedTuple):
    """The options that both ways of comparing share."""

    readings: tuple[tuple[str, str], ...]
    profile: str
    time_limit: float
    limit: int
    form: str
    every_reading: bool


@click.command(short_help="What do two versions of the law do differently?")
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option(
    "--cases", "paths", multiple=True, metavar="PATH", help="Compare these cases, and their variants. Repeatable."
)
@click.option("--by-group", is_flag=True, help="With --cases: how many change, by county, area class and wetland type.")
@click.option("--search", is_flag=True, help="Search for smallest projects too (without --cases: always).")
@click.option(
    "--every-reading", is_flag=True, help=f"Search under other readings too where there are over {MOST_READINGS}."
)
@click.option(
    "--impacts", type=click.IntRange(1, 3), default=3, show_default=True, help="Search up to so many impacts."
)
@click.option(
    "--provision",
    "above",
    metavar="PROVISION",
    help="Search only for what this provision, and those below it, do differently themselves.",
)
@click.option(
    "--wetlands", type=click.IntRange(1, 3), default=2, show_default=True, help="Search up to so many wetlands."
)
@click.option(
    "--owners", type=click.IntRange(1, 3), default=2, show_default=True, help="Up to so many owners of a wetland."
)
@click.option("--quick", is_flag=True, help="Search only what the change reads; do not try every attribute after that.")
@law_options
@click.option("--require", type=click.Choice(tuple(REQUIRE)), help="End with 1 unless the change is of this kind.")
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "markdown", "html", "json", "csv")),
    default="text",
    show_default=True,
)
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="List at most so many.")
@time_limit_option(600.0, "Seconds, for each few projects.")
@output_option("Write the answer to this new file.")
def diff(
    before: str,
    after: str,
    paths: tuple[str, ...],
    by_group: bool,
    search: bool,
    every_reading: bool,
    impacts: int,
    above: str | None,
    wetlands: int,
    owners: int,
    quick: bool,
    on: date | None,
    readings: tuple[tuple[str, str], ...],
    profile: str,
    require: str | None,
    form: str,
    limit: int,
    time_limit: float,
    output: str | None,
) -> int:
    """Compare two versions of the law: over recorded cases, and over any project within bounds, under every reading.

    A and B are `law` (the law of each project's day), a day, an amendment file or the name of one beside the law, or
    these joined by +. A version without a day is read on the other's day, on --on, or on each project's own.

    Without --cases the smallest projects are searched for on which the two versions differ.

    \b
    lexempt diff law small.amend
    lexempt diff law small.amend --cases cases/103G.2241/9
    lexempt diff 2018-06-01 2018-06-01+hf2393-a1 --cases cases --require only-widens
    lexempt diff 2018-08-01 2024-08-01 --provision 103G.222
    """
    from lexempt.cli.output import write_text
    from lexempt.cli.reproduce import footer, origin

    if form == "csv" and not paths:
        raise click.UsageError("--format csv is a table of cases: give --cases PATH")
    if form == "csv" and search:
        raise click.UsageError("--format csv has no place for a search: leave out --search")
    one, other = placed(read_one(before), read_one(after), on)
    use((*one.bills, *other.bills))
    page = form == "html"
    form = "markdown" if page else form
    asked = _Asked(one_choice_each(readings), profile, time_limit, limit, form, every_reading)
    codes: list[int] = []
    lines: list[str] = []
    document: dict[str, Any] = {}
    directions: list[tuple[str, bool]] = []
    cases: tuple[Reading, ...] = ()
    if paths:
        compared = _over_cases(paths, one, other, asked)
        codes += compared.codes
        cases = compared.cases
        if compared.found is not None:
            directions.append((compared.found.direction, bool(compared.found.different)))
            groups: tuple[ImpactRow, ...] = ()
            if by_group:
                from lexempt.amending.impact import impact_table
                from lexempt.law.vocabulary import load_vocabulary

                groups = impact_table(cases, compared.found, load_vocabulary())
            if form == "csv":
                from lexempt.amending import csv_out

                table = csv_out.impact(groups) if by_group else csv_out.difference(compared.found)
                write_text(table, output)
            else:
                _add_cases(compared, one, other, asked, lines, document)
                _add_groups(groups, form, lines, document)
    if above is not None:
        if paths:
            raise click.UsageError("--provision searches; it does not go with --cases")
        differs = _add_effects(above, one, other, asked, lines, document)
        directions.append(("no change", differs))
    elif search or not paths:
        from lexempt.amending.witness import Limits

        searched_on = _common_day(one, other)
        found, others, untried, where, maybe = _search(
            one, other, searched_on, Limits(impacts, wetlands, owners), quick, asked
        )
        from lexempt.amending import difference_text, witness_text

        unseen = any(_unseen(version, searched_on) for version in (one, other))
        for told in (found, *(o.found for o in others)):
            directions.append((witness_text.direction(told), bool(told.witnesses)))
        if form == "json":
            document["search"] = witness_text.as_json(found, others, where, maybe)
            document.setdefault("schema", "lexempt.diff/1")
        else:
            if not lines:
                mark = "## " if form == "markdown" else ""
                labels = [version._replace(day=version.day or searched_on).label for version in (one, other)]
                lines.append(mark + difference_text.heading(*labels))
            lines += witness_text.text_lines(found, others, untried, unseen, form, where, maybe)
            for bill in dict.fromkeys(b.bill for b in (*one.bills, *other.bills) if b.bill.applies is not None):
                lines += [""] if form == "markdown" else []
                lines.append(
                    f"{bill.name} applies to {bill.applies and bill.applies.words}: the search takes it as applying."
                )
    if form == "csv":
        if require is not None and not all(_is(require, said, any_) for said, any_ in directions):
            codes.append(FOUND)
        return gravest(codes)
    _add_renumbered(one, other, form, lines, document)
    _add_referring(one, other, above, lines, document)
    said = origin((*one.bills, *other.bills), cases, asked.readings, profile, LIMITED not in codes)
    if form == "json":
        from lexempt.rendering.json_out import dump

        write_text(dump(document | said, 2) + "\n", output)
    else:
        lines += footer(said, form == "markdown") if lines else []
        write_text("".join(f"{line}\n" for line in (_page(lines) if page else lines)), output)
    if require is not None and not all(_is(require, said, any_) for said, any_ in directions):
        codes.append(FOUND)
    return gravest(codes)


def _page(lines: Sequence[str]) -> Iterable[str]:
    from lexempt.amending.html import from_markdown

    return from_markdown(lines, lines[0].lstrip("# ") if lines else "Nothing compared")


def _is(require: str, direction: str, differs: bool) -> bool:
    return not differs if require == "no-change" else direction in REQUIRE[require]


# --- over cases


class _Compared(NamedTuple):
    """The comparison over cases (None: there was none to make), the days of their law, and the exit codes earned."""

    found: Difference | None
    days: tuple[date, ...]
    codes: list[int]
    cases: tuple[Reading, ...] = ()


def _over_cases(paths: Sequence[str], one: Version, other: Version, asked: _Asked) -> _Compared:
    from lexempt.amending.difference import compare
    from lexempt.cli.inputs import read_inputs
    from lexempt.solving.check import check_cases
    from lexempt.solving.options import CheckOptions
    from lexempt.suite.run import rows_of

    inputs = read_inputs(paths)
    codes = [USAGE if inputs.missing else OK, INVALID if inputs.invalid else OK]
    rows = [row.reading for reading in inputs.cases for row in rows_of(reading)]
    rows += [reading for reading in inputs.cases if not rows_of(reading)]
    if not rows:
        return _Compared(None, (), [*codes, USAGE])
    results = []
    for version in (one, other):
        options = CheckOptions(
            on=version.day,
            readings=asked.readings,
            profile=asked.profile,
            amendments=version.adopted,
            reasons=_unseen(version, _day(version)),  # then all that has not been seen and matters is named, not some of it
            consequences=True,
            limit=1000,
            time_limit=asked.time_limit,
        )
        results.append(check_cases(rows, options))
    refused = sorted({*results[0].refused, *results[1].refused})
    unseen_since = min((law.on for result in results for law in result.laws if law.unknown_values), default=None)
    found = compare(results[0].projects, results[1].projects, refused, unseen_since)
    codes += [INVALID if d.severity == "error" else OK for r in results for d in r.diagnostics]
    _say_refused(results[0].diagnostics)
    if found.unsure:
        codes.append(LIMITED)
    days = tuple(sorted({p.law_on for p in results[0].projects}))
    return _Compared(found, days, codes, tuple(rows))


def _say_refused(diagnostics: Iterable[Diagnostic]) -> None:
    from lexempt.cli.output import say

    errors = [d for d in diagnostics if d.severity == "error"]
    for found in errors[:5]:
        say(f"error[{found.code}]: {found.message} ({found.path})")
    if len(errors) > 5:
        say(f"and {len(errors) - 5:,} more projects without an answer")


def _add_cases(
    compared: _Compared, one: Version, other: Version, asked: _Asked, lines: list[str], document: dict[str, Any]
) -> None:
    from lexempt.amending import difference_text
    from lexempt.amending.versions import touched

    assert compared.found is not None
    fallback = compared.days[-1] if compared.days else _day(one)
    provisions = touched(one.standing(fallback), other.standing(fallback))
    if asked.form == "json":
        document.update(difference_text.as_json(compared.found, one.label, other.label, provisions))
    else:
        lay_out = difference_text.markdown_lines if asked.form == "markdown" else difference_text.text_lines
        lines += lay_out(compared.found, one.label, other.label, provisions, asked.limit)


def _add_groups(groups: Sequence[ImpactRow], form: str, lines: list[str], document: dict[str, Any]) -> None:
    """The impact table, in any form."""
    if not groups:
        return
    if form == "json":
        document["by_group"] = [row._asdict() for row in groups]
        return
    from lexempt.amending.difference_text import group_lines

    lines += group_lines(groups, form == "markdown")


def _add_renumbered(one: Version, other: Version, form: str, lines: list[str], document: dict[str, Any]) -> None:
    """Provisions that only have another number: no other wording, and no effect."""
    from lexempt.amending import difference_text
    from lexempt.amending.versions import renumbered

    day = _common_day(one, other)
    found = renumbered(one.standing(day), other.standing(day))
    if found and form == "json":
        document["renumbered"] = [{"before": before, "after": after} for before, after in found]
    elif found:
        lines += difference_text.renumbered_lines(found, form == "markdown")


# --- over any project within bounds


def _day(version: Version) -> date:
    """The day a version is read on: its own, that a bill was drafted against, or the last one known in full."""
    from lexempt.amending.load import drafting_day

    drafted = [bill.bill.drafted_against for bill in version.bills if bill.bill.drafted_against is not None]
    return version.day or (drafted[0] if drafted else drafting_day())


def _unseen(version: Version, day: date) -> bool:
    """Whether some of its words have not been seen; on that day, if it has none of its own."""
    from lexempt.amending.load import number
    from lexempt.solving.batch import law_set

    return law_set(number(version.day or day), (), version.adopted).unseen


def _common_day(one: Version, other: Version) -> date:
    """The day of a version that has none of its own."""
    return one.day or other.day or _day(other if other.bills else one)


def _search(
    one: Version, other: Version, day: date, limits: Limits, quick: bool, asked: _Asked
) -> tuple[Searched, list[UnderReading], int, Regions | None, tuple[str, ...]]:
    """The search under the readings asked for, and under each other choice that the touched provisions carry; how many of
    these were not tried; the regions; the provisions that only may differ, in words not seen, and are not searched."""
    from lexempt.amending.regions import regions
    from lexempt.amending.versions import known_and_unseen
    from lexempt.amending.witness import WIDENS_NARROWS, Side, by_clause, readings_of, search_readings
    from lexempt.amending.witness_text import UnderReading
    from lexempt.cli.output import on_terminal
    from lexempt.law.vocabulary import load_vocabulary
    from lexempt.solving.options import CheckOptions
    from lexempt.solving.prepared import choices_of

    sides = [Side(v.day or day, v.adopted, v.standing(day)) for v in (one, other)]
    provisions, maybe = known_and_unseen(sides[0].standing, sides[1].standing)
    vocabulary = load_vocabulary()
    choices = choices_of(CheckOptions(readings=asked.readings, profile=asked.profile), vocabulary)
    wanted = {**WIDENS_NARROWS, **by_clause(sides, provisions)}
    alternatives = [(name, choice) for name, choice in readings_of(provisions, vocabulary) if choices[name] != choice]
    untried = len(alternatives) if len(alternatives) > MOST_READINGS and not asked.every_reading else 0
    tried = () if untried else tuple(alternatives)
    found = search_readings(
        sides, provisions, choices, vocabulary, wanted, limits, tried, widen=not quick, progress=on_terminal()
    )
    others = [UnderReading(reading, told) for reading, told in found.items() if reading is not None]
    single = any(w.impacts == 1 for w in found[None].witnesses)
    where = regions(sides, provisions, choices, vocabulary) if single else None
    return found[None], others, untried, where, maybe


def _add_effects(
    above: str, one: Version, other: Version, asked: _Asked, lines: list[str], document: dict[str, Any]
) -> bool:
    """What the provisions under one of them do differently themselves; whether they do."""
    from lexempt.amending import difference_text, provided_text
    from lexempt.amending.load import number
    from lexempt.amending.provided import asked_of, effects
    from lexempt.amending.witness import Side
    from lexempt.language.provisions import provision_id
    from lexempt.language.suggest import did_you_mean
    from lexempt.law.vocabulary import load_vocabulary
    from lexempt.solving.batch import law_set
    from lexempt.solving.options import CheckOptions
    from lexempt.solving.prepared import choices_of

    day = _common_day(one, other)
    sides = [Side(v.day or day, v.adopted, v.standing(day)) for v in (one, other)]
    named = provision_id(above.strip())
    known = {name for side in sides for name in side.standing.provisions}
    if named is None or not any(name == named or name.startswith(named + "/") for name in known):
        hint = did_you_mean(named or above, known, "such as 103G.222")
        raise click.UsageError(f"`{above[:60]}` is no provision that is encoded; {hint}")
    vocabulary = load_vocabulary()
    choices = choices_of(CheckOptions(readings=asked.readings, profile=asked.profile), vocabulary)
    provisions = asked_of(sides, named)
    found = effects(sides, provisions, choices, vocabulary)
    unseen = any(law_set(number(side.day)).unseen for side in sides)
    labels = [version._replace(day=version.day or day).label for version in (one, other)]
    if asked.form == "json":
        document["schema"] = "lexempt.diff/1"
        document["effects"] = provided_text.as_json(found, named)
    else:
        lines.append(("## " if asked.form == "markdown" else "") + difference_text.heading(*labels))
        lines += provided_text.text_lines(found, named, unseen, asked.form)
    return bool(found.found)


def _add_referring(one: Version, other: Version, above: str | None, lines: list[str], document: dict[str, Any]) -> None:
    """The provisions worded alike that refer to what is worded differently: what is changed there may move them."""
    from textwrap import wrap

    from lexempt.amending.references import readers_of
    from lexempt.amending.versions import touched
    from lexempt.rendering.words import briefs

    laws = [version.standing(_common_day(one, other)) for version in (one, other)]
    changed = touched(*laws)
    found = dict.fromkeys(r.of for law in laws for p in changed for r in readers_of(p, law) if r.of not in changed)
    if not found or above is not None:
        return
    if document:
        document["referring"] = list(found)
    else:
        said = (
            f"What refers to the provisions worded differently may move too: {briefs(found, 'and')} (see --provision)."
        )
        lines += wrap(said, 100, subsequent_indent="  ")


# --- versions


def read_one(text: str) -> Version:
    """A version, or a usage error; mistakes in its amendments are said first."""
    from lexempt.amending.versions import read_version
    from lexempt.cli.output import say_diagnostics

    read = read_version(text)
    for loaded in read.loaded:
        say_diagnostics(loaded.diagnostics, loaded.lines)
    if read.version is None:
        raise click.UsageError(read.troubles[0] if read.troubles else f"`{text}` names an amendment with mistakes")
    return read.version


def placed(one: Version, other: Version, on: date | None) -> tuple[Version, Version]:
    """Both with the day they are read on: their own, else `--on`, else the other's."""
    first, second = one.day or on or other.day, other.day or on or one.day
    return one._replace(day=first), other._replace(day=second)
