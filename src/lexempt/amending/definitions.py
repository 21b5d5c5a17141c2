"""Which provisions define which attributes, and from what: read off the rules that derive them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from lexempt.amending.standing import Standing, read_by
from lexempt.law.program import load_law, order, within
from lexempt.law.rules import Rule, load_rules

_DEEP = 4
_GIVEN = ("fact", "keyed", "settled", "taken_as", "current", "listed", "in_force", "derived")
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


def only_defines(provision: str) -> bool:
    """Whether it is no part of an exemption."""
    return not any(within(exemption, provision) or within(provision, exemption) for exemption in load_law().exemptions)


def relying_on(provisions: Sequence[str], laws: Sequence[Standing]) -> tuple[str, ...]:
    """What asks, in one of the laws, for an attribute that one of these provisions defines; and what follows from such an attribute."""
    defined = {name for name in defined_by() for p in provisions if defines(p, name)}
    if not defined:
        return ()
    found = {
        p.id
        for law in laws
        for p in law.provisions.values()
        if defined & {*read_by(p), *p.lists.get("reaches", ()), *p.lists}
    }
    found |= {name for name, sentences in load_law().conditions.items() if "/" in name and defined & set(sentences.reads)}
    found |= {p for p, read in _consequences().items() if defined & read}
    return tuple(sorted((p for p in found if not any(defines(p, name) for name in defined)), key=order))


@lru_cache(maxsize=1)
def _consequences() -> Mapping[str, frozenset[str]]:
    """Provision from which something follows -> the attributes that its rules read."""
    heads = _heads()
    found: dict[str, set[str]] = {}
    for rule in heads.get("consequence", ()):
        if not str(rule.terms[1]).startswith("?"):
            found.setdefault(str(rule.terms[1]), set()).update(_reads(rule, heads, _DEEP))
    return {provision: frozenset(read) for provision, read in found.items()}


@lru_cache(maxsize=64)
def sources_of(provision: str) -> tuple[str, ...]:
    """The attributes that the definitions which look at a provision ask for."""
    heads = _heads()
    names: dict[str, None] = {}
    for rule in heads.get("derived", ()):
        if defines(provision, str(rule.terms[1])):
            names.update(dict.fromkeys(_reads(rule, heads, _DEEP)))
    return tuple(names)


@lru_cache(maxsize=256)
def looked_at_with(provision: str) -> tuple[str, ...]:
    """The attributes that rules ask for where they look at a provision's numbers or lists, or whether it is in force."""
    heads = _heads()
    names: dict[str, None] = {}
    for rule in load_rules().rules:
        if any(name in _LOOKED_UP and terms[0] == provision for name, terms in _asked(rule)):
            names.update(dict.fromkeys(_reads(rule, heads, 1)))
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
        if name in ("fact", "keyed", "settled", "taken_as") and not str(terms[1]).startswith("?"):
            yield str(terms[1])
        if deep and name not in _GIVEN:
            for other in heads.get(name, ()):
                yield from _reads(other, heads, deep - 1)


def _asked(rule: Rule) -> Iterator[tuple[str, Sequence[object]]]:
    """(predicate, arguments) of what a rule asks, or asks not to be so."""
    yield from ((literal[1], literal[2]) for literal in rule.body if literal[0] in ("is", "not"))


__all__ = ["defined_by", "defines", "looked_at_with", "only_defines", "relying_on", "sources_of"]
