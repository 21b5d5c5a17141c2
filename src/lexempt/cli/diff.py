"""`lexempt diff`: what two versions of the law do differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from lexempt.cli import bill_page
from lexempt.cli.amended import use
from lexempt.cli.diff_search import (
    MOST_READINGS,
    Asked,
    Verdict,
    add_effects,
    add_search,
    choices_asked,
    common_day,
    day_read,
    has_unseen,
)
from lexempt.cli.exits import FOUND, INVALID, LIMITED, OK, USAGE, gravest
from lexempt.cli.options import law_options, one_choice_each, output_option, time_limit_option
from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from lexempt.amending.difference import Difference
    from lexempt.amending.impact import ImpactRow
    from lexempt.amending.versions import Version
    from lexempt.case import Diagnostic, Reading
    from lexempt.cli.bill_page import Depth, Page

REQUIRE = {
    "no-change": ("no change",),
    "only-widens": ("no change", "only widens the exemption"),
    "only-narrows": ("no change", "only narrows the exemption"),
}


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
@click.option(
    "--require",
    type=click.Choice(tuple(REQUIRE)),
    help="End with 1 unless the change is of this kind. What may differ in words that nobody has seen is of no kind: it ends "
    "with 1 too, and is named.",
)
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

    Without --cases the smallest projects are searched for on which the two versions differ; with the conditions under which
    one impact changes its answer, or the pairs of clauses under which two do together.

    Below stands what the change brings with it: thresholds that move elsewhere, references left to what is repealed, facts
    asked for and how many of the cases do not state them, clauses made dead or shadowed, limits made idle.

    \b
    lexempt diff law small.amend
    lexempt diff law small.amend --cases cases/103G.2241/9
    lexempt diff 2018-06-01 2018-06-01+hf2393-a1 --cases cases --require only-widens
    lexempt diff 2018-08-01 2024-08-01 --provision 103G.222
    """
    from lexempt.amending.domain import Limits
    from lexempt.cli.output import write_text
    from lexempt.cli.reproduce import footer, origin

    if form == "csv" and not paths:
        raise click.UsageError("--format csv is a table of cases: give --cases PATH")
    if form == "csv" and search:
        raise click.UsageError("--format csv has no place for a search: leave out --search")
    if above is not None and paths:
        raise click.UsageError("--provision searches; it does not go with --cases")
    versions = _read((before, after))
    if len(versions) < 2:
        return INVALID
    one, other = _placed(versions[0], versions[1], on)
    use((*one.bills, *other.bills))
    marked = "markdown" if form == "html" else form
    asked = Asked(one_choice_each(readings), profile, time_limit, limit, marked, every_reading)
    codes: list[int] = []
    lines: list[str] = []
    document: dict[str, Any] = {}
    verdicts: list[Verdict] = []
    compared = _over_cases(paths, one, other, asked) if paths else _Compared(None, (), [])
    codes += compared.codes
    searching = above is None and (search or not paths)
    page = None
    if above is None and form != "csv" and (searching or compared.found is not None):
        day = compared.days[-1] if compared.days else common_day(one, other)
        depth: Depth = "rows" if not searching else "quick" if quick else "whole"
        page = bill_page.look(one, other, day, compared.cases, choices_asked(asked), depth)
    if compared.found is not None:
        verdicts.append(_of_cases(compared.found))
        groups: tuple[ImpactRow, ...] = ()
        if by_group:
            from lexempt.amending.impact import impact_table
            from lexempt.law.vocabulary import load_vocabulary

            groups = impact_table(compared.cases, compared.found, load_vocabulary())
        if page is None:
            from lexempt.amending import csv_out

            table = csv_out.impact(groups) if by_group else csv_out.difference(compared.found)
            write_text(table, output)
        else:
            _add_cases(compared, one, other, page, asked, lines, document)
            _add_groups(groups, marked, lines, document)
    if above is not None:
        verdicts.append(add_effects(above, one, other, asked, lines, document))
    elif searching and page is not None:
        verdicts += add_search(one, other, Limits(impacts, wetlands, owners), quick, page, asked, lines, document)
    if form != "csv":
        _add_renumbered(one, other, marked, lines, document)
        if page is not None and form == "json":
            document |= bill_page.as_json(page)
        elif page is not None:
            bill_page.add(page, marked == "markdown", lines)
        said = origin((*one.bills, *other.bills), compared.cases, asked.readings, profile, LIMITED not in codes)
        if form == "json":
            from lexempt.rendering.json_out import dump

            write_text(dump(document | said, 2) + "\n", output)
        else:
            lines += footer(said, marked == "markdown") if lines else []
            write_text("".join(f"{line}\n" for line in (_in_html(lines) if form == "html" else lines)), output)
    if require is not None and not _shown(require, verdicts):
        codes.append(FOUND)
    return gravest(codes)


