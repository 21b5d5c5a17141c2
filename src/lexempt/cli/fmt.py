"""`lexempt fmt`: case files in their canonical form, comments kept."""

from __future__ import annotations

import click

from lexempt.cli.exits import FOUND, INVALID, OK, USAGE, gravest
from lexempt.cli.options import output_option


@click.command(short_help="Print case files in their canonical form, or check that they have it.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", "check", is_flag=True, help="Only name the files in another form, and end with 1 if any is.")
@click.option("-w", "--write", "write", is_flag=True, help="Put the canonical form in the place of each file.")
@output_option("Write to this new file.")
def fmt(files: tuple[str, ...], check: bool, write: bool, output: str | None) -> int:
    """Print each case in its canonical form: one wording of keys, values, units and tables. Comments stay.

    An invalid file is left as it is.

    \b
    lexempt fmt lane.case
    lexempt fmt --write cases/
    """
    from lexempt.cli.comments import canonical_text
    from lexempt.cli.inputs import STDIN, read_inputs
    from lexempt.cli.output import say, write_text

    if check + write + (output is not None) > 1:
        raise click.UsageError("choose one of --check, --write and --output")
    inputs = read_inputs(files)
    if output is not None and len(inputs.readings) > 1:
        raise click.UsageError(f"--output takes one file, and {len(inputs.readings)} are named; use --write")
    codes = [USAGE if inputs.missing else OK, INVALID if inputs.invalid else OK]
    texts = []
    for path, reading in inputs.readings:
        if reading.case is None:
            continue
        text = canonical_text(reading)
        same = "\n".join(reading.lines) == text
        if check and not same:
            say(f"{path}: not in canonical form")
            codes.append(FOUND)
        elif write and path != STDIN and path.casefold().endswith(".json"):
            say(f"{path}: JSON is not rewritten; `-o FILE.case` writes its lines")
        elif write and path != STDIN:
            if not same:
                write_text(text, path, own=True)
                say(f"{path}: rewritten")
        elif not check:
            texts.append(text)
    if texts:
        write_text("\n".join(texts), output)
    return gravest(codes)
