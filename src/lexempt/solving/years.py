"""Questions about several years of one ground that matter alike, as one question: in how many of them a use settles it.

The questions in line are asked one by one, each under the answers before it. Where years can stand for one another, what
counts is in how many of them the ground was used so. That is claimed only if every set of so many years settles it, and
no set of one less does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from lexempt.agenda import Answer, Joint, Question
from lexempt.records import NamedTuple
from lexempt.solving.draft import Open
from lexempt.solving.inquiry import Inquiry, Side, Step
from lexempt.solving.settling import Choice

_MOST = 300
"""So many sets of years are tried for a run of questions; of more nothing is claimed."""


class _Count(NamedTuple):
    """That a use among these options in so many of the years settles it this way."""

    side: Side
    indices: tuple[int, ...]
    least: int


def joint_questions(
    inquiry: Inquiry, steps: Sequence[Step], questions: Sequence[Question], start: int
) -> Iterator[Joint]:
    """What the answers to neighbouring questions about years of one ground do together; `start` is the place of the first."""
    at = 0
    while at < len(steps):
        end = at + 1
        while end < len(steps) and _alike(questions[at], questions[end]):
            end += 1
        if end - at > 1:
            answers = tuple(_answers(inquiry, steps[at:end]))
            if answers:
                yield Joint(start + at, end - at, answers)
        at = end


def _alike(one: Question, other: Question) -> bool:
    """Whether two questions ask the same of two years of one thing, of which the same is known."""
    return (
        isinstance(one.key, int)
        and isinstance(other.key, int)
        and (one.attribute, one.known, one.fact.rpartition(".")[0])
        == (other.attribute, other.known, other.fact.rpartition(".")[0])
    )


def _answers(inquiry: Inquiry, steps: Sequence[Step]) -> Iterator[Answer]:
    facts = [step.fact for step in steps]
    if any(fact.several or fact.ordered for fact in facts) or len({_values(fact) for fact in facts}) > 1:
        return
    counts = [c for side in ("yes", "no") for c in [_counted(inquiry, steps, side)] if c is not None]
    if not counts:
        return
    first = counts[0]
    use = inquiry.settler.words(inquiry.choice(facts[0], first.indices)).value
    yield Answer(f"{use} in {_at_least(first.least, len(facts))}", first.side, None)
    if len(counts) == 1:
        yield Answer("otherwise", None, None)
        return
    second = counts[1]
    rest = len(facts) - first.least + 1
    every = {*first.indices, *second.indices} == set(range(len(facts[0].options)))
    if every and not {*first.indices} & {*second.indices} and second.least == rest:
        yield Answer("otherwise", second.side, None)
        return
    use = inquiry.settler.words(inquiry.choice(facts[0], second.indices)).value
    yield Answer(f"{use} in {_at_least(second.least, len(facts))}", second.side, None)
    yield Answer("otherwise", None, None)


def _values(fact: Open) -> tuple[str, ...]:
    return tuple(str(option.value) for option in fact.options)


def _at_least(least: int, many: int) -> str:
    if least == many:
        return "both of them" if many == 2 else "all of them"
    return "any of them" if least == 1 else f"at least {least} of them"


def _counted(inquiry: Inquiry, steps: Sequence[Step], side: Side) -> _Count | None:
    """In how many of the years a use has to be such as settles it; None where the years are not alike, or none settles it."""
    uses = {tuple(n for g in step.groups if g.settles == side for n in g.indices) for step in steps} - {()}
    if len(uses) != 1:
        return None
    indices = uses.pop()
    given = steps[0].given
    used = [inquiry.choice(step.fact, indices) for step in steps]

    def settles(choices: Sequence[Choice]) -> bool:
        return inquiry.settles([*given, *choices], side)

    least = next((n for n in range(1, len(used) + 1) if settles(used[:n])), None)
    if least is None or comb(len(used), least) + comb(len(used), least - 1) > _MOST:
        return None
    if not all(settles(chosen) for chosen in combinations(used, least)):
        return None
    if any(settles(chosen) for chosen in combinations(used, least - 1)):
        return None
    return _Count(side, indices, least)
