"""`lexempt cases`: run all recorded expectations."""

from __future__ import annotations

from datetime import date

import click

from lexempt.cli.amended import amend_option, read_amendments
from lexempt.cli.exits import FOUND, INVALID, LIMITED, OK, USAGE, gravest
from lexempt.cli.options import law_options, one_choice_each, output_option, time_limit_option


@click.command(short_help="Do all recorded cases still come out as recorded?")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@law_options
@amend_option
@time_limit_option(600.0, "Seconds for each batch of cases, not for the whole run.")
@output_option("Write the report to this new file.")
def cases(
    paths: tuple[str, ...],
    on: date | None,
    readings: tuple[tuple[str, str], ...],
    profile: str,
    amend: tuple[str, ...],
    time_limit: float,
    output: str | None,
) -> int:
    """Check every `expect` block and every variant of the files below PATH (default: cases).

    Ends with 1 if one does not hold, or if nothing ran. --on, --amend, --reading and --profile put all of them under
    another law or another reading.

    \b
    lexempt cases
    lexempt cases cases/103G.2241/9 --reading combining_amounts=each_paragraph
    lexempt cases tests/cases-amended/hf2393-a1 --amend hf2393-a1
    """
    from lexempt.cli.inputs import naming_amendments
    from lexempt.cli.output import say, say_diagnostics, write_lines
    from lexempt.rendering.text import Styled
    from lexempt.suite.run import run_cases
    from lexempt.suite.text import report_lines
    from lexempt.suite.types import SuiteOptions

    amendments = read_amendments(amend)
    if amendments.code != OK:
        return amendments.code
    options = SuiteOptions(on, one_choice_each(readings), profile, time_limit, amendments.adopted)
    report = run_cases(paths or ("cases",), options)
    for file in report.mistakes:
        say_diagnostics(naming_amendments(file.diagnostics, file.lines, paths or ("cases",)), file.lines)
    for trouble in report.missing:
        say(f"error: {trouble}")
    *lines, last = report_lines(report)
    tone = "not_required" if report.passed else "required"
    write_lines([*(Styled(line) for line in lines), Styled(last, tone)], output)
    return gravest(
        [
            USAGE if report.missing else OK,
            INVALID if report.invalid else OK,
            LIMITED if any(row.limited for row in report.rows) else OK,
            FOUND if report.failed or not report.rows else OK,
        ]
    )
