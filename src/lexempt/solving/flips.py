"""What the answer would be if one number of the case were another: one grounding with the numbers left open, one solve each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from lexempt.case import Case, Known, OneOf, Statement
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import Plan
from lexempt.solving.atoms import encode
from lexempt.solving.batch import Batch
from lexempt.solving.determined import as_decided
from lexempt.solving.draft import CaseAtoms, Open
from lexempt.solving.effects import plan_of
from lexempt.solving.numbers import RefusalError

_ASKED = "plan_not_required"
At = tuple[str, str]
"""A thing of the case and its attribute."""


class Tried(NamedTuple):
    """A number that was changed, and the answer then."""

    at: At
    value: Fraction
    plan: Plan


def numbers_of(case: Case) -> dict[At, Fraction]:
    """The facts of a case that are stated once, as one exact number."""
    found: dict[At, list[Statement]] = {}
    for statement in case.statements:
        found.setdefault((statement.thing, statement.attribute), []).append(statement)
    return {
        at: value
        for at, (statement, *more) in found.items()
        if not more
        and statement.key is None
        and isinstance(statement.value, Known)
        and len(statement.value.values) == 1
        for value in statement.value.values
        if isinstance(value, Fraction)
    }


def most_of(item: CaseAtoms, at: At) -> Fraction:
    """The greatest value that a number of the case can have: no impact is larger than the ground it lies in."""
    placed = item.scene.impacts.get(at[0])
    if placed is None or at[1] != "area":
        return Fraction(10**12)
    now = numbers_of(item.case)
    portions = item.scene.holdings[placed.holding].portions
    known = [now.get((placed.wetland, "size")), *(now.get((portion, "area")) for portion in portions)]
    return min((value for value in known if value is not None), default=Fraction(10**12))


def answers_if(
    batch: Batch, item: CaseAtoms, project: str, values: Mapping[At, Sequence[Fraction]], vocabulary: Vocabulary
) -> list[Tried]:
    """The answer for a project for each of these values of one number, all else as it is.

    Values below zero are left out; nothing is answered where the numbers cannot be decided exactly.
    """
    decided = as_decided(item.case, vocabulary)
    now = numbers_of(decided)
    tried = {
        at: tuple(dict.fromkeys((now[at], *(v for v in found if v >= 0)))) for at, found in values.items() if at in now
    }
    case = decided._replace(statements=tuple(_opened(s, tried) for s in decided.statements))
    grounded = _grounded(batch, item, case, vocabulary)
    if grounded is None:
        return []
    opened, other = grounded
    mine = {(o.settled.thing, o.settled.attribute.name): o for o in opened.opens if o.base is None}
    as_now = {at: _literal(other, mine[at], now[at]) for at in tried if at in mine}
    target = f"{_ASKED}({opened.ids['project', project]})"
    wanted = other.session.literal(target)
    found = []
    for at in as_now:
        held = [literal for kept, literal in as_now.items() if kept != at and literal is not None]
        for value in tried[at]:
            literal = _literal(other, mine[at], value)
            if value != now[at] and literal is not None:
                assumed = [*other.base, *held, literal]
                if batch.certain and wanted is not None:  # with these numbers assumed, nothing is open
                    truths = other.session.truths(assumed, [wanted])
                    found += [] if truths is None else [Tried(at, value, "not_required" if truths[0] else "required")]
                else:
                    found.append(Tried(at, value, plan_of(other.truth_with(target, assumed))))
    return found


def answer_with(
    batch: Batch, item: CaseAtoms, project: str, only: Statement, vocabulary: Vocabulary
) -> Plan | None:
    """The answer for a project if only this of the statements of a fact stood; None where that cannot be decided exactly."""
    at = (only.thing, only.attribute, only.key)
    kept = tuple(s for s in item.case.statements if (s.thing, s.attribute, s.key) != at or s is only)
    grounded = _grounded(batch, item, item.case._replace(statements=kept), vocabulary)
    if grounded is None:
        return None
    alone, other = grounded
    return plan_of(other.truth_with(f"{_ASKED}({alone.ids['project', project]})", other.base))


def _grounded(
    batch: Batch, item: CaseAtoms, case: Case, vocabulary: Vocabulary
) -> tuple[CaseAtoms, Batch] | None:
    """A case in the place of another, with the rules that the answer depends on; None where it cannot be decided exactly."""
    try:
        laid, _ = encode(case, vocabulary, 0, item.on, item.assume)
        shown = (f"#show {_ASKED}/1.",)
        return laid, Batch([laid], batch.law, batch.base_choices, (), vocabulary, batch.watch, shown, (_ASKED,))
    except RefusalError:
        return None


def _opened(statement: Statement, tried: Mapping[At, tuple[Fraction, ...]]) -> Statement:
    values = tried.get((statement.thing, statement.attribute), ())
    return statement._replace(value=OneOf(values)) if len(values) > 1 else statement


def _literal(batch: Batch, found: Open, value: Fraction) -> int | None:
    return next((batch.session.literal(o.atom) for o in found.options if o.value == value), None)
