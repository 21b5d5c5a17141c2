"""Leaving out of a program the rules that cannot fire with given facts: clingo spends more on preparing a rule than on most of
their instances.

A rule can fire only if something makes each predicate of its positive body true, and if a fact of the case has each value
that it asks for by name. What is left out would have no instance, so answers stay the same (a test compares both).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from clingo import ast

_CHOSEN = {"fact": "fact", "may": "fact", "keyed": "keyed", "may_keyed": "keyed"}
"""Facts about a thing's attribute, as lines state them, or what they may become."""
_NAME = re.compile(r"[a-z_]\w*")


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
    elements = [element.literal for element in head.elements] if head.ast_type.name == "Aggregate" else [head]
    for element in elements:
        symbol = getattr(getattr(element, "atom", None), "symbol", None)
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


def given_by(lines: Iterable[str], beside: Iterable[str] = ()) -> tuple[set[str], set[str]]:
    """What facts and rules about a case give (`lines`, one in each), and any other text (`beside`): every need they may
    fulfil, and `fact ATTRIBUTE` of which they may give any value."""
    found: set[str] = set()
    any_value: set[str] = set()
    for text in beside:
        found.update(_NAME.findall(text))
    for line in lines:
        name, _, rest = line.partition("(")
        found.add(name)
        chosen = _CHOSEN.get(name)
        if chosen is not None:
            head, derived, _ = rest.partition(" :- ")
            arguments = head.rstrip(".").removesuffix(")").split(",")
            about = f"{chosen} {arguments[1]}"
            found.update((chosen, about, f"{about} {arguments[-1]}"))
            if derived:
                any_value.add(about)
    return found, any_value


def relevant(rules: Sequence[Rule], given: tuple[set[str], set[str]]) -> list[str]:
    """The texts of the rules that may fire, in order, with what is given (see `given_by`)."""
    possible = set(given[0])
    if given[1]:
        possible.update(n for rule in rules for n in rule.needs if n.rpartition(" ")[0] in given[1])
    taken: dict[int, str] = {}
    left = list(enumerate(rules))
    while True:
        waiting = []
        before = len(taken)
        for at, rule in left:
            if possible.issuperset(rule[2]):
                taken[at] = rule[0]
                possible.update(rule[1])
            else:
                waiting.append((at, rule))
        if len(taken) == before:
            return [taken[at] for at in sorted(taken)]
        left = waiting
