"""Leaving out of a program the rules that cannot fire with given facts: clingo spends more on preparing a rule than on most of
their instances.

A rule can fire only if something makes each predicate of its positive body true, and if a fact of the case has each value
that it asks for by name. What is left out would have no instance, so answers stay the same (a test compares both).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from clingo import ast

_CHOSEN = {"fact": "fact", "may": "fact", "keyed": "keyed", "may_keyed": "keyed"}
"""Facts about a thing's attribute, as lines state them, or what they may become."""
_NAME = re.compile(r"[a-z_]\w*")
_MADE = re.compile(r"\b[a-z_]\w*(?=\()|^[a-z_]\w*", re.M)
_LOOKS = re.compile(r"\b(?:fact|may|keyed|may_keyed)\(")
_FACT = re.compile(r"\b(fact|may|keyed|may_keyed)\(\w+,(\w+),(?:[^,()\n]*,)*([^,()\n]*)\)")


class Rule(NamedTuple):
    """A statement of a program; the predicates it can make true; what it needs: predicates, and of the facts of a case
    `fact ATTRIBUTE` or `fact ATTRIBUTE VALUE`."""

    text: str
    makes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def rule_of(statement: ast.AST) -> Rule:
    """A statement as a rule. What is not a rule needs nothing."""
    if statement.ast_type.name != "Rule":
        return Rule(str(statement))
    makes = tuple(dict.fromkeys(symbol.name for symbol in heads(statement.head)))
    needs: dict[str, None] = {}
    for literal in statement.body:
        symbol = getattr(getattr(literal, "atom", None), "symbol", None)
        if literal.ast_type.name == "Literal" and not literal.sign and hasattr(symbol, "name"):
            needs[_need(symbol)] = None
    return Rule(str(statement), makes, tuple(needs))


def heads(head: Any) -> Iterator[Any]:
    """The atoms that a head can make true, as syntax trees with name and arguments; none of constraints."""
    literals = [head]
    if hasattr(head, "elements"):  # a choice or a disjunction; in an aggregate with a function the literal lies deeper
        literals = [getattr(element, "literal", None) or element.condition.literal for element in head.elements]
    for literal in literals:
        symbol = getattr(getattr(literal, "atom", None), "symbol", None)
        for one in symbol.arguments if symbol is not None and symbol.ast_type.name == "Pool" else [symbol]:
            if hasattr(one, "name"):
                yield one


def _need(symbol: Any) -> str:
    """What must be possible for an atom of a body to hold."""
    words = [symbol.name]
    if symbol.name in ("fact", "keyed"):
        for argument in (symbol.arguments[1], symbol.arguments[-1]):
            if argument.ast_type.name != "SymbolicTerm":
                break
            words.append(str(argument))
    return " ".join(words)


class Given(NamedTuple):
    """What is given beside a program: every need it may fulfil, and `fact ATTRIBUTE`, or `fact`, of which it may give any value."""

    needs: frozenset[str]
    any_value: frozenset[str] = frozenset()


def given_by(lines: Iterable[str], beside: Iterable[str] = ()) -> Given:
    """What facts, choices and rules about a case (`lines`) and any other text (`beside`) may give: whatever they name."""
    plain = {_plain(line) for line in lines}
    text = "\n".join(plain)
    needs = set(_MADE.findall(text))
    any_value: set[str] = set()
    for other in beside:
        needs.update(_NAME.findall(other))
    found = _FACT.findall(text)
    if len(found) < len(_LOOKS.findall(text)):  # a form that this does not know
        any_value.update(_CHOSEN.values())
    for name, attribute, value in set(found):
        about = f"{_CHOSEN[name]} {attribute}"
        needs.update((_CHOSEN[name], about, f"{about} {value}"))
        if value[:1].isupper():  # a variable: a rule gives it
            any_value.add(about)
    return Given(frozenset(needs), frozenset(any_value))


def _plain(line: str) -> str:
    """A line; of one that only states a fact about a thing, the same whatever the thing is: most things have the same facts."""
    if line.startswith("fact(") and line.count("(") == 1 and (at := line.find(",")) > 0:
        return f"fact(_{line[at:]}"
    return line


def relevant(rules: Sequence[Rule], given: Given, wanted: Collection[str] | None = None) -> list[str]:
    """The texts of the rules that may fire, in order; of these, if predicates are named (`wanted`), only those that they depend
    on, and nothing is shown."""
    possible = set(given.needs)
    if given.any_value:
        any_value = tuple(f"{name} " for name in given.any_value)
        possible.update(need for rule in rules for need in rule.needs if need.startswith(any_value))
    taken: dict[int, Rule] = {}
    left = list(enumerate(rules))
    while True:
        waiting = []
        before = len(taken)
        for at, rule in left:
            if possible.issuperset(rule[2]):
                taken[at] = rule
                possible.update(rule[1])
            else:
                waiting.append((at, rule))
        if len(taken) == before:
            break
        left = waiting
    kept = [taken[at] for at in sorted(taken)]
    return [rule.text for rule in (kept if wanted is None else _below(kept, wanted))]


def _below(rules: Sequence[Rule], wanted: Collection[str]) -> list[Rule]:
    """The rules that these predicates depend on, by whatever a rule names. (A constraint may rule out what they depend on.)"""
    makers: dict[str, list[int]] = defaultdict(list)
    for at, rule in enumerate(rules):
        for name in rule.makes:
            makers[name].append(at)
    kept = {at for at, rule in enumerate(rules) if rule.text.startswith("#const")}
    constraints = {at: _names(rule.text) for at, rule in enumerate(rules) if rule.text.startswith(":-")}
    needed, left = set(wanted), list(wanted)
    while left:
        more = {at for name in left for at in makers.get(name, ())}
        more.update(at for at, names in constraints.items() if not names.isdisjoint(left))
        more -= kept
        kept |= more
        found = {name for at in more for name in _names(rules[at].text)}
        left = list(found - needed)
        needed |= found
    return [rules[at] for at in sorted(kept)]


@lru_cache(maxsize=8_192)
def _names(rule: str) -> frozenset[str]:
    """Whatever a rule names; of facts, which depend on nothing, no more than that."""
    return frozenset(_NAME.findall(rule)) if ":-" in rule or "{" in rule else frozenset()
