"""Whole provisions: repealed, suspended, reinstated, with the references to them."""

from __future__ import annotations

from collections.abc import Sequence

from lexempt.amending.bill import Section
from lexempt.amending.definitions import only_defines, relying_on
from lexempt.amending.desk import Desk
from lexempt.amending.references import Reference, references_to
from lexempt.amending.terms import list_words
from lexempt.language.suggest import listed, shown
from lexempt.language.tree import Problem
from lexempt.law.program import within
from lexempt.law.vocabulary import normal
from lexempt.solving.rows import LawRow


def repeal(desk: Desk, section: Section, known: Sequence[str]) -> None:
    choice = references_choice(desk, section)
    standing = [p for p in known if desk.law.provisions[p].state in ("in force", "unseen")]
    at = section.provision
    if not standing:
        desk.idle(section.line, at, section.id, section.kind, f"{section.id} is not in force already")
        return
    bill_repeals = {s.id for s in desk.bill.sections if s.kind in ("repeal", "suspend")}
    open_references = [
        r for r in references_to(section.id, desk.law) if not any(within(r.of, other) for other in bill_repeals)
    ]
    asking = [
        p for p in relying_on([p for p in standing if only_defines(p)], [desk.law])
        if not any(within(p, other) for other in bill_repeals)
    ]  # fmt: skip
    if asking:
        message = f"{section.id} defines what other provisions ask for"
        helping = "a definition can be amended; to do without it, repeal what asks for it in this bill"
        places = f"what asks for it to be gone: {listed(asking, 'and', most=6)}"
        desk.clash(Problem("E215", message, at.start, at.end, places, helping), section.line, section.id, section.kind)
        return
    named = [r for r in open_references if r.list is not None]
    read = [r for r in open_references if r.condition is not None and not struck_here(desk, r.of, r.condition)]

    def dangling(references: Sequence[Reference], message: str, helping: str) -> None:
        places = listed([in_words(desk, r) for r in references], "and", most=6)
        problem = Problem("E215", message, at.start, at.end, places, helping)
        desk.clash(problem, section.line, section.id, section.kind)

    if choice is None and (named or read):
        number = len(named) + len(read)
        message = f"without {section.id}, {number} reference{'s' if number > 1 else ''} to it would dangle"
        helping = "below the heading write `references: mend` (strike them from those lists) or `references: leave`"
        dangling((*named, *read), message, helping)
        return
    if choice == "mend":
        for r in named:
            desk.rows.append(LawRow("strikes", (desk.act, r.of, r.list or "", r.to)))
        if read:
            message = f"{len(read)} condition{'s' if len(read) > 1 else ''} would still read {section.id}"
            helping = "strike or replace them in this bill (`amend ...`), or write `references: leave`"
            dangling(read, message, helping)
            return
    desk.rows += [LawRow("repeals", (desk.act, p)) for p in standing]
    note = None
    if choice == "mend" and named:
        note = "also struck from " + listed(
            [f"{r.of}, {list_words(r.list or '', desk.vocabulary)}" for r in named], "and"
        )
    elif choice == "leave" and open_references:
        note = "left as they stand: the references in " + listed(dict.fromkeys(r.of for r in open_references), "and")
    desk.change(section.line, section.id, section.kind, note)


def struck_here(desk: Desk, provision: str, condition: str) -> bool:
    """Whether this bill strikes that condition itself (sections before this one)."""
    return any(
        row.predicate == "strikes" and row.args[1] == provision and row.args[3] == condition for row in desk.rows
    )


def in_words(desk: Desk, reference: Reference) -> str:
    """A reference for people: where it stands, and in what."""
    if reference.list is not None:
        return f"{reference.of} (list `{list_words(reference.list, desk.vocabulary)}`)"
    return f"{reference.of} (`{(reference.condition or '').replace('_', ' ')}` reads {reference.to})"


def references_choice(desk: Desk, section: Section, choices: tuple[str, str] = ("mend", "leave")) -> str | None:
    """What becomes of the references to a provision: one of the choices, or None where the bill does not say."""
    choice = None
    expected = " or ".join(f"`references: {one}`" for one in choices)
    for stroke in section.strokes:
        at = stroke.rest or stroke.key
        if normal(stroke.key.text) != "references" or normal(at.text) not in choices:
            message = f"{shown(stroke.key.text + ': ' + at.text)} does not fit under `{section.kind}`"
            desk.report(
                Problem("E206", message, stroke.key.start, at.end, expected),
                stroke.line,
            )
        else:
            choice = normal(at.text)
    return choice


def reinstate(desk: Desk, section: Section, known: Sequence[str]) -> None:
    gone = [p for p in known if desk.law.provisions[p].state == "not in force"]
    at = section.provision
    undone = next((s for s in desk.bill.sections if s.kind in ("repeal", "suspend") and within(section.id, s.id)), None)
    if undone is not None:
        message = f"line {undone.line} of the bill takes {undone.id} away, and this line brings it back"
        helping = "say it in one place: a bill cannot do two things to the same words"
        desk.clash(Problem("E224", message, at.start, at.end, None, helping), section.line, section.id, section.kind)
        return
    if not gone:
        desk.idle(section.line, at, section.id, section.kind, f"{section.id} is in force already")
        return
    desk.rows += [LawRow("enacts", (desk.act, p)) for p in gone]
    desk.change(section.line, section.id, section.kind)
