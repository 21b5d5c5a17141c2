"""Strokes: a number, a list, a condition of a provision that stands, struck and inserted."""

from __future__ import annotations

import re
from fractions import Fraction

from lexempt.amending.bill import Operation, Stroke
from lexempt.amending.desk import CONDITIONS, Desk, dangling, operations_in_words
from lexempt.amending.standing import Provision
from lexempt.amending.terms import (
    MOST,
    Condition,
    condition_words,
    kind_of,
    list_words,
    member_words,
    print_members,
    print_number_of,
    read_condition,
    read_members,
    read_number_of,
)
from lexempt.language.quantities import read_number
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Piece, Problem
from lexempt.law.vocabulary import normal
from lexempt.solving.rows import LawRow

UNKNOWN = "unknown"
"""What is inserted where the words have not been seen."""


def number(desk: Desk, stroke: Stroke, present: Provision, name: str) -> None:
    now = present.numbers[name]
    kind = kind_of(name, now)
    shows = print_number_of(name, now)
    olds = [o.old for o in stroke.operations if o.old is not None]
    news = [o.new for o in stroke.operations if o.new is not None]
    key = name.replace("_", " ")
    words = f"{key}: {operations_in_words(stroke.operations)}"
    if len(news) == 1 and normal(news[0].text) == UNKNOWN and not any(o.deed == "times" for o in stroke.operations):
        _unseen_number(desk, stroke, present, name, olds, words)
        return
    if len(stroke.operations) == 1 and stroke.operations[0].deed == "times":
        multiplied(desk, stroke, present, name, news[0], words)
        return
    if len(olds) != 1 or len(news) != 1 or any(o.deed == "times" for o in stroke.operations):
        at = stroke.rest or stroke.key
        message = f"`{key}` is one number: one is struck, one is inserted"
        helping = f"write `{key}: strike {shows}, insert ...`"
        desk.clash(
            Problem("E206", message, at.start, at.end, f"what stands there: {shows}", helping),
            stroke.line,
            present.id,
            words,
        )
        return
    note = None
    as_seen = now.unseen and normal(olds[0].text) == "unknown"
    old = now.number if as_seen else read_number_of(olds[0], kind)
    new = read_number_of(news[0], kind)
    for problem in (old, new):
        if isinstance(problem, Problem):
            desk.clash(problem, stroke.line, present.id, words)
    if isinstance(old, Problem) or isinstance(new, Problem):
        return
    if old != now.number:
        message = f"`{key}` of {present.id} is not {shown(olds[0].text)}"
        desk.clash(
            Problem("E214", message, olds[0].start, olds[0].end, f"what stands there: {shows}", f"write `strike {shows}`"),
            stroke.line, present.id, words,
        )  # fmt: skip
        return
    if now.unseen:
        note = f"{shows} is what was last seen; a later act may have changed it"
    if new == now.number and not now.unseen:
        desk.idle(stroke.line, news[0], present.id, words, f"`{key}` of {present.id} is {shows} already")
        return
    desk.rows.append(LawRow("value", (present.id, name, str(new), desk.act)))
    desk.change(stroke.line, present.id, words, note)


def _unseen_number(desk: Desk, stroke: Stroke, present: Provision, name: str, olds: list[Piece], words: str) -> None:
    """`amount: insert unknown`: a new number that we have not seen."""
    now = present.numbers[name]
    at = stroke.rest or stroke.key
    key, shows = name.replace("_", " "), print_number_of(name, now)
    if now.unit != "sqft":
        message = f"`{key}` of {present.id} cannot be left unknown"
        expected = "an area: of other numbers no answer can be given without them"
        desk.clash(Problem("E208", message, at.start, at.end, expected), stroke.line, present.id, words)
        return
    for old in olds:
        number = read_number_of(old, kind_of(name, now))
        if isinstance(number, Problem) or number != now.number:
            message = f"`{key}` of {present.id} is not {shown(old.text)}"
            problem = number if isinstance(number, Problem) else Problem(
                "E214", message, old.start, old.end, f"what stands there: {shows}", f"write `strike {shows}`"
            )  # fmt: skip
            desk.clash(problem, stroke.line, present.id, words)
            return
    if now.unseen:
        desk.idle(stroke.line, at, present.id, words, f"`{key}` of {present.id} is not known already")
        return
    desk.rows.append(LawRow("unknown_value", (present.id, name, desk.act)))
    desk.change(stroke.line, present.id, words, f"answers say where they turn on it; last seen: {shows}")


def multiplied(desk: Desk, stroke: Stroke, present: Provision, name: str, by: Piece, words: str) -> None:
    """`amount: times 2`."""
    now = present.numbers[name]

    def refuse(message: str, expected: str) -> None:
        desk.clash(Problem("E208", message, by.start, by.end, expected), stroke.line, present.id, words)

    number = re.fullmatch(r"[\d,./ ]+", by.text) and read_number(by)
    if not isinstance(number, Fraction) or kind_of(name, now) == "date":
        refuse(f"{shown(by.text)} is no factor for `{name.replace('_', ' ')}`", "a number such as `2` or `1/2`")
        return
    product = now.number * number
    if product.denominator != 1 or product > MOST:
        message = f"{print_number_of(name, now)} times {by.text} is no whole number of its unit, or too large"
        refuse(message, "a factor that gives a whole number")
        return
    note = "of what was last seen; a later act may have changed it" if now.unseen else None
    if product == now.number and not now.unseen:
        desk.idle(stroke.line, by, present.id, words, f"`{name.replace('_', ' ')}` of {present.id} stays as it is")
        return
    desk.rows.append(LawRow("value", (present.id, name, str(product.numerator), desk.act)))
    after = print_number_of(name, now._replace(number=product.numerator))
    desk.change(stroke.line, present.id, f"{words} ({print_number_of(name, now)} to {after})", note)


