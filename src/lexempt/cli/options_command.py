"""`lexempt options`: everything that would settle a project, the least first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

import click

from lexempt.cli.amended import amend_option, cite_under, read_amendments, say_notes
from lexempt.cli.calls import check_options, command_line, known_projects, say_limit, say_what_is_wrong
from lexempt.cli.exits import INVALID, LIMITED, OK, USAGE, gravest
from lexempt.cli.options import (
    assume_option,
    law_options,
    one_choice_each,
    output_option,
    strict_option,
    time_limit_option,
)
from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from lexempt.advice import OptionsResult
    from lexempt.case import Reading

_FORMATS = ("text", "markdown", "json", "jsonl")
_LIMIT = 6
_SECONDS = 60.0


class _Asked(NamedTuple):
    """The options of one call."""

    files: tuple[str, ...]
    on: date | None
    readings: tuple[tuple[str, str], ...]
    profile: str
    projects: tuple[str, ...]
    form: str
    limit: int
    time_limit: float
    output: str | None
    amend: tuple[str, ...]
    assume: str | None
    strict: bool


@click.command(short_help="What are the smallest changes, findings or replacements that would settle it?")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@law_options
@amend_option
@click.option("--project", "projects", multiple=True, metavar="ID", help="Only this project. Repeatable.")
@assume_option
@strict_option
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option(
    "--limit", type=click.IntRange(1, 100), default=_LIMIT, show_default=True, help="List at most so many of each kind."
)
@time_limit_option(_SECONDS, "Seconds, for each project.")
@output_option("Write the answer to this new file.")
def options(
    files: tuple[str, ...],
    on: date | None,
    readings: tuple[tuple[str, str], ...],
    profile: str,
    projects: tuple[str, ...],
    assume: str | None,
    strict: bool,
    form: str,
    limit: int,
    time_limit: float,
    output: str | None,
    amend: tuple[str, ...],
) -> int:
    """What would settle each project: replacing only a part, a smaller design, a finding, a fact found out?

    FILE is a case file, a folder of them, or - for standard input. Each option is the least of its kind: nothing of it can
    be left out. Each was applied to the case and checked again. The least comes first.

    \b
    lexempt options lane.case
    lexempt options lane.case --reading combining_amounts=each_paragraph --format markdown
    lexempt options lane.case --amend HF_A.amend

    Ends with 0 when it answered; 2 for a mistake in the call, 3 for an invalid file, 4 if a limit cut the answer.
    """
    chosen = one_choice_each(readings)
    return _options(
        _Asked(files, on, chosen, profile, projects, form, limit, time_limit, output, amend, assume, strict)
    )


def _options(asked: _Asked) -> int:
    from lexempt.cli.inputs import read_inputs

    amendments = read_amendments(asked.amend)
    if amendments.code != OK:
        return amendments.code
    cite_under(amendments.fitted)
    inputs = read_inputs(asked.files)
    codes = [USAGE if inputs.missing else OK, INVALID if inputs.invalid else OK]
    cases = inputs.cases
    known_projects(asked.projects, cases)
    if not cases:
        return gravest(codes)
    from lexempt.advising.options import options_for

    how = check_options(asked, assume=asked.assume is None, strict=asked.strict, amendments=amendments.adopted)
    result = options_for(cases, how, asked.limit)
    projects = result.check.projects
    say_notes(amendments.fitted, sorted({project.law_on for project in projects}), projects)
    return gravest([*codes, *_report(asked, inputs.readings, result)])


def _report(asked: _Asked, read: Sequence[tuple[str, Reading]], result: OptionsResult) -> list[int]:
    """Print the options, and on standard error what is wrong; the exit codes they earn."""

    wrong = say_what_is_wrong(read, result.check)
    _write(asked, result)
    say_limit(result.check, result.complete)
    return [wrong, OK if result.complete else LIMITED]


def _write(asked: _Asked, result: OptionsResult) -> None:
    from lexempt.cli.output import tool_version, write_lines, write_text
    from lexempt.rendering.report import Origin

    origin = Origin(tool_version(), command_line())
    if asked.form == "json":
        from lexempt.rendering.options_json import options_json

        write_text(options_json(result, origin), asked.output)
    elif asked.form == "jsonl":
        from lexempt.rendering.options_json import options_jsonl

        write_text(options_jsonl(result, origin), asked.output)
    elif asked.form == "markdown":
        from lexempt.rendering.options_report import options_markdown

        write_text(options_markdown(result, origin), asked.output)
    else:
        from lexempt.rendering.options_report import options_text

        write_lines(options_text(result, origin), asked.output)