def _in_html(lines: Sequence[str]) -> Iterable[str]:
    from lexempt.amending.html import from_markdown

    return from_markdown(lines, lines[0].lstrip("# ") if lines else "Nothing compared")


# --- what is required


def _of_cases(found: Difference) -> Verdict:
    from lexempt.rendering.words import counted

    turning = sum("turns on words not seen" in project.kinds for project in found.different)
    unseen = f"the answer of {counted(turning, 'project')} turns on words not seen" if turning else None
    return Verdict(found.direction, bool(found.different), unseen)


def _shown(require: str, verdicts: Sequence[Verdict]) -> bool:
    """Whether every comparison shows what is required. What nobody has seen shows nothing, and that is said."""
    from lexempt.cli.output import say

    unseen = dict.fromkeys(verdict.unseen for verdict in verdicts if verdict.unseen is not None)
    for reason in unseen:
        say(f"note: --require {require} is not shown: {reason}")
    if require == "no-change":
        return not unseen and not any(verdict.differs for verdict in verdicts)
    return not unseen and all(verdict.direction in REQUIRE[require] for verdict in verdicts)


# --- over cases


class _Compared(NamedTuple):
    """The comparison over cases (None: there was none to make), the days of their law, and the exit codes earned."""

    found: Difference | None
    days: tuple[date, ...]
    codes: list[int]
    cases: tuple[Reading, ...] = ()


def _over_cases(paths: Sequence[str], one: Version, other: Version, asked: Asked) -> _Compared:
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
        return _Compared(None, (), codes)
    results = []
    for version in (one, other):
        options = CheckOptions(
            on=version.day,
            readings=asked.readings,
            profile=asked.profile,
            amendments=version.adopted,
            reasons=has_unseen(version, day_read(version)),  # then all that has not been seen and matters is named, not some of it
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
    compared: _Compared,
    one: Version,
    other: Version,
    page: Page,
    asked: Asked,
    lines: list[str],
    document: dict[str, Any],
) -> None:
    from lexempt.amending import difference_text

    assert compared.found is not None
    fates = page.beside.fates
    if asked.form == "json":
        provisions = [provision for _, each in fates for provision in each]
        document.update(difference_text.as_json(compared.found, one.label, other.label, provisions))
    else:
        lay_out = difference_text.markdown_lines if asked.form == "markdown" else difference_text.text_lines
        lines += lay_out(compared.found, one.label, other.label, fates, asked.limit)


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

    day = common_day(one, other)
    found = renumbered(one.standing(day), other.standing(day))
    if found and form == "json":
        document["renumbered"] = [{"before": before, "after": after} for before, after in found]
    elif found:
        lines += difference_text.renumbered_lines(found, form == "markdown")


# --- versions


def _read(texts: Sequence[str]) -> list[Version]:
    """Each version; fewer where an amendment has mistakes, which are said first. What names no version is a usage error."""
    from lexempt.amending.versions import read_version
    from lexempt.cli.output import say_diagnostics

    found = []
    for read in [read_version(text) for text in texts]:
        for loaded in read.loaded:
            say_diagnostics(loaded.diagnostics, loaded.lines)
        if read.version is not None:
            found.append(read.version)
        elif read.troubles:
            raise click.UsageError(read.troubles[0])
    return found


def _placed(one: Version, other: Version, on: date | None) -> tuple[Version, Version]:
    """Both with the day they are read on: their own, else `--on`, else the other's."""
    from lexempt.amending.load import number
    from lexempt.amending.standing import standing_on
    from lexempt.law.program import first_day

    if on is not None and not standing_on(number(on)).acts:
        raise click.UsageError(f"the law of {on.isoformat()} is not known; the first known is that of {first_day()}")
    first, second = one.day or on or other.day, other.day or on or one.day
    return one._replace(day=first), other._replace(day=second)
