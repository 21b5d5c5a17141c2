"""`lexempt new`: a commented case file to start from."""

from __future__ import annotations

from pathlib import Path

import click

from lexempt.cli.exits import OK


@click.command(short_help="Print a commented case file to start from.")
@click.option("--county", required=True, metavar="COUNTY", help="A county of Minnesota.")
@click.option("--work", required=True, metavar="KIND", help="A kind of work: driveway, ditch, utility, road, ...")
@click.option("--id", "name", default="", metavar="ID", help="The project's id: a word of letters, digits and _.")
@click.option("-o", "--output", metavar="FILE", help="Write to this new file instead of standard output.")
def new(county: str, work: str, name: str, output: str | None) -> int:
    """Print a case file for a county and a kind of work. Fill in what is known, leave the rest `unknown`.

    \b
    lexempt new --county Cass --work driveway -o lane.case
    """
    from lexempt.cli.output import say, write_text
    from lexempt.language.starter import new_case

    text = new_case(county, work, name)
    if not isinstance(text, str):
        hint = text.help if text.help and "did you mean" in text.help else None
        raise click.UsageError(f"{text.message}; {hint or 'write ' + (text.expected or 'another')}")
    if output is not None and output != "-" and Path(output).exists():
        raise click.UsageError(f"`{output}` exists already; it is not overwritten")
    write_text(text, output)
    if output is not None and output != "-":
        say(f"wrote {output}; fill it in, then: lexempt check {output}")
    return OK
