"""The smallest change of one number that turns the answer: tried where a margin says that something turns there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from lexempt.explanation import Flip, Step
from lexempt.result import ProjectResult
from lexempt.solving.answer_sets import CaseAnswers
from lexempt.solving.determined import as_decided
from lexempt.solving.flips import At, Tried, answers_if, most_of, numbers_of
from lexempt.solving.words import title, value_words

_MOST = 12
"""How many changes are tried at most; those that stand nearest."""


def smallest_flip(answers: CaseAnswers, project: ProjectResult, steps: Iterable[Step]) -> Flip | None:
    """The smallest change, in proportion, of one number of the case with which the answer is another; None if none was found."""
    now = numbers_of(as_decided(answers.item.case, answers.vocabulary))
    places: dict[At, set[Fraction]] = {}
    for step in steps:
        margin = step.margin
        if margin is None or margin.unit in ("days", "years"):
            continue
        value, limit = (Fraction(text.replace(",", "")) for text in (margin.value, margin.limit))
        for fact in step.facts:
            thing, _, attribute = fact.fact.partition(".")
            at = thing, attribute
            if now.get(at) and _can_change(answers, thing):
                # Where a test that adds the number to others, or compares it alone, turns.
                places.setdefault(at, set()).add(now[at] + limit - value)
    ranked = sorted(
        (abs(turn - now[at]) / now[at], at, turn)
        for at, limits in places.items()
        for turn in {turn for limit in limits for turn in _beyond(now[at], limit)}
        if turn > 0 and turn != now[at] and turn <= most_of(answers.item, at)
    )[:_MOST]
    asked: dict[At, list[Fraction]] = {}
    for _, at, turn in ranked:
        asked.setdefault(at, []).append(turn)
    if not asked:
        return None
    tried = answers_if(answers.batch, answers.item, project.id, asked, answers.vocabulary)
    turned = [t for t in tried if t.plan not in (project.replacement_plan, "depends")]
    if not turned:
        return None
    best = min(turned, key=lambda t: (abs(t.value - now[t.at]) / now[t.at], t.at))
    return _told(answers, best, now[best.at], places[best.at])


def _beyond(now: Fraction, limit: Fraction) -> Iterator[Fraction]:
    """The first numbers from where one stands that reach a limit, and pass it."""
    yield limit
    if limit <= now:
        yield limit - 1
    if limit >= now:
        yield limit + 1


def _can_change(answers: CaseAnswers, thing: str) -> bool:
    """Only what is planned can be planned otherwise: the land is as it is."""
    return any(t.id == thing and t.entity in ("impact", "project") for t in answers.item.case.things)


def _told(answers: CaseAnswers, best: Tried, now: Fraction, limits: set[Fraction]) -> Flip:
    thing, name = best.at
    entity = next(t.entity for t in answers.item.case.things if t.id == thing)
    attribute = answers.vocabulary.attribute(entity, name)
    assert attribute is not None  # it was read by the vocabulary

    def words(value: Fraction) -> str:
        return value_words(attribute, value, answers.vocabulary)

    value = best.value
    if value < now:
        bound = f"at most {words(value)}" if value in limits else f"less than {words(value + 1)}"
    else:
        bound = f"at least {words(value)}" if value in limits else f"over {words(value - 1)}"
    change = words(abs(value - now))
    return Flip(f"{thing}.{name}", title(attribute, thing, None), words(now), bound, change, best.plan)
