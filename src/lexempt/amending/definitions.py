"""Which provisions define which attributes, and from what: read off the rules that derive them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from lexempt.law.program import within
from lexempt.law.rules import Rule, load_rules

_DEEP = 4
_GIVEN = ("fact", "keyed", "current", "listed", "in_force", "derived")
_LOOKED_UP = ("current", "listed", "in_force")


@lru_cache(maxsize=1)
def defined_by() -> Mapping[str, frozenset[str]]:
    """Attribute -> the provisions whose numbers, lists or being in force its definition looks at, and those it stands in."""
    heads = _heads()
    found: dict[str, set[str]] = {}
    for rule in heads.get("derived", ()):
        homes = found.setdefault(str(rule.terms[1]), set())
        homes.update(_looks_at(rule, heads, _DEEP), (rule.provision,) if "/" in rule.provision else ())
    return {attribute: frozenset(provisions) for attribute, provisions in sorted(found.items())}


def defines(provision: str, attribute: str) -> bool:
    """Whether the definition of an attribute looks at a provision, or stands in it or above it."""
    return any(within(provision, home) for home in defined_by().get(attribute, ()))


@lru_cache(maxsize=64)
def sources_of(provision: str) -> tuple[str, ...]:
    """The attributes that the definitions which look at a provision ask for."""
    heads = _heads()
    names: dict[str, None] = {}
    for rule in heads.get("derived", ()):
        if defines(provision, str(rule.terms[1])):
            names.update(dict.fromkeys(_reads(rule, heads, _DEEP)))
    return tuple(names)


@lru_cache(maxsize=1)
def _heads() -> Mapping[str, Sequence[Rule]]:
    heads: dict[str, list[Rule]] = {}
    for rule in load_rules().rules:
        if rule.body:
            heads.setdefault(rule.predicate, []).append(rule)
    return heads


def _looks_at(rule: Rule, heads: Mapping[str, Sequence[Rule]], deep: int) -> Iterator[str]:
    for name, terms in _asked(rule):
        if name in _LOOKED_UP and not str(terms[0]).startswith("?"):
            yield str(terms[0])
        if deep and name not in _GIVEN:
            for other in heads.get(name, ()):
                yield from _looks_at(other, heads, deep - 1)


def _reads(rule: Rule, heads: Mapping[str, Sequence[Rule]], deep: int) -> Iterator[str]:
    for name, terms in _asked(rule):
        if name in ("fact", "keyed") and not str(terms[1]).startswith("?"):
            yield str(terms[1])
        if deep and name not in _GIVEN:
            for other in heads.get(name, ()):
                yield from _reads(other, heads, deep - 1)


def _asked(rule: Rule) -> Iterator[tuple[str, Sequence[object]]]:
    """(predicate, arguments) of what a rule asks, or asks not to be so."""
    yield from ((literal[1], literal[2]) for literal in rule.body if literal[0] in ("is", "not"))


__all__ = ["defined_by", "defines", "sources_of"]
