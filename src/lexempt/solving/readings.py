"""What readings do to one project's answer: each other choice, and the minimal sets of choices that decide it."""

from __future__ import annotations

from collections.abc import Mapping

from lexempt.law.vocabulary import Vocabulary
from lexempt.result import FactValue, ReadingEffect, Settling
from lexempt.solving.batch import Batch, LawOpen
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.effects import Effects
from lexempt.solving.settling import Choice, Settler


def under_readings(
    item: CaseAtoms, batch: Batch, ours: str, base: Mapping[str, str], vocabulary: Vocabulary
) -> tuple[tuple[ReadingEffect, ...], Settling]:
    """The choices that change the answer of a project (our id), and the sets of choices that settle it whatever the facts.

    `batch` is the case grounded alone; its law and its watch are used again. Sets are minimal by inclusion; a few of them.
    """
    if not item.in_play:
        return (), Settling()
    switched = Batch([item], batch.law, base, item.in_play, vocabulary, batch.watch)
    sure, possible = switched.answers(switched.base)
    effects = Effects(switched, sure, possible, vocabulary, thorough=True).of_readings().get(ours) or []
    target = switched.session.literal(f"plan_not_required({ours})")
    if target is None or not effects:
        return tuple(effects), Settling()
    settler = Settler(switched, item, vocabulary)
    settler.base = switched.prevailing
    settler.facts = []
    for name in switched.switched:
        choices = tuple(vocabulary.readings[name].choices)
        literals = tuple(switched.reading_literals[name, choice] for choice in choices)
        settler.facts.append((LawOpen(name, "reading", literals, choices), literals))
    yes, no = (
        tuple(sorted({_words(choices) for choices in settler.sets(side)}, key=lambda found: (len(found), found)))
        for side in (target, -target)
    )
    return tuple(effects), Settling(yes, no)


def _words(choices: list[Choice]) -> tuple[FactValue, ...]:
    found = []
    for choice in choices:
        assert isinstance(choice.fact, LawOpen)
        allowed = " or ".join(choice.fact.values[n] for n in sorted(choice.allowed))
        found.append(FactValue(f"reading.{choice.fact.provision}", allowed, choice.fact.provision))
    return tuple(sorted(found))
