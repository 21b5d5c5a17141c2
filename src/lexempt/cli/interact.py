"""`lexempt interact`: what amendments do together that none does alone."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import click

from lexempt.cli.amended import read_amendments
from lexempt.cli.exits import INVALID, LIMITED, OK, USAGE, gravest
from lexempt.cli.options import law_options, one_choice_each, output_option

if TYPE_CHECKING:
    from lexempt.case import Reading
    from lexempt.solving.packages import PackageAnswers

_SEARCHED = 4
"""Up to so many amendments, each and every two of them are searched over any project."""


@click.command(short_help="What do these amendments do together that none does alone?")
@click.argument("files", nargs=-1, required=True, metavar="AMENDMENT...")
@click.option(
    "--cases", "paths", multiple=True, metavar="PATH", help="Over these cases, and their variants. Repeatable."
)
@click.option("--no-search", is_flag=True, help="Do not search for projects.")
@click.option(
    "--impacts", type=click.IntRange(1, 3), default=2, show_default=True, help="Search up to so many impacts."
)
@click.option(
    "--wetlands", type=click.IntRange(1, 3), default=2, show_default=True, help="Search up to so many wetlands."
)
@click.option(
    "--owners", type=click.IntRange(1, 3), default=2, show_default=True, help="Up to so many owners of a wetland."
)
@click.option("--widen", is_flag=True, help="Try every attribute where what the amendments read does not suffice.")
@law_options
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "markdown", "html", "json", "csv")),
    default="text",
    show_default=True,
)
@click.option("--limit", type=click.IntRange(1, 10_000), default=5, show_default=True, help="List at most so many.")
@output_option("Write the answer to this new file.")
def interact(
    files: tuple[str, ...],
    paths: tuple[str, ...],
    no_search: bool,
    impacts: int,
    wetlands: int,
    owners: int,
    widen: bool,
    on: date | None,
    readings: tuple[tuple[str, str], ...],
    profile: str,
    form: str,
    limit: int,
    output: str | None,
) -> int:
    """Answer recorded cases under every package of these amendments, and search for projects on which two interact.

    The amendments stand in the order of their final enactment, and what each does alone is told first. Each pair (of up
    to 4) is searched, under every reading that the amended provisions carry: no plan required only if both pass, one
    undoing the other; with all impacts in one shoreland zone, and in several.

    Over --cases, *standalone* is what an amendment changes against the base, *stacked* against all before it, *last-in*
    where all others stand; the *residual* is what all change that is not the sum of what each does alone.

    Of more than 12 not every package is tried: those of one, of two, of each and all before it, of all but one, and of
    all are, and the smallest packages that change an answer, or undo that, are searched for.

    \b
    lexempt interact raise.amend free.amend --cases cases/103G.2241/9
    lexempt interact raise.amend free.amend --on 2018-06-01 --format markdown -o memo.md
    """
    from lexempt.amending import interaction_json, interaction_text
    from lexempt.amending.beside import beside
    from lexempt.amending.conflicts import KINDS, SEARCHED_FOR, Conflict, conflicts
    from lexempt.amending.conflicts import joint as joint_conflicts
    from lexempt.amending.domain import Limits
    from lexempt.amending.fit import all_adopted
    from lexempt.amending.interaction import MOST, clashes, interaction, packages_of
    from lexempt.amending.interaction_text import Told
    from lexempt.amending.load import drafting_day, notes_on, number
    from lexempt.amending.matrix import matrix
    from lexempt.amending.standing import standing_on
    from lexempt.amending.versions import renumbered, touched_by
    from lexempt.cli.inputs import read_inputs
    from lexempt.cli.interact_search import Search
    from lexempt.cli.output import say, say_diagnostics, write_text
    from lexempt.cli.reproduce import footer, origin
    from lexempt.law.program import first_day
    from lexempt.law.vocabulary import load_vocabulary
    from lexempt.rendering.words import counted
    from lexempt.solving.batch import law_set
    from lexempt.solving.minimal_packages import flips_of_packages
    from lexempt.solving.options import CheckOptions
    from lexempt.solving.packages import answers_of_packages
    from lexempt.solving.prepared import choices_of
    from lexempt.suite.run import rows_of

    amendments = read_amendments(files)
    if amendments.code != OK:
        return amendments.code
    bills = amendments.fitted
    options = CheckOptions(
        on=on, readings=one_choice_each(readings), profile=profile, amendments=tuple(b.adopted for b in bills)
    )
    codes = [OK]
    over, unseen = None, False
    answered: PackageAnswers | None = None
    if form == "csv" and not paths:
        raise click.UsageError("--format csv is a table of cases: give --cases PATH")
    no_search = no_search or form == "csv"
    rows: list[Reading] = []
    other_order: tuple[tuple[str, str], ...] = ()
    if paths:
        inputs = read_inputs(paths)
        codes += [USAGE if inputs.missing else OK, INVALID if inputs.invalid else OK]
        rows = [row.reading for reading in inputs.cases for row in rows_of(reading)]
        rows += [reading for reading in inputs.cases if not rows_of(reading)]
        if not rows:
            return gravest(codes)
        packages = packages_of(len(bills))
        found = answers_of_packages(rows, options, packages)
        say_diagnostics(found.diagnostics, ())
        for reason in found.refused:
            say(f"error: no answer: {reason}")
        codes += [INVALID if found.diagnostics else OK, LIMITED if found.refused else OK]
        answered = found
        flips = None
        if len(bills) > MOST:
            flips = flips_of_packages(rows, options, {p: plans[0] for p, plans in found.answers.items()})
            codes += [LIMITED if flips.cut else OK]
        over = interaction(found.answers, packages, len(bills), flips)
        unseen = found.unseen
        if clashes(bills):
            everything = [frozenset(range(len(bills)))]
            turned = answers_of_packages(rows, options._replace(amendments=options.amendments[::-1]), everything)
            other_order = tuple(sorted(p for p, plans in turned.answers.items() if plans[0] != found.answers[p][-1]))
    day = on or bills[0].bill.drafted_against or drafting_day()
    law = standing_on(number(day))
    if not law.acts:
        raise click.UsageError(f"the law of {day.isoformat()} is not known; the first known is that of {first_day()}")
    touched = tuple(touched_by(bill) for bill in bills)
    search = Search(bills, law, day, choices_of(options, load_vocabulary()))
    joint = None
    if not no_search and len(bills) <= _SEARCHED:
        joint = search.joint(Limits(impacts, wetlands, owners), widen)
        unseen = unseen or law_set(number(day)).unseen
    beside_it = beside(law, all_adopted(law, bills), load_vocabulary(), rows)
    moved = search.moved(beside_it) if joint is not None else None
    names = [b.bill.name for b in bills]
    found_conflicts = [*conflicts(law, bills), *joint_conflicts(joint.pairs if joint is not None else (), over, names)]
    if other_order:
        words = f"{counted(len(other_order), 'recorded project')} would be answered otherwise in the reverse order"
        found_conflicts.append(Conflict("order", tuple(range(len(bills))), (), words))
    if joint is not None and len(bills) > 1:
        found_conflicts += search.left_idle()
    base = f"law of {day.isoformat()}" if on is not None or not paths else "law of each project's day"
    notes = [note for bill in bills for note in notes_on(bill, day)]
    if on is None and day == drafting_day():
        notes.insert(0, "that is the last law known in full; later words are not all known (--on DATE reads them as last seen)")
    told = Told(
        base,
        tuple(b.bill.name for b in bills),
        tuple(b.bill.title for b in bills),
        touched,
        over,
        tuple(clashes(bills)),
        other_order,
        joint,
        beside_it,
        moved,
        unseen,
        tuple((n, k) for n, b in enumerate(bills) for k, a in enumerate(bills) if a.bill.name in b.bill.against),
        tuple(renumbered(b.law, b.amended) for b in bills),
        matrix(law, bills, clashes(bills), load_vocabulary()) if len(bills) > 1 else (),
        tuple(sorted(found_conflicts, key=lambda c: (KINDS.index(c.kind), c.amendments))),
        tuple(kind for kind in KINDS if (over is not None if kind == "order" else joint is not None or kind not in SEARCHED_FOR)),
        tuple(notes),
    )
    said = origin(bills, rows, options.readings, profile, LIMITED not in codes)
    if form == "csv":
        from lexempt.amending import csv_out

        assert over is not None and answered is not None
        write_text(csv_out.packages(over, answered.answers, told.names, over.packages), output)
    elif form == "json":
        from lexempt.rendering.json_out import dump

        write_text(dump(interaction_json.as_json(told) | said, 2) + "\n", output)
    else:
        lines = [*interaction_text.text_lines(told, limit, form != "text"), *footer(said, form != "text")]
        if form == "html":
            from lexempt.amending.html import from_markdown

            lines = list(from_markdown(lines, "What " + " and ".join(told.names) + " do together"))
        write_text("".join(f"{line}\n" for line in lines), output)
    return gravest(codes)
