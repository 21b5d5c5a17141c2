"""`lexempt ask`: which facts still matter, who decides each, what each answer would change."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

import click

from lexempt.cli.amended import Amendments, amend_option, cite_under, read_amendments, say_notes
from lexempt.cli.calls import check_options, command_line, known_projects, say_what_is_wrong
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
    from lexempt.case import Reading
    from lexempt.solving.agenda import Asked

FORMATS = ("text", "markdown", "json")


class _Call(NamedTuple):
    """The options of one call."""

    file: str
    on: date | None
    readings: tuple[tuple[str, str], ...]
    profile: str
    projects: tuple[str, ...]
    form: str
    limit: int
    time_limit: float
    output: str | None
    strict: bool
    interactive: bool
    amend: tuple[str, ...]
    assume: str | None


@click.command(short_help="Which facts still matter, who decides each, what would each answer change?")
@click.argument("file", metavar="FILE")
@law_options
@amend_option
@click.option("--project", "projects", multiple=True, metavar="ID", help="Only this project. Repeatable.")
@assume_option
@strict_option
@click.option("--interactive", is_flag=True, help="Ask here, one question at a time, and write the completed case.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--limit", type=click.IntRange(1, 10_000), default=5, show_default=True, help="Questions shown in full.")
@time_limit_option(60.0, "Seconds, for each project.")
@output_option("Write to this new file.")
def ask(
    file: str,
    on: date | None,
    readings: tuple[tuple[str, str], ...],
    profile: str,
    projects: tuple[str, ...],
    assume: str | None,
    strict: bool,
    interactive: bool,
    form: str,
    limit: int,
    time_limit: float,
    output: str | None,
    amend: tuple[str, ...],
) -> int:
    """Which facts still matter? Who decides each, and what would each answer change?

    The questions stand in the order that settles the answer soonest, under whoever has to be asked. Then come the facts
    that cannot matter, and why.

    \b
    lexempt ask lane.case
    lexempt ask lane.case --format markdown -o agenda.md
    lexempt ask lane.case --interactive -o answered.case
    lexempt ask lane.case --amend HF_A.amend
    """
    call = _Call(
        file,
        on,
        one_choice_each(readings),
        profile,
        projects,
        form,
        limit,
        time_limit,
        output,
        strict,
        interactive,
        amend,
        assume,
    )
    return _ask(call)


def _ask(call: _Call) -> int:
    from lexempt.cli.inputs import read_inputs

    amendments = read_amendments(call.amend)
    if amendments.code != OK:
        return amendments.code
    cite_under(amendments.fitted)
    inputs = read_inputs([call.file])
    codes = [USAGE if inputs.missing else OK, INVALID if inputs.invalid else OK]
    if not inputs.cases:
        return gravest(codes)
    known_projects(call.projects, inputs.cases)
    if call.interactive:
        return gravest([*codes, _converse(call, inputs.cases, amendments)])
    from lexempt.solving.agenda import ask_cases

    how = check_options(call, assume=call.assume is None, strict=call.strict, amendments=amendments.adopted)
    asked = ask_cases(inputs.cases, how)
    say_notes(amendments.fitted, sorted({agenda.law_on for agenda in asked.agendas}), asked.agendas)
    codes += [say_what_is_wrong(inputs.readings, asked.result), LIMITED if asked.result.refused else OK]
    _write(call, asked)
    return gravest(codes)


def _converse(call: _Call, readings: Sequence[Reading], amendments: Amendments) -> int:
    from lexempt.cli.dialogue import converse

    cases = [reading.case for reading in readings if reading.case is not None]
    if call.file == "-" or len(cases) != 1:
        raise click.UsageError("`--interactive` needs one file, and answers from standard input")
    if call.strict:
        raise click.UsageError(
            "`--interactive` cannot be `--strict`: what is typed is asserted. Leave `--strict` out, answer with the source "
            "(`2 by panel on 2018-04-30`), and then `lexempt check --strict` the case that is written"
        )
    if call.assume is not None:
        raise click.UsageError("`--interactive` completes the file as it is: take its `assume:` line out instead")
    case = cases[0]
    known = [thing.id for thing in case.of("project")]
    chosen = [name for name in known if not call.projects or name in call.projects]
    if len(chosen) != 1:
        raise click.UsageError(f"`--interactive` asks about one project: add `--project` and one of {', '.join(known)}")
    from lexempt.asking.dialogue import day_in, dialogue_for
    from lexempt.case import Diagnostic
    from lexempt.rendering.words import listing
    from lexempt.solving.prepared import judged_by

    options = check_options(call, strict=call.strict, amendments=amendments.adopted)
    started = dialogue_for(case, chosen[0], options)
    if isinstance(started, Diagnostic):
        from lexempt.cli.output import say_diagnostics

        say_diagnostics([started], next(r.lines for r in readings if r.case is not None))
        return INVALID
    start, day, vocabulary = started
    without = judged_by(case, chosen[0], day, options).without
    names = [bill.name for bill in amendments.adopted if bill.name not in without]
    law = f"law of {day.isoformat()}" + (f" as amended by {listing(names)}" if names else "")
    reading = next(reading for reading in readings if reading.case is not None)
    undated = call.on is not None and day_in(case, chosen[0], options) is None
    return converse(start, reading, chosen[0], vocabulary, law, call.output, call.on if undated else None)


def _write(call: _Call, asked: Asked) -> None:
    from lexempt.cli.output import tool_version, write_lines, write_text
    from lexempt.rendering import questions
    from lexempt.rendering.report import Origin

    origin = Origin(tool_version(), command_line())
    if call.form == "json":
        write_text(questions.render_json(asked.agendas, asked.result, origin), call.output)
    elif call.form == "markdown":
        write_text(questions.render_markdown(asked.agendas, asked.result, origin, call.limit), call.output)
    else:
        write_lines(questions.render_text(asked.agendas, asked.result, origin, call.limit), call.output)
