"""`lexempt amend`: start an amendment, check that it fits the law, print what it strikes and inserts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

import click

from lexempt.cli.exits import INVALID, OK, gravest
from lexempt.cli.options import Day, output_option

if TYPE_CHECKING:
    from lexempt.amending.fit import Fitted
    from lexempt.amending.standing import Standing


_against = click.option(
    "--against", multiple=True, metavar="FILE", help="A bill that the others may be drafted against. Repeatable."
)


@click.group(short_help="Start an amendment, check that it fits the law, print what it strikes and inserts.")
def amend() -> None:
    """Amendments: proposals as small files beside the law.

    \b
    lexempt amend start '9(a)(4)' -o small.amend     every line of the provision, ready to edit
    lexempt amend check small.amend                  does it fit the law it was drafted against?
    lexempt amend print small.amend                  struck and inserted
    lexempt check lane.case --amend small.amend      the answer under the amended law
    """


@amend.command(short_help="A bill to start from: the lines of a provision, ready to edit.")
@click.argument("provision", metavar="PROVISION")
@click.option(
    "--on", type=Day(), metavar="DATE", help="The law to draft against (default: the last one known in full)."
)
@output_option("Write it to this new file.")
def start(provision: str, on: date | None, output: str | None) -> int:
    """Print a bill that changes nothing yet. Each line of the provision stands as a comment: take off the `#`, edit it.

    PROVISION is an id or a citation in quotes. The bill is called as the file it is written to, or after the provision.

    \b
    lexempt amend start '9(a)(4)' -o small.amend
    lexempt amend start 103G.2241/9/e --on 2018-06-01
    """
    from lexempt.amending.load import drafting_day
    from lexempt.amending.printing import start_lines, start_name
    from lexempt.cli.output import write_text
    from lexempt.language.provisions import provision_id
    from lexempt.language.suggest import did_you_mean
    from lexempt.law.vocabulary import load_vocabulary

    day = on or drafting_day()
    law = _law_of(day)
    asked = provision_id(provision.strip())
    if asked is None or not law.below(asked):
        hint = did_you_mean(asked or provision, law.provisions, "such as 103G.2241/9/a/4")
        raise click.UsageError(f"`{provision[:60]}` is no provision of the law of {day.isoformat()}; {hint}")
    lines = start_lines(start_name(asked, output), asked, law, day.isoformat(), load_vocabulary())
    write_text("".join(f"{line}\n" for line in lines), output)
    return OK


@amend.command(short_help="Does each stroke fit the law it was drafted against, or another?")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--on", type=Day(), metavar="DATE", help="Fit it to the law of this day instead.")
@_against
def check(files: tuple[str, ...], on: date | None, against: tuple[str, ...]) -> int:
    """Sort the strokes of each bill: *fits*, *already law*, *clashes*. Ends with 3 where one clashes.

    \b
    lexempt amend check small.amend
    lexempt amend check small.amend --on 2024-08-01
    lexempt amend check floor.amend --against small.amend     a bill that amends another bill's text
    """
    from lexempt.amending.fit import all_adopted, fit
    from lexempt.cli.amended import read_amendments
    from lexempt.cli.output import write_text

    amendments = read_amendments(files, against)
    lines: list[str] = []
    clashed = False
    for fitted in amendments.fitted:
        used = fitted
        if on is not None:
            law = all_adopted(_law_of(on), fitted.before)
            used = fit(fitted.bill, law, elsewhere=law.acts != fitted.law.acts)._replace(before=fitted.before)
        lines += _sorted_strokes(used, on or _drafted(fitted))
        clashed = clashed or any(change.status == "clashes" for change in used.changes)
    lines += clash_lines(amendments.fitted)
    write_text("".join(f"{line}\n" for line in lines), None)
    return gravest([amendments.code, INVALID if clashed else OK])


def clash_lines(bills: Sequence[Fitted]) -> list[str]:
    """Where two of the bills say different things of one thing, and which of them is taken to prevail."""
    from lexempt.amending.conflicts import outcome
    from lexempt.amending.interaction import clashes
    from lexempt.rendering.words import brief

    names = [fitted.bill.name for fitted in bills]
    return [
        f"{names[clash.first]} and {names[clash.second]} clash at {brief(clash.provision)}: {clash.what}; {outcome(clash, names)}"
        for clash in clashes(bills)
    ]


def _drafted(fitted: Fitted) -> date | None:
    """The day of the law a bill is drafted against, its own or that of a bill it is drafted against."""
    return next((b.bill.drafted_against for b in (fitted, *fitted.before) if b.bill.drafted_against), None)


def _sorted_strokes(fitted: Fitted, day: date | None) -> list[str]:
    from lexempt.amending.load import drafting_day
    from lexempt.rendering.words import brief, listing, plain

    bill = fitted.bill
    title = f' "{plain(bill.title)}"' if bill.title else ""
    amended = f" as amended by {listing([b.bill.name for b in fitted.before])}" if fitted.before else ""
    lines = [f"{bill.name}{title} and the law of {(day or drafting_day()).isoformat()}{amended}"]
    for change in fitted.changes:
        where = f"{brief(change.provision)}: " if change.provision else ""
        lines.append(f"  {change.status:<11}  line {change.line}: {where}{plain(change.words)}")
        if change.note:
            lines.append(f"{'':15}{plain(change.note)}")
    if not fitted.rows:
        lines.append("  It changes nothing.")
    return lines


@amend.command("print", short_help="What the bills strike and insert.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "form", type=click.Choice(("text", "markdown", "html")), default="text", show_default=True)
@output_option("Write it to this new file.")
@_against
def print_(files: tuple[str, ...], form: str, output: str | None, against: tuple[str, ...]) -> int:
    """Print every provision that the bills change, with what is struck and what is inserted.

    Several bills are applied one after the other, all to the law that the first was drafted against.

    \b
    lexempt amend print small.amend
    lexempt amend print small.amend --format html -o small.html
    """
    from lexempt.amending import printing
    from lexempt.amending.compare import comparison
    from lexempt.amending.fit import all_adopted
    from lexempt.amending.load import drafting_day
    from lexempt.cli.amended import read_amendments
    from lexempt.cli.output import write_text
    from lexempt.law.vocabulary import load_vocabulary

    amendments = read_amendments(files, against)
    if not amendments.fitted:
        return amendments.code
    base = amendments.fitted[0].law
    compared = comparison(base, all_adopted(base, amendments.fitted), load_vocabulary())
    day = _drafted(amendments.fitted[0]) or drafting_day()
    names = " and ".join(f.bill.name for f in amendments.fitted)
    before = " and ".join(b.bill.name for b in amendments.fitted[0].before)
    title = f"The law of {day.isoformat()}{f', as amended by {before},' if before else ''} as {names} would amend it"
    lines = {"text": printing.print_text, "markdown": printing.print_markdown, "html": printing.print_html}[form](
        title, compared, clash_lines(amendments.fitted)
    )
    write_text("".join(f"{line}\n" for line in lines), output)
    return amendments.code


@amend.command(short_help="A passed bill as rows for the files of the law.")
@click.argument("file", metavar="FILE")
@click.option("--act", required=True, metavar="ID", help="The act's id, such as 2026c12 (Laws 2026, chapter 12).")
@output_option("Write it to this new file.")
@_against
def enact(file: str, act: str, output: str | None, against: tuple[str, ...]) -> int:
    """Print what a maintainer adds to `asp/law/`: the act, and a group of rows for each provision. Nothing is edited.

    The bill needs `effective:`, the first day of the act.

    \b
    lexempt amend enact small.amend --act 2026c12
    """
    import re

    from lexempt.amending.enact import enacted_lines
    from lexempt.amending.load import number
    from lexempt.cli.amended import read_amendments
    from lexempt.cli.output import write_text
    from lexempt.law.program import load_law

    if not re.fullmatch(r"\d{4}[a-z0-9]{2,12}", act) or act in {known.id for known in load_law().acts}:
        raise click.UsageError(f"`{act[:40]}` cannot be the id of a new act; write it as 2026c12")
    amendments = read_amendments((file,), against)
    if not amendments.fitted:
        return amendments.code
    (fitted,) = amendments.fitted
    if fitted.bill.effective is None:
        raise click.UsageError(f"{fitted.bill.name} does not say when it takes effect; add `effective: DATE`")
    lines = enacted_lines(fitted, act, number(fitted.bill.effective))
    write_text("".join(f"{line}\n" for line in lines), output)
    return OK


@amend.command(short_help="The named conditions that `if:` and `unless:` can ask for.")
def conditions() -> int:
    """List the named conditions, with what each says. (Attributes are conditions too: `lexempt facts` lists them.)"""
    from lexempt.amending.terms import named_conditions
    from lexempt.cli.output import write_text
    from lexempt.law.program import load_law
    from lexempt.rendering.words import with_citations

    documented = load_law().conditions
    lines = []
    for name in named_conditions():
        says = documented[name].says if name in documented else ""
        lines.append(f"{name if '/' in name else name.replace('_', ' ')}\n    {with_citations(says)}")
    write_text("".join(f"{line}\n" for line in lines), None)
    return OK


def _law_of(day: date) -> Standing:
    from lexempt.amending.load import number
    from lexempt.amending.standing import standing_on
    from lexempt.law.program import first_day

    law = standing_on(number(day))
    if not law.acts:
        raise click.UsageError(f"the law of {day.isoformat()} is not known; the first known is that of {first_day()}")
    return law
