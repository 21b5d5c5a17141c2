"""The law of one law set, with the version chains already decided, in parts that are grounded where they are needed.

Which wording is in force, and every number, list and condition of it, depends on the acts alone. clingo decides it once
for a law set without unseen wordings; the rest of the program, and what was decided, is kept in the cache folder. Tests
hold both forms to the same answers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Set
from functools import lru_cache
from typing import Any

import clingo

from lexempt.law.program import Part, load_law
from lexempt.places import read_cache, write_checked
from lexempt.records import NamedTuple

_FORMAT = 6
_IN_UNITS = re.compile(r'value\("([^"]+)", ?(\w+), ?(\d+)\*(\w+)')
_DECIDED = (("in_force", 1), ("listed", 3), ("current", 3), ("asks", 2))
_CHAINS = frozenset(
    """act rank effective enacts repeals unseen value unknown_value item strikes requires excepts reaches enacted superseded
    rewritten in_force unseen_wording still set_by outdated latest unknown_now set_after current inserted struck listed
    asks""".split()  # noqa: SIM905
)
"""Predicates of the version chains and of the rows they read: their rules and facts are replaced by what they decide."""


class Compiled(NamedTuple):
    """The program of a law set in its parts, and its lists: provision -> list -> members."""

    parts: tuple[Part, ...]
    listed: Mapping[str, Mapping[str, tuple[str, ...]]]

    def program(self, possible: Set[tuple[str, str]], every: bool = False) -> str:
        """The parts that can matter where these (attribute, value) pairs are possible; or every part, where an amendment may
        ask for a condition of any."""
        return "\n".join(
            p.text
            for p in self.parts
            if every or not p.needed_where or any(gate in possible for gate in p.needed_where)
        )


@lru_cache(maxsize=8)
def compile_law(on: int, lines: tuple[str, ...]) -> Compiled:
    """The program for the law set of a day (YYYYMMDD) with these facts about acts (`lines`)."""
    law = load_law()
    name = f"compiled-{_FORMAT}-{law.digest}-{on}.json"
    kept = read_cache(name) if len(lines) == 1 else None
    if kept is not None:
        try:
            parts = tuple(Part(tuple((str(a), str(v)) for a, v in gates), str(text)) for gates, text in kept["parts"])
            return Compiled(parts, {c: {n: tuple(v) for n, v in lists.items()} for c, lists in kept["listed"].items()})
        except (KeyError, TypeError, ValueError, AttributeError):
            pass  # the cache is not trusted
    units = {(v.provision, v.name, v.number): v.unit for v in law.values}
    units.update({(c, n, int(v)): u for line in lines for c, n, v, u in _IN_UNITS.findall(line)})
    compiled = _compile(law.parts, lines, units)
    if len(lines) == 1:
        write_checked(name, compiled._asdict())
    return compiled


def _compile(
    law_parts: tuple[Part, ...], lines: tuple[str, ...], units: Mapping[tuple[str, str, int], str | None]
) -> Compiled:
    control = clingo.Control(message_limit=1_000_000)
    control.add("base", [], "\n".join([*(part.text for part in law_parts), *lines]))
    control.ground([("base", [])])
    parts, heads, homes = _rest(law_parts)
    decided: list[list[str]] = [[] for _ in range(len(parts) + 1)]
    listed: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for predicate, arity in _DECIDED:
        for atom in control.symbolic_atoms.by_signature(predicate, arity):
            fact = f"{_in_units(atom.symbol, units) if predicate == 'current' else atom.symbol}."
            home = homes.get(atom.symbol.arguments[0].string, set())
            decided[next(iter(home)) if len(home) == 1 else -1].append(fact)
            if predicate == "listed":
                c, n, v = atom.symbol.arguments
                listed[c.string][text_of(n)].append(text_of(v))
    # What a part that is left out would define is simply not the case.
    parts.append(Part((), "\n".join(sorted(heads))))
    whole = (
        part._replace(text="\n".join([part.text, *sorted(facts)])) for part, facts in zip(parts, decided, strict=True)
    )
    return Compiled(tuple(whole), {c: {n: tuple(v) for n, v in lists.items()} for c, lists in listed.items()})


def _rest(law_parts: tuple[Part, ...]) -> tuple[list[Part], set[str], dict[str, set[int]]]:
    """The parts without the version chains; `#defined` for every predicate that a part defines which may be left out; and
    the parts (by index) that have rows about a provision: what is decided about it is needed where its one part is."""
    from clingo import ast  # takes long to import, and is not needed where the compiled law is kept

    kinds = (ast.ASTType.Rule, ast.ASTType.ShowSignature, ast.ASTType.Definition, ast.ASTType.Defined)
    parts: list[Part] = []
    heads: set[str] = set()
    homes: dict[str, set[int]] = defaultdict(set)
    for index, part in enumerate(law_parts):
        statements: list[ast.AST] = []
        ast.parse_string(part.text, statements.append)
        rest: list[str] = []
        for statement in statements:
            if statement.ast_type not in kinds:
                continue
            head = _head(statement.head) if statement.ast_type == ast.ASTType.Rule else None
            if head is not None and head[0] in _CHAINS:
                for quoted in re.findall(r'"([^"]+)"', str(statement.head)):
                    homes[quoted].add(index)
                continue
            if head is not None and part.needed_where:
                heads.add(f"#defined {head[0]}/{head[1]}.")
            rest.append(str(statement))
        parts.append(Part(part.needed_where, "\n".join(rest)))
    return parts, heads, homes


def _in_units(current: clingo.Symbol, units: Mapping[tuple[str, str, int], str | None]) -> str:
    """A current value as a multiple of its unit, whose size is chosen for each batch (here every unit was 1)."""
    provision, name, number = current.arguments
    unit = units.get((provision.string, text_of(name), number.number))
    return f"current({provision},{name},{number}*{unit})" if unit else str(current)


def _head(head: Any) -> tuple[str, int] | None:
    """The predicate and arity that the head of a rule (a syntax tree) defines; None for constraints."""
    if head.ast_type.name == "Aggregate":
        head = head.elements[0].literal
    atom = getattr(head, "atom", None)
    symbol = getattr(atom, "symbol", None)
    if symbol is not None and symbol.ast_type.name == "Pool":
        symbol = symbol.arguments[0]
    return None if symbol is None or not hasattr(symbol, "name") else (symbol.name, len(symbol.arguments))


def text_of(symbol: clingo.Symbol) -> str:
    """A term as text: the content of a string, anything else as written."""
    return symbol.string if symbol.type == clingo.SymbolType.String else str(symbol)
