"""An answer becomes a fact of the case: what was typed is read as a fact line is, and the case that results is checked."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from fractions import Fraction

from lexempt.agenda import Question
from lexempt.case import Between, Case, Diagnostic, Known, Loss, OneOf, Span, Statement, Thing, Unknown, Value
from lexempt.language.printer import print_case, print_value
from lexempt.language.reader import read_case
from lexempt.language.values import interpret
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.records import NamedTuple

_NOWHERE = Span(1, 1, 1)
_ADDING = frozenset({"dates", "losses", "references"})


class Answered(NamedTuple):
    """The case with the answer in it, or None with what is wrong, in words."""

    case: Case | None
    problems: tuple[str, ...] = ()


def attribute_of(question: Question, case: Case, vocabulary: Vocabulary) -> Attribute:
    """The attribute that a question asks for. Its thing is one of the case."""
    entity = next(t.entity for t in case.things if t.id == question.thing)
    found = vocabulary.attribute(entity, question.attribute)
    assert found is not None
    return found


def words_of(value: Value, question: Question, case: Case, vocabulary: Vocabulary) -> str:
    """A value as a case states it."""
    return print_value(value, attribute_of(question, case, vocabulary), vocabulary)


def answered(case: Case, question: Question, text: str, vocabulary: Vocabulary) -> Answered:
    """The case with what was typed as the fact's value: a value, a range, with or without a source."""
    attribute = attribute_of(question, case, vocabulary)
    found = interpret(attribute, text, vocabulary)
    errors = [p for p in found.problems if p.severity == "error"]
    if found.value is None or errors:
        return Answered(None, tuple(_said(p.message, p.expected, p.help) for p in errors or found.problems))
    new = Statement(question.thing, attribute.name, found.value, _NOWHERE, question.key, found.source, found.text)
    outside = _outside(case, new, attribute, vocabulary)
    if outside is not None:
        return Answered(None, (outside,))
    result = _with(case, new, attribute)
    return _checked(result, vocabulary)


def marked_unknown(case: Case, question: Question, vocabulary: Vocabulary) -> Case:
    """The case with the fact marked unknown; what is stated of it, if only in part, stays."""
    attribute = attribute_of(question, case, vocabulary)
    if any((s.thing, s.attribute, s.key) == (question.thing, attribute.name, question.key) for s in case.statements):
        return case
    new = Statement(question.thing, attribute.name, Unknown(), _NOWHERE, question.key, text="unknown")
    return _checked(_with(case, new, attribute), vocabulary).case or case


def assuming(case: Case, project: str, name: str) -> Case:
    """The case with a set of assumptions made."""
    return case._replace(assumes=(*case.assumes, (project, name)))


def opened(case: Case, question: Question) -> Case:
    """The case with a heading for the portion that a question is about, where the file has none: all of its wetland."""
    wetland = question.fact.partition(".")[0]
    taken = {thing.id for thing in case.things}
    owner, portion = _free(f"owner_of_{wetland}", taken), _free(f"land_in_{wetland}", taken)
    things = (
        Thing("owner", owner, _NOWHERE),
        Thing("portion", portion, _NOWHERE, None, (("owner", (owner,)), ("wetland", (wetland,)))),
    )
    at = 1 + max(n for n, thing in enumerate(case.things) if thing.id == wetland)
    return case._replace(things=(*case.things[:at], *things, *case.things[at:]))


def completed(case: Case, vocabulary: Vocabulary) -> str:
    """The text of the case, with all that it was read with."""
    return print_case(case, vocabulary)


def _free(name: str, taken: Collection[str]) -> str:
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def _with(case: Case, new: Statement, attribute: Attribute) -> Case:
    """The new statement in the place of what was stated of the fact; a list keeps the members that are known."""
    slot = (new.thing, new.attribute, new.key)
    kept: list[Statement] = []
    at: int | None = None
    for s in case.statements:
        if (s.thing, s.attribute, s.key) != slot:
            kept.append(s)
        elif attribute.type in _ADDING and _settled(s.value) and not _settles_all(new.value):
            kept.append(s)
            at = len(kept)
        elif at is None:
            at = len(kept)
    at = len(kept) if at is None else at
    return case._replace(statements=(*kept[:at], new, *kept[at:]))


def _outside(case: Case, new: Statement, attribute: Attribute, vocabulary: Vocabulary) -> str | None:
    """What is wrong where the answer is none of the values, or lies outside the range, that the file states."""
    slot = (new.thing, new.attribute, new.key)
    stated = [s for s in case.statements if (s.thing, s.attribute, s.key) == slot]
    if attribute.type in _ADDING or not stated or not isinstance(new.value, Known | OneOf | Between):
        return None
    given = (new.value.low, new.value.high) if isinstance(new.value, Between) else new.value.values
    if any(_admits(s.value, value) for s in stated for value in given if value is not None):
        given = tuple(v for v in given if v is not None and not any(_admits(s.value, v) for s in stated))
    if not given or all(value is None for value in given):
        return None
    said = " or ".join(dict.fromkeys(print_value(s.value, attribute, vocabulary) for s in stated))
    line = f" (line {stated[0].span.line})" if stated[0].span != _NOWHERE else ""
    return f"the file states {said}{line}: answer within that, or correct the file"


def _admits(stated: Value, value: object) -> bool:
    """Whether what is stated leaves room for a value."""
    if isinstance(stated, Known | OneOf):
        return value in stated.values
    if isinstance(stated, Between) and isinstance(value, Fraction | date):
        low, high = stated.low, stated.high
        return (low is None or low <= value) and (high is None or value <= high)  # type: ignore[operator]
    return True


def _settled(value: Value) -> bool:
    return isinstance(value, Known) and not any(isinstance(v, Loss) and v.most is not None for v in value.values)


def _settles_all(value: Value) -> bool:
    return isinstance(value, Known) and not value.values


def _checked(case: Case, vocabulary: Vocabulary) -> Answered:
    """The case, if the file that it prints to can be read."""
    reading = read_case(completed(case, vocabulary), case.path, vocabulary)
    if reading.case is not None:
        return Answered(case)
    return Answered(None, tuple(_of(d) for d in reading.diagnostics if d.severity == "error"))


def _of(found: Diagnostic) -> str:
    return _said(found.message, found.expected, found.help)


def _said(message: str, expected: str | None, helping: str | None) -> str:
    more = [f"expected: {expected}" if expected else "", helping or ""]
    return "; ".join(part for part in (message, *more) if part)
