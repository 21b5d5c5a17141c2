"""`lexempt new`: a commented case file to start from."""

from __future__ import annotations

from datetime import date

import click

from lexempt.cli.exits import OK
from lexempt.cli.options import Day, output_option


@click.command(short_help="Print a commented case file to start from.")
@click.option("--county", required=True, metavar="COUNTY", help="A county of Minnesota.")
@click.option("--work", required=True, metavar="KIND", help="A kind of work: driveway, ditch, utility, road, ...")
@click.option("--on", type=Day(), metavar="DATE", help="The day of the work, if it is known.")
@click.option("--id", "name", default="", metavar="ID", help="The project's id: a word of letters, digits and _.")
@output_option("Write to this new file instead of standard output.")
def new(county: str, work: str, on: date | None, name: str, output: str | None) -> int:
    """Print a case file for a county and a kind of work. Fill in the day of the work, which picks the law
    (or check with `--on DATE`), and what is known; leave the rest `unknown`.

    \b
    lexempt new --county Cass --work driveway -o lane.case
    lexempt new --county Stearns --work farm --on 2018-06-01 -o field.case
    """
    from lexempt.cli.output import write_text
    from lexempt.language.starter import new_case
    from lexempt.rendering.words import plain

    text = new_case(county, work, name, on=on)
    if not isinstance(text, str):
        hint = text.help if text.help and "did you mean" in text.help else None
        raise click.UsageError(f"{text.message}; {hint or 'write ' + (text.expected or 'another')}")
    write_text(text, output, then=f"; fill it in, then: lexempt check {plain(output or '')}")
    return OK