def members(desk: Desk, stroke: Stroke, present: Provision, name: str) -> None:
    now = present.lists.get(name, ())
    key = list_words(name, desk.vocabulary)
    stands = print_members(name, now, desk.vocabulary) or "nothing"
    for operation in stroke.operations:
        words = f"{key}: {operations_in_words((operation,))}"
        fine = True
        if operation.deed == "times":
            no_factor(desk, operation, stroke.line, present.id, words)
            continue
        for piece, deed in ((operation.old, "strike"), (operation.new, "insert")):
            if piece is None:
                continue
            found = read_members(name, piece, now, desk.vocabulary)
            if isinstance(found, Problem):
                found = found._replace(help=found.help or f"what stands there: {stands}")
                desk.clash(found, stroke.line, present.id, words)
                fine = False
                break
            for member in found:
                spelt = member_words(name, member, desk.vocabulary)
                if deed == "strike" and member not in now:
                    message = f"`{spelt}` is not on the list `{key}` of {present.id}"
                    helping = did_you_mean(spelt, [member_words(name, m, desk.vocabulary) for m in now])
                    desk.absent(
                        Problem("E214", message, piece.start, piece.end, f"what stands there: {stands}", helping),
                        stroke.line, present.id, words, operation.new is None,
                    )  # fmt: skip
                    fine = False
                elif deed == "insert" and member in now:
                    desk.idle(
                        stroke.line,
                        piece,
                        present.id,
                        words,
                        f"`{spelt}` is on the list `{key}` of {present.id} already",
                    )
                    fine = False
                elif (
                    deed == "insert"
                    and "/" in member
                    and member not in desk.law.provisions
                    and not desk.law.below(member)
                ):
                    desk.clash(dangling(desk, piece, member), stroke.line, present.id, words)
                    fine = False
                elif deed == "strike":
                    desk.rows.append(LawRow("strikes", (desk.act, present.id, name, member)))
                else:
                    desk.rows.append(LawRow("item", (present.id, name, member, desk.act)))
        if fine:
            desk.change(stroke.line, present.id, words)


def no_factor(desk: Desk, operation: Operation, line: int, provision: str, words: str) -> None:
    at = operation.new or Piece("", 0, 1)
    message = "only a number can be multiplied"
    desk.clash(Problem("E206", message, at.start, at.end, "`strike`, `insert` or `replace`"), line, provision, words)


def conditions(desk: Desk, stroke: Stroke, present: Provision, key: str) -> None:
    name = CONDITIONS[key]
    now = present.lists.get(name, ())
    stands = listed([f"`{condition_words(c, present, desk.vocabulary)}`" for c in now], "and") or "no condition"
    for operation in stroke.operations:
        words = f"{key}: {operations_in_words((operation,))}"
        fine = True
        if operation.deed == "times":
            no_factor(desk, operation, stroke.line, present.id, words)
            continue
        for piece, deed in ((operation.old, "strike"), (operation.new, "insert")):
            if piece is None or not fine:
                continue
            if deed == "insert" and normal(piece.text) == UNKNOWN:
                desk.rows.append(LawRow("unseen", (desk.act, present.id)))
                continue
            found = read_condition(piece, desk.vocabulary, present if deed == "strike" else None)
            if isinstance(found, Problem):
                desk.clash(found, stroke.line, present.id, words)
                fine = False
            elif deed == "strike" and found.name not in now:
                other = next((k for k, n in CONDITIONS.items() if found.name in present.lists.get(n, ())), None)
                helping = f"it stands under `{other}:`" if other else None
                message = f"{present.id} does not say `{key}: {piece.text}`"
                desk.absent(
                    Problem("E214", message, piece.start, piece.end, f"what stands there: {stands}", helping),
                    stroke.line, present.id, words, operation.new is None and other is None,
                )  # fmt: skip
                fine = False
            elif deed == "strike":
                desk.rows.append(LawRow("strikes", (desk.act, present.id, name, found.name)))
            elif found.name in now:
                desk.idle(stroke.line, piece, present.id, words, f"{present.id} says `{key}: {piece.text}` already")
                fine = False
            else:
                fine = insert_condition(desk, stroke.line, piece, present, name, found, words)
        if fine:
            desk.change(stroke.line, present.id, words)


def insert_condition(
    desk: Desk, line: int, piece: Piece, present: Provision, name: str, found: Condition, words: str
) -> bool:
    there = present.lists.get(found.name, ())
    if found.members and there and set(there) != set(found.members):
        key = list_words(found.name, desk.vocabulary)
        message = f"{present.id} has a list `{key}` already, of other members"
        expected = f"what stands there: {print_members(found.name, there, desk.vocabulary)}"
        helping = f"amend the list: `{key}: insert ...`, and ask for it with `{piece.text.split(' is ')[0]}`"
        desk.clash(Problem("E213", message, piece.start, piece.end, expected, helping), line, present.id, words)
        return False
    desk.rows += [LawRow("item", (present.id, found.name, m, desk.act)) for m in found.members if m not in there]
    desk.rows.append(LawRow("item", (present.id, name, found.name, desk.act)))
    return True
