"""`lexempt check`: answer for every project of the files named."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING

import click

from lexempt.cli.amended import Amendments, amend_option, cite_under, read_amendments, say_notes
from lexempt.cli.calls import check_options, command_line, known_projects, say_limit, say_what_is_wrong
from lexempt.cli.exits import FOUND, INVALID, LIMITED, OK, USAGE, gravest
from lexempt.cli.light import Command, option
from lexempt.cli.options import (
    FailOn,
    assume_option,
    law_options,
    one_choice_each,
    output_option,
    strict_option,
    time_limit_option,
)
from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from lexempt.case import Reading
    from lexempt.result import CheckResult
    from lexempt.solving.options import CheckOptions


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


FORMATS = ("text", "markdown", "json", "jsonl")
_RENDERERS = {
    "text": "lexempt.rendering.text",
    "markdown": "lexempt.rendering.markdown",
    "json": "lexempt.rendering.json_out",
    "jsonl": "lexempt.rendering.json_out",
}


class _Asked(NamedTuple):
    """The options of one call."""

    files: tuple[str, ...]
    on: date | None
    readings: tuple[tuple[str, str], ...]
    profile: str
    projects: tuple[str, ...]
    assume: str | None
    fail_on: frozenset[str]
    form: str
    limit: int
    time_limit: float
    jobs: int
    show: str | None
    output: str | None
    amend: tuple[str, ...]
    strict: bool = False


@click.command(cls=Command, short_help="Does this project need a replacement plan? By which paths is it exempt?")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@law_options
@amend_option
@option("--project", "projects", multiple=True, metavar="ID", help="Only this project, in full. Repeatable.")
@assume_option
@strict_option
@option(
    "--fail-on",
    type=FailOn(),
    default=frozenset(),
    metavar="LIST",
    help="End with 1 if a project is one of: plan-required, depends, prohibited, reading (a reading changes it).",
)
@option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="List at most so many.")
@time_limit_option(
    60.0, "Seconds for each batch (one or a few projects with open facts, or up to 500 without), not for the whole run."
)
@option(
    "--jobs", type=click.IntRange(1, 64), default=_cores, help="Processes that share many cases.  [default: one a core]"
)
@option("--show", type=click.Choice(["facts", "atoms", "answer"]), help="Show what the solver is given, or gives.")
@output_option("Write the answer to this new file.")
def check(
    files: tuple[str, ...],
    on: date | None,
    readings: tuple[tuple[str, str], ...],
    profile: str,
    projects: tuple[str, ...],
    assume: str | None,
    strict: bool,
    fail_on: frozenset[str],
    form: str,
    limit: int,
    time_limit: float,
    jobs: int,
    show: str | None,
    output: str | None,
    amend: tuple[str, ...],
) -> int:
    """Does each project need a replacement plan? By which paths is it exempt, what is barred, what is open?

    FILE is a case file, a folder of them, or - for standard input. Several projects print a line each.

    \b
    lexempt check lane.case
    lexempt check lane.case --on 2024-09-01 --reading combining_amounts=each_paragraph
    lexempt check lane.case --amend HF_A.amend --amend HF_B.amend
    lexempt check cases/ --format jsonl

    Ends with 0 when it answered, whatever the answer; 2 for a mistake in the call, 3 for an invalid file, 4 if a limit
    cut the answer.
    """
    chosen = one_choice_each(readings)
    if show is not None and form != "text":
        raise click.UsageError(f"--show prints lines of its own; leave out --format {form}")
    return _check(
        _Asked(
            files,
            on,
            chosen,
            profile,
            projects,
            assume,
            fail_on,
            form,
            limit,
            time_limit,
            jobs,
            show,
            output,
            amend,
            strict,
        )
    )


def _check(asked: _Asked) -> int:
    from lexempt.cli.inputs import read_inputs

    amendments = read_amendments(asked.amend)
    cite_under(amendments.fitted)
    inputs = read_inputs(asked.files)
    codes = [amendments.code, USAGE if inputs.missing else OK, INVALID if inputs.invalid else OK]
    if amendments.code != OK:
        return gravest(codes)  # an answer without them would be one to another question
    cases = inputs.cases
    known_projects(asked.projects, cases)
    if asked.show is not None:
        return gravest([*codes, _show(asked, cases, amendments)]) if cases else gravest(codes)
    from lexempt.result import CheckResult

    result = CheckResult((), (), (), True)
    if cases:
        from lexempt.solving.check import check_cases

        several = sum(len(reading.case.of("project")) for reading in cases if reading.case) > 1
        # A line a project has no room for reasons; all else asks for them.
        lines = several and asked.form in ("text", "markdown") and not asked.projects and "reading" not in asked.fail_on
        options = _options(asked, amendments)._replace(reasons=not lines, jobs=asked.jobs)
        result = check_cases(cases, options, meanwhile=lambda: _import_ahead(asked.form))
        say_notes(amendments.fitted, sorted({project.law_on for project in result.projects}), result.projects)
    codes += _report(asked, inputs.readings, result)
    return gravest(codes)


def _import_ahead(form: str) -> None:
    """What will be needed once clingo has grounded."""
    for module in ("lexempt.solving.judge", "lexempt.rendering.report", _RENDERERS[form]):
        import_module(module)


def _options(asked: _Asked, amendments: Amendments) -> CheckOptions:
    return check_options(
        asked,
        assume=asked.assume is None,
        limit=asked.limit,
        amendments=amendments.adopted,
        strict=asked.strict,
    )


def _report(asked: _Asked, read: Sequence[tuple[str, Reading]], result: CheckResult) -> list[int]:
    """Print the answers, and on standard error what is wrong; the exit codes they earn."""

    wrong = say_what_is_wrong(read, result)
    before = [found for _, reading in read for found in reading.diagnostics]
    everything = tuple(dict.fromkeys((*before, *result.diagnostics)))
    _write(asked, result._replace(diagnostics=everything))
    limited = not result.complete or bool(result.refused)
    say_limit(result, result.complete)
    return [wrong, LIMITED if limited else OK, FOUND if hits(asked.fail_on, result) else OK]


def _plain(text: str) -> str:
    from lexempt.rendering.words import plain

    return plain(text)


def _write(asked: _Asked, result: CheckResult) -> None:
    from lexempt.cli.output import tool_version, write_lines, write_text
    from lexempt.rendering.report import Origin

    origin = Origin(tool_version(), command_line())
    detail = bool(asked.projects)
    if asked.form == "json":
        from lexempt.rendering.json_out import render_json

        write_text(render_json(result, origin), asked.output)
    elif asked.form == "jsonl":
        from lexempt.rendering.json_out import render_jsonl

        write_text(render_jsonl(result, origin), asked.output)
    elif asked.form == "markdown":
        from lexempt.rendering.markdown import render_markdown

        write_text(render_markdown(result, origin, limit=asked.limit, detail=detail), asked.output)
    else:
        from lexempt.rendering.text import render_text

        write_lines(render_text(result, origin, limit=asked.limit, detail=detail), asked.output)


def hits(fail_on: frozenset[str], result: CheckResult) -> bool:
    """Whether a project is what `--fail-on` names."""
    return any(
        ("plan-required" in fail_on and project.replacement_plan == "required")
        or ("depends" in fail_on and project.replacement_plan == "depends")
        or ("prohibited" in fail_on and project.prohibited != "never")
        or ("reading" in fail_on and project.under_all_readings == "differs")
        for project in result.projects
    )


def _show(asked: _Asked, cases: Sequence[Reading], amendments: Amendments) -> int:
    """The facts as read, the atoms given to the solver, or its answer sets, as text."""
    from lexempt.cli.output import write_text

    if asked.show == "facts":
        from lexempt.cli.stated import fact_lines

        texts = [line for reading in cases for line in fact_lines(reading, asked.projects)]
    else:
        from lexempt.solving.show import show_answer, show_atoms

        shown = show_atoms if asked.show == "atoms" else show_answer
        texts = list(shown(cases, _options(asked, amendments)))
    write_text("".join(f"{_plain(line)}\n" for line in texts), asked.output)
    return OK
