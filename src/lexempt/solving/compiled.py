"""The law of one law set, with the version chains already decided, in parts that are grounded where they are needed.

Which wording is in force, and every number, list and condition of it, depends on the acts alone. clingo decides it once
for a law set without unseen wordings; the rest of the program, and what was decided, is kept in the cache folder. Tests
hold both forms to the same answers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Set
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

import clingo

from lexempt.law.program import Part, load_law
from lexempt.law.vocabulary import load_vocabulary
from lexempt.places import read_cache, write_checked
from lexempt.records import NamedTuple
from lexempt.solving.relevant import Given, Rule, heads, relevant, rule_of

Found = TypeVar("Found")
_FORMAT = 9
_IN_UNITS = re.compile(r'value\("([^"]+)", ?(\w+), ?(\d+)\*(\w+)')
_DECIDED = (("in_force", 1), ("listed", 3), ("current", 3), ("asks", 2))
_CHAINS = frozenset(
    """act rank effective enacts repeals unseen value unknown_value item strikes requires excepts reaches enacted superseded
    rewritten in_force unseen_wording still set_by outdated latest unknown_now set_after current inserted struck listed
    asks""".split()  # noqa: SIM905
)
"""Predicates of the version chains and of the rows they read: their rules and facts are replaced by what they decide."""
_STRUCTURE = """project impact impact_wetland impact_ground impact_holding ground_wetland holding_owner derivable share_at day
    year_of fact""".split()  # noqa: SIM905
_STATED = ("activity", "area", "county", "size", "wetland_type", "work")
"""What nearly every case consists of and states. (Only speed depends on it.)"""


class CompiledPart(NamedTuple):
    """A file of the law: where it is needed (see `law.program.Part`), and its rules: the core, which may fire for nearly every
    case, and the rest. The last of either are its decided rows."""

    needed_where: tuple[tuple[str, str], ...]
    core: tuple[Rule, ...]
    rules: tuple[Rule, ...]

    @property
    def text(self) -> str:
        """Its program text."""
        return "\n".join(rule.text for rule in (*self.core, *self.rules))


class Compiled(NamedTuple):
    """The program of a law set in its parts; `#defined` for what a part that is left out would define; and its lists:
    provision -> list -> members."""

    parts: tuple[CompiledPart, ...]
    defined: str
    listed: Mapping[str, Mapping[str, tuple[str, ...]]]

    def program(self, possible: Set[tuple[str, str]], every: bool = False) -> str:
        """The parts that can matter where these (attribute, value) pairs are possible; or every part, where an amendment may
        ask for a condition of any."""
        return "\n".join([*(part.text for part in self._needed(possible, every)), self.defined])

    def program_for(
        self,
        given: Given,
        possible: Set[tuple[str, str]],
        every: bool = False,
        wanted: Collection[str] | None = None,
    ) -> str:
        """The same without the rules that cannot fire with what is given; if predicates are named (`wanted`), only the rules
        that they depend on. What is left out is not declared."""
        rules = [rule for part in self._needed(possible, every) for rule in (*part.core, *part.rules)]
        return "\n".join(relevant(rules, given, wanted))

    @property
    def core(self) -> str:
        """The rules that may fire for nearly every case: clingo can read them before the case is known."""
        return "\n".join(rule.text for part in self.parts for rule in part.core)

    def beside_core(self, given: Given | None, possible: Set[tuple[str, str]], every: bool = False) -> str:
        """What the core lacks: of the parts that can matter the rules that may fire with what is given (None: anything)."""
        rules = [rule for part in self._needed(possible, every) for rule in part.rules]
        if given is None:
            return "\n".join([*(rule.text for rule in rules), self.defined])
        made = {name for part in self.parts for rule in part.core for name in rule.makes}
        return "\n".join(relevant(rules, given._replace(needs=given.needs | made)))

    def _needed(self, possible: Set[tuple[str, str]], every: bool) -> list[CompiledPart]:
        return [
            part
            for part in self.parts
            if every or not part.needed_where or any(gate in possible for gate in part.needed_where)
        ]


class LawRules(NamedTuple):
    """The law without its version chains. `homes`: the parts (by index) that have rows about a provision."""

    parts: tuple[CompiledPart, ...]
    defined: str
    homes: Mapping[str, tuple[int, ...]]


@lru_cache(maxsize=32)
def compile_law(on: int, lines: tuple[str, ...]) -> Compiled:
    """The program for the law set of a day (YYYYMMDD) with these facts about acts (`lines`)."""
    law = load_law()
    name = f"decided-{_FORMAT}-{law.digest}-{on}"
    decided = _kept(name, _decided_of) if len(lines) == 1 else None
    if decided is None:
        units = {(v.provision, v.name, v.number): v.unit for v in law.values}
        units.update({(c, n, int(v)): u for line in lines for c, n, v, u in _IN_UNITS.findall(line)})
        decided = _decide(law.parts, lines, units)
        if len(lines) == 1:
            write_checked(name, decided)
    rows, lists = decided
    rules = law_rules()
    parts = tuple(
        part if not text else _with_rows(part, text)
        for part, text in zip([*rules.parts, CompiledPart((), (), ())], rows, strict=True)
    )
    return Compiled(parts, rules.defined, {c: {n: tuple(v) for n, v in of.items()} for c, of in lists.items()})


def _with_rows(part: CompiledPart, text: str) -> CompiledPart:
    rows = Rule(text, tuple(predicate for predicate, _ in _DECIDED))
    if part.needed_where:
        return part._replace(rules=(*part.rules, rows))
    return part._replace(core=(*part.core, rows))


@lru_cache(maxsize=1)
def law_rules() -> LawRules:
    """The rules of the law, whatever the day and the acts: they are taken apart once, and kept."""
    name = f"rules-{_FORMAT}-{load_law().digest}"
    kept = _kept(name, _rules_of)
    if kept is None:
        kept = _rest(load_law().parts)
        write_checked(name, kept._asdict())
    return kept


def _kept(name: str, made: Callable[[Any], Found]) -> Found | None:
    """What the cache has under a name; None if it has nothing, or nothing of the kind."""
    try:
        return made(read_cache(name))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return None


def _rules_of(kept: Any) -> LawRules:
    parts = tuple(
        CompiledPart(tuple((str(a), str(v)) for a, v in gates), tuple(map(Rule._make, core)), tuple(map(Rule._make, rules)))
        for gates, core, rules in kept["parts"]
    )
    return LawRules(parts, str(kept["defined"]), {str(c): tuple(at) for c, at in kept["homes"].items()})


_Decided: TypeAlias = tuple[list[str], dict[str, dict[str, list[str]]]]
"""What is decided, a text for each part and one for no part; and the lists: provision -> list -> members."""


def _decided_of(kept: Any) -> _Decided:
    rows, lists = kept
    return [str(text) for text in rows], {str(c): dict(of) for c, of in lists.items()}


def _decide(
    law_parts: tuple[Part, ...], lines: tuple[str, ...], units: Mapping[tuple[str, str, int], str | None]
) -> _Decided:
    control = clingo.Control(message_limit=1_000_000)
    control.add("base", [], "\n".join([*(part.text for part in law_parts), *lines]))
    control.ground([("base", [])])
    rules = law_rules()
    decided: list[list[str]] = [[] for _ in range(len(rules.parts) + 1)]
    listed: dict[str, dict[str, list[str]]] = {}
    for predicate, arity in _DECIDED:
        for atom in control.symbolic_atoms.by_signature(predicate, arity):
            fact = f"{_in_units(atom.symbol, units) if predicate == 'current' else atom.symbol}."
            home = rules.homes.get(atom.symbol.arguments[0].string, ())
            decided[home[0] if len(home) == 1 else -1].append(fact)
            if predicate == "listed":
                c, n, v = atom.symbol.arguments
                listed.setdefault(c.string, {}).setdefault(text_of(n), []).append(text_of(v))
    return ["\n".join(sorted(facts)) for facts in decided], listed


def _with_core(parts: list[CompiledPart]) -> tuple[CompiledPart, ...]:
    """The parts with the rules set apart that may fire for nearly every case: one that states little, and is ordinary else."""
    ordinary = [(a.name, value) for a in load_vocabulary().attributes.values() for value in a.assumed.values()]
    facts = [*_STATED, *(name for name, _ in ordinary), *(f"{name} {value}" for name, value in ordinary)]
    decided = [predicate for predicate, _ in _DECIDED]
    usual = Given(frozenset([*_STRUCTURE, *decided, *(f"fact {fact}" for fact in facts)]))
    core = set(relevant([rule for part in parts if not part.needed_where for rule in part.rules], usual))
    return tuple(
        part
        if part.needed_where
        else part._replace(
            core=tuple(rule for rule in part.rules if rule.text in core),
            rules=tuple(rule for rule in part.rules if rule.text not in core),
        )
        for part in parts
    )


def _rest(law_parts: tuple[Part, ...]) -> LawRules:
    """The parts without the version chains; `#defined` for what the law declares so, and for every predicate of a part that
    may be left out (what it would define is simply not the case); and the homes of provisions: what is decided about one is
    needed where its one part is."""
    from clingo import ast  # takes long to import, and is not needed where the compiled law is kept

    kinds = (ast.ASTType.Rule, ast.ASTType.ShowSignature, ast.ASTType.Definition)
    parts: list[CompiledPart] = []
    defined: set[str] = set()
    homes: dict[str, set[int]] = defaultdict(set)
    for index, part in enumerate(law_parts):
        statements: list[ast.AST] = []
        ast.parse_string(part.text, statements.append)
        rules: list[Rule] = []
        for statement in statements:
            if statement.ast_type == ast.ASTType.Defined:
                defined.add(str(statement))
            if statement.ast_type not in kinds:
                continue
            made = list(heads(statement.head)) if statement.ast_type == ast.ASTType.Rule else []
            if made and made[0].name in _CHAINS:
                for quoted in re.findall(r'"([^"]+)"', str(statement.head)):
                    homes[quoted].add(index)
                continue
            if made and part.needed_where:
                defined.update(f"#defined {atom.name}/{len(atom.arguments)}." for atom in made)
            rules.append(rule_of(statement))
        parts.append(CompiledPart(part.needed_where, (), tuple(rules)))
    return LawRules(_with_core(parts), "\n".join(sorted(defined)), {c: tuple(sorted(at)) for c, at in homes.items()})


def _in_units(current: clingo.Symbol, units: Mapping[tuple[str, str, int], str | None]) -> str:
    """A current value as a multiple of its unit, whose size is chosen for each batch (here every unit was 1)."""
    provision, name, number = current.arguments
    unit = units.get((provision.string, text_of(name), number.number))
    return f"current({provision},{name},{number}*{unit})" if unit else str(current)


def text_of(symbol: clingo.Symbol) -> str:
    """A term as text: the content of a string, anything else as written."""
    return symbol.string if symbol.type == clingo.SymbolType.String else str(symbol)
