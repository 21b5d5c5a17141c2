"""A case with changes made: impacts left out, facts stated otherwise. What is recorded as expected is not kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lexempt.advice import Edit, Move
from lexempt.advising.levers import Lever
from lexempt.case import Case, Known, Scalar, Source, Span, Statement, Value
from lexempt.records import NamedTuple


class Change(NamedTuple):
    """A lever and the value its fact takes, a range while its bound is looked for; None is the lever's own other value."""

    lever: Lever
    value: Value | None = None


def applied(case: Case, changes: Sequence[Change]) -> Case:
    """The case with all of these changes."""
    return edited(case, [edit_of(change) for change in changes])


def with_moves(case: Case, moves: Iterable[Move]) -> Case:
    """The case with the moves of an option, or some of them, made. Replacing and finding out change nothing in a case."""
    return edited(case, [edit for move in moves for edit in move.edits])


def edit_of(change: Change) -> Edit:
    """What a change does to a case."""
    lever, value = change
    if lever.fact is None:
        return Edit(left_out=lever.thing)
    if value is None:
        assert lever.value is not None
        value = Known((lever.value,))
    span = lever.fact.statements[0].span if lever.fact.statements else Span(1, 1, 1)
    asked = lever.kind in ("seek", "raise") and isinstance(value, Known)
    source = Source(by=lever.fact.attribute.decided_by) if asked else Source()
    name = lever.fact.attribute.name
    before = lever.fact.known or ()
    return Edit(Statement(lever.thing, name, value, span, source=source), before if not lever.changed else None)


def edited(case: Case, edits: Sequence[Edit]) -> Case:
    """The case with these edits made."""
    gone = {edit.left_out for edit in edits if edit.left_out is not None}
    stated: dict[tuple[str, str], Statement] = {}
    for edit in edits:
        if edit.statement is not None:
            at = (edit.statement.thing, edit.statement.attribute)
            stated[at] = _less(edit, stated.get(at)) if edit.less_of is not None else edit.statement
    kept = tuple(s for s in case.statements if s.thing not in gone and (s.thing, s.attribute) not in stated)
    return case._replace(
        things=tuple(thing for thing in case.things if thing.id not in gone),
        statements=(*kept, *(s for s in stated.values() if s.thing not in gone)),
        claims=tuple(claim for claim in case.claims if claim.impact not in gone),
        expects=(),
        variants=(),
    )


def _less(edit: Edit, before: Statement | None) -> Statement:
    """The members a set had, or has left after an earlier edit, without those that the edit takes away."""
    assert edit.statement is not None and isinstance(edit.statement.value, Known)
    had = before.value.values if before is not None and isinstance(before.value, Known) else edit.less_of or ()
    left = tuple(v for v in had if v not in edit.statement.value.values)
    return edit.statement._replace(value=Known(left))


def exactly(value: Scalar) -> Known:
    """One known value."""
    return Known((value,))
