"""`lexempt fmt`: case files in their canonical form. Comments are not part of a case, so a file is never rewritten."""

from __future__ import annotations

from collections.abc import Sequence

import click

from lexempt.case import Reading
from lexempt.cli.exits import FOUND, INVALID, OK, USAGE, gravest


@click.command(short_help="Print case files in their canonical form, or check that they have it.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--check", "check", is_flag=True, help="Print nothing but the names of files in another form; end with 1."
)
@click.option("-o", "--output", metavar="FILE", help="Write to this file.")
def fmt(files: tuple[str, ...], check: bool, output: str | None) -> int:
    """Print each case in its canonical form: one order of words, units and columns.

    Comments above the first heading are kept; others have no place in the form, and it is said where they stand.
    --check leaves comments out of account.
    """
    from lexempt.cli.inputs import read_inputs
    from lexempt.cli.output import say, write_text
    from lexempt.language.printer import print_case

    inputs = read_inputs(files)
    codes = [USAGE if inputs.missing else OK, INVALID if inputs.invalid else OK]
    texts = []
    for path, reading in inputs.readings:
        if reading.case is None:
            continue
        text = print_case(reading.case)
        if check:
            if _without_comments(reading.lines) != _without_comments(text.split("\n")):
                say(f"{path}: not in canonical form")
                codes.append(FOUND)
            continue
        head, lost = comments(reading)
        if lost:
            say(f"warning: {path}: {len(lost)} comments are not printed (line {', '.join(map(str, lost[:8]))})")
        texts.append("".join(f"{line}\n" for line in head) + text)
    if texts:
        write_text("\n".join(texts), output)
    return gravest(codes)


def comments(reading: Reading) -> tuple[list[str], list[int]]:
    """The comment lines above the first heading, and the numbers of the lines that hold any other comment."""
    from lexempt.language.lines import strip_comment

    head: list[str] = []
    lost = []
    above = True
    for number, line in enumerate(reading.lines, 1):
        stripped = strip_comment(line)
        if above and not stripped.strip():
            if line.strip():
                head.append(line.strip())
            continue
        above = False
        if stripped.rstrip() != line.rstrip():
            lost.append(number)
    return head, lost


def _without_comments(lines: Sequence[str]) -> list[str]:
    from lexempt.language.lines import strip_comment

    found = [strip_comment(line).rstrip() for line in lines]
    return [line for line in found if line]
