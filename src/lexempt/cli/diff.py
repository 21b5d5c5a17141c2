"""`lexempt diff`: what two versions of the law do differently."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import click

from lexempt.cli.exits import FOUND, INVALID, LIMITED, OK, USAGE, gravest
from lexempt.cli.options import law_options, one_choice_each, time_limit_option

if TYPE_CHECKING:
    from lexempt.amending.difference import Difference
    from lexempt.amending.versions import Version

REQUIRE = {
    "no-change": ("no change",),
    "only-widens": ("no change", "only widens the exemption"),
    "only-narrows": ("no change", "only narrows the exemption"),
}


@click.command(short_help="What do two versions of the law do differently?")
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option(
    "--cases", "paths", multiple=True, required=True, metavar="PATH", help="Case files or folders. Repeatable."
)
@law_options
@click.option("--require", type=click.Choice(tuple(REQUIRE)), help="End with 1 unless the change is of this kind.")
@click.option("--format", "form", type=click.Choice(("text", "markdown", "json")), default="text", show_default=True)
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="List at most so many.")
@time_limit_option(600.0, "Seconds, for each few projects.")
@click.option("-o", "--output", metavar="FILE", help="Write the answer to this file.")
def diff(
    before: str,
    after: str,
    paths: tuple[str, ...],
    on: date | None,
    readings: tuple[tuple[str, str], ...],
    profile: str,
    require: str | None,
    form: str,
    limit: int,
    time_limit: float,
    output: str | None,
) -> int:
    """Compare the answers under two versions of the law, over recorded cases and their variants, under every reading.

    A and B are `law` (the law of each project's day), a day, an amendment file or the name of one beside the law, or
    these joined by +. A version without a day is read on the other's day, on --on, or on each project's own.

    \b
    lexempt diff law small.amend --cases cases/103G.2241/9
    lexempt diff 2018-06-01 2018-06-01+hf2393-a1 --cases cases --require only-widens
    """
    from lexempt.amending.difference import compare
    from lexempt.cli.inputs import read_inputs
    from lexempt.solving.check import check_cases
    from lexempt.solving.options import CheckOptions
    from lexempt.suite.run import rows_of

    versions = [read_one(text) for text in (before, after)]
    inputs = read_inputs(paths)
    codes = [USAGE if inputs.missing else OK, INVALID if inputs.invalid else OK]
    rows = [row.reading for reading in inputs.cases for row in rows_of(reading)]
    plain_cases = [reading for reading in inputs.cases if not rows_of(reading)]
    if not rows and not plain_cases:
        return gravest([*codes, USAGE])
    one, other = placed(versions[0], versions[1], on)
    results = []
    for version in (one, other):
        options = CheckOptions(
            on=version.day,
            readings=one_choice_each(readings),
            profile=profile,
            amendments=version.adopted,
            reasons=False,
            limit=1000,
            time_limit=time_limit,
        )
        results.append(check_cases([*rows, *plain_cases], options))
    found = compare(results[0].projects, results[1].projects, sorted({*results[0].refused, *results[1].refused}))
    codes += [INVALID if d.severity == "error" else OK for r in results for d in r.diagnostics]
    _say_refused(results[0].diagnostics)
    days = sorted({p.law_on for p in results[0].projects})
    _write(found, one, other, days, form, limit, output)
    if found.unsure:
        codes.append(LIMITED)
    if require is not None and not _is(require, found):
        codes.append(FOUND)
    return gravest(codes)


def _is(require: str, found: Difference) -> bool:
    return not found.different if require == "no-change" else found.direction in REQUIRE[require]


def _say_refused(diagnostics: object) -> None:
    from lexempt.cli.output import say

    errors = [d for d in diagnostics if d.severity == "error"]  # type: ignore[attr-defined]
    for found in errors[:5]:
        say(f"error[{found.code}]: {found.message} ({found.path})")
    if len(errors) > 5:
        say(f"and {len(errors) - 5:,} more projects without an answer")


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


def _write(
    found: Difference, one: Version, other: Version, days: list[date], form: str, limit: int, output: str | None
) -> None:
    from lexempt.amending import difference_text
    from lexempt.amending.versions import touched
    from lexempt.cli.output import write_text

    fallback = days[-1] if days else date(2018, 6, 1)
    provisions = touched(one.standing(fallback), other.standing(fallback))
    if form == "json":
        from lexempt.rendering.json_out import dump

        text = dump(difference_text.as_json(found, one.label, other.label, provisions), 2) + "\n"
    else:
        lines = difference_text.markdown_lines if form == "markdown" else difference_text.text_lines
        text = "".join(f"{line}\n" for line in lines(found, one.label, other.label, provisions, limit))
    write_text(text, output)
