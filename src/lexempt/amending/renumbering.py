"""A provision under another number, with all below it, and the references to it: they move along, or stay and name nothing.

The id of a provision stays (DESIGN section 5): what changes is the number people cite it by, a row `cites`. So a renumbering
alone changes no answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from lexempt.amending.bill import Section
from lexempt.amending.desk import Desk
from lexempt.amending.references import Reference, references_to
from lexempt.amending.repeals import in_words, references_choice
from lexempt.language.provisions import provision_id
from lexempt.language.suggest import listed, shown
from lexempt.language.tree import Piece, Problem
from lexempt.law.program import within
from lexempt.solving.rows import LawRow


def renumber(desk: Desk, section: Section, known: Sequence[str]) -> None:
    """`renumber 103G.222/3 as 103G.222/4`, and below it `references: move` or `references: leave`."""
    assert section.other is not None
    choice = references_choice(desk, section, ("move", "leave"))
    number = provision_id(section.other.text)
    if number is None:
        return  # said where the line was read
    words = f"renumber {section.id} as {number}"
    law = desk.law
    at = section.provision
    if all(law.provisions[p].state == "not in force" for p in known):
        message = f"{shown(at.text)} is not in force in this law"
        desk.clash(Problem("E211", message, at.start, at.end), section.line, section.id, words)
        return
    before = law.cited(section.id)
    if number == before:
        desk.idle(section.line, section.other, section.id, words, f"{section.id} has that number already")
        return
    if within(number, before):
        message = f"{shown(section.other.text)} is within {section.id} itself"
        problem = Problem("E217", message, section.other.start, section.other.end, "a number outside of it")
        desk.clash(problem, section.line, section.id, words)
        return
    taken = _taken(desk, section, number)
    if taken is not None:
        message = f"{shown(section.other.text)} is the number of {taken}"
        helping = "give that one another number too, or repeal it, in this bill"
        problem = Problem("E217", message, section.other.start, section.other.end, "a number that is free", helping)
        desk.clash(problem, section.line, section.id, words)
        return
    gone = [s.id for s in desk.bill.sections if s.kind in ("repeal", "suspend")]
    found = [r for r in references_to(section.id, law) if not any(within(r.of, p) for p in gone)]
    if found and choice is None:
        _dangling(desk, section, found, at, words, "below the heading write `references: move` or `references: leave`")
        return
    note = None
    if choice == "move" and found:
        note = "the references move along: " + listed([in_words(desk, r) for r in found], "and", most=6)
    elif choice == "leave" and found:
        read = [r for r in found if r.condition is not None]
        if read:
            _dangling(desk, section, read, at, words, "they cannot be left: write `references: move`, or strike them")
            return
        note = _left(desk, section, found, before)
    for provision in dict.fromkeys((section.id, *known)):
        new = number + law.cited(provision)[len(before) :]
        desk.rows.append(LawRow("cites", (provision, new, desk.act)))
    desk.change(section.line, section.id, words, note)


def _taken(desk: Desk, section: Section, number: str) -> str | None:
    """Another provision that has the number, and keeps it; or a section of this bill that gives it to another."""
    for other in desk.bill.sections:
        given = other.id if other.kind == "add" else provision_id(other.other.text) if other.other else None
        if other.line != section.line and other.kind in ("add", "renumber") and given == number:
            return f"what line {other.line} of the bill gives it to"
    leaves = [s.id for s in desk.bill.sections if s.kind in ("renumber", "repeal") and s.id]
    for provision in desk.law.provisions.values():
        if provision.state == "not in force" or any(within(provision.id, p) for p in leaves):
            continue
        if within(desk.law.cited(provision.id), number):
            return provision.id
    return None


def _dangling(desk: Desk, section: Section, found: Sequence[Reference], at: Piece, words: str, helping: str) -> None:
    plural = "s" if len(found) > 1 else ""
    message = f"with {section.id} renumbered, {len(found)} reference{plural} to it would dangle"
    expected = listed([in_words(desk, r) for r in found], "and", most=6)
    desk.clash(Problem("E215", message, at.start, at.end, expected, helping), section.line, section.id, words)


def _left(desk: Desk, section: Section, found: Sequence[Reference], before: str) -> str:
    """References that keep the old number: they name nothing, or the provision that this bill gives that number."""
    said = []
    for reference in found:
        cited = before + desk.law.cited(reference.to)[len(before) :]
        new = next(
            (
                s.id + cited[len(number) :]
                for s in desk.bill.sections
                if s.kind == "renumber" and s.id and s.other is not None and s.line != section.line
                for number in (provision_id(s.other.text),)
                if number is not None and within(cited, number)
            ),
            None,
        )
        name = reference.list or ""
        desk.rows.append(LawRow("strikes", (desk.act, reference.of, name, reference.to)))
        if new is not None and desk.law.below(new):
            desk.rows.append(LawRow("item", (reference.of, name, new, desk.act)))
        said.append(f"{in_words(desk, reference)}, which then names {new or 'nothing'}")
    return "left as it stands: " + listed(said, "and", most=6)
