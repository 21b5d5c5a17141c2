"""`lexempt law lint`: what static analysis finds in the law."""

from __future__ import annotations

import time
from datetime import date
from typing import TYPE_CHECKING

import click

from lexempt.cli.amended import amend_option, read_amendments
from lexempt.cli.exits import LIMITED, OK, gravest
from lexempt.cli.options import law_options, one_choice_each, output_option, time_limit_option
from lexempt.finding import KINDS

if TYPE_CHECKING:
    from lexempt.cli.amended import Amendments
    from lexempt.linting.clauses import Law


@click.command(short_help="Gaps, overlaps, and clauses or lists that look like a slip.")
@law_options
@amend_option
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Look for this kind only. Repeatable.")
@click.option("--explain", type=click.Choice(KINDS), help="Tell what a kind of finding is, and how it is found.")
@click.option("--format", "form", type=click.Choice(("text", "markdown", "json")), default="text", show_default=True)
@time_limit_option(300.0, "Seconds, for the whole analysis.")
@output_option("Write the findings to this file.")
def lint(
    on: date | None,
    readings: tuple[tuple[str, str], ...],
    profile: str,
    amend: tuple[str, ...],
    kinds: tuple[str, ...],
    explain: str | None,
    form: str,
    time_limit: float,
    output: str | None,
) -> int:
    """Look through the law for gaps between clauses, overlapping amounts, clauses that never matter, exemptions of what is
    prohibited, lists that leave one out, boundaries that do not meet, and circular definitions.

    Each finding has a smallest project that shows it, where there is one, and names the readings it rests on. The law is
    that of --on, else the last one known in full. With --amend: which findings the amendments add or remove.

    \b
    lexempt law lint
    lexempt law lint --explain gap
    lexempt law lint --kind list --format markdown -o lists.md
    lexempt law lint --amend small.amend
    """
    from lexempt.cli.output import write_text

    if explain is not None:
        from lexempt.places import law_file

        write_text(law_file(f"linting/{explain}.md").decode("utf-8"), output)
        return OK
    amendments = read_amendments(amend)
    if amendments.code != OK:
        return amendments.code
    return _lint(on, readings, profile, amendments, kinds, form, time_limit, output)


def _lint(
    on: date | None,
    readings: tuple[tuple[str, str], ...],
    profile: str,
    amendments: Amendments,
    kinds: tuple[str, ...],
    form: str,
    time_limit: float,
    output: str | None,
) -> int:
    from lexempt.amending.load import drafting_day
    from lexempt.cli.amended import say_notes
    from lexempt.cli.output import say, write_text
    from lexempt.cli.reproduce import footer, origin
    from lexempt.linting.lint import changed, lint
    from lexempt.rendering.findings import Section, as_json, lines
    from lexempt.solving.engine import StoppedError, Watch

    drafted = [b.bill.drafted_against for b in amendments.fitted if b.bill.drafted_against is not None]
    day = on or (drafted[0] if drafted else drafting_day())
    chosen = one_choice_each(readings)
    wanted = tuple(k for k in KINDS if not kinds or k in kinds)
    watch = Watch(time.monotonic() + time_limit)
    say_notes(amendments.fitted, [day])
    try:
        found = lint(_law(day, chosen, profile, amendments), watch, wanted)
        sections, stay = [Section(found.findings)], None
        if amendments.fitted:
            before = lint(_law(day, chosen, profile, None), watch, wanted)
            change = changed(before, found)
            sections = [Section(change.added, "Added"), Section(change.removed, "Removed")]
            stay = change.stay
    except StoppedError:
        say("error: the time limit was reached; look for fewer kinds (--kind), or raise --time-limit")
        return gravest([LIMITED])
    said = origin(amendments.fitted, (), chosen, profile)
    if form == "json":
        from lexempt.rendering.json_out import dump

        write_text(dump(as_json(found, sections, stay) | said, 2) + "\n", output)
    else:
        page = [*lines(found, sections, stay, form), *footer(said, form == "markdown")]
        write_text("".join(f"{line}\n" for line in page), output)
    return OK


def _law(day: date, readings: tuple[tuple[str, str], ...], profile: str, amendments: Amendments | None) -> Law:
    from lexempt.amending.fit import all_adopted
    from lexempt.amending.load import number
    from lexempt.amending.standing import standing_on
    from lexempt.law.program import first_day
    from lexempt.law.vocabulary import load_vocabulary
    from lexempt.linting.clauses import Law
    from lexempt.solving.options import CheckOptions
    from lexempt.solving.prepared import choices_of

    standing = standing_on(number(day))
    if not standing.acts:
        raise click.UsageError(f"the law of {day.isoformat()} is not known; the first known is that of {first_day()}")
    fitted = amendments.fitted if amendments is not None else ()
    if fitted:
        standing = all_adopted(standing, fitted)
    vocabulary = load_vocabulary()
    choices = choices_of(CheckOptions(readings=readings, profile=profile), vocabulary)
    return Law(day, tuple(b.adopted for b in fitted), standing, choices, vocabulary)
