"""Which facts only what follows for a plan asks for (103G.222): no verdict turns on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Any

from lexempt.law.rules import Rule, load_rules
from lexempt.law.vocabulary import load_vocabulary

_VERDICTS = ("plan_not_required", "exempt", "prohibited", "qualifies", "released_by", "regulated", "duty", "approval")
_TOLD = ("consequence",)
_OF_FACTS = frozenset(("fact", "keyed", "settled"))


@lru_cache(maxsize=1)
def only_for_consequences() -> frozenset[str]:
    """The attributes that rules for consequences name, and no rule for verdicts does."""
    verdicts = _below(_VERDICTS)
    return frozenset(_named(_below(_TOLD) - verdicts) - _named(verdicts))


def _below(heads: Iterable[str]) -> set[str]:
    """The predicates that conclusions rest on."""
    rules: dict[str, list[Rule]] = {}
    for rule in load_rules().rules:
        rules.setdefault(rule.predicate, []).append(rule)
    found: set[str] = set()
    left = list(heads)
    while left:
        predicate = left.pop()
        if predicate not in found:
            found.add(predicate)
            left += [lit[1] for rule in rules.get(predicate, ()) for lit in _literals(rule.body)]
    return found


def _named(predicates: Collection[str]) -> set[str]:
    """The attributes that rules for these predicates name."""
    known = {name for _, name in load_vocabulary().attributes}
    bodies = (rule.body for rule in load_rules().rules if rule.predicate in predicates)
    terms = (term for body in bodies for lit in _literals(body) if lit[1] in _OF_FACTS for term in lit[2])
    return {term for term in terms if isinstance(term, str)} & known


def _literals(body: Iterable[Any]) -> Iterator[Any]:
    """The atoms of a body, those within sums too."""
    for literal in body:
        if literal[0] in ("sum", "count"):
            for _, conditions in literal[3]:
                yield from _literals(conditions)
        elif literal[0] in ("is", "not"):
            yield literal
