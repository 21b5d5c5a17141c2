"""Reading the rules of the law from its files, by clingo's own parser, into the plain table of `lexempt.law.rules`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product, takewhile
from pathlib import Path
from typing import Any

from clingo import ast

from lexempt.law.program import included
from lexempt.law.rules import Literal, Rule, RuleTable, Term, Wording

_GROUP = re.compile(r"^%! (\S+) \((\w+)\)$")
_WORDING = re.compile(r"^%= (\w+)(?:\(([^)]*)\))?: (.+)$", re.M)
_QUOTED = re.compile(r'"([^"]+)"')
_FOR_PYTHON = frozenset(("reading", "means", "profile", "took", "concerns", "title", "county"))
"""Rows that no rule reads."""
_COMPARISONS = {
    ast.ComparisonOperator.LessThan: "<",
    ast.ComparisonOperator.LessEqual: "<=",
    ast.ComparisonOperator.GreaterThan: ">",
    ast.ComparisonOperator.GreaterEqual: ">=",
    ast.ComparisonOperator.Equal: "=",
    ast.ComparisonOperator.NotEqual: "!=",
}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_ARITHMETIC = {ast.BinaryOperator.Plus: "+", ast.BinaryOperator.Minus: "-", ast.BinaryOperator.Multiplication: "*"}
_SUMS = {ast.AggregateFunction.Sum: "sum", ast.AggregateFunction.Count: "count"}


class UnknownFormError(ValueError):
    """The law uses a form of logic program that the table has no words for."""


def parse_rules(folder: Path, digest: str) -> RuleTable:
    """The rules of `law.lp` and of all files it includes."""
    constants: dict[str, int] = {}
    rules: list[Rule] = []
    wordings: dict[str, Wording] = {}
    for name in included((folder / "law.lp").read_text("utf-8")):
        text = (folder / name).read_text("utf-8")
        groups = _groups(text)
        wordings |= _wordings(text)
        statements: list[ast.AST] = []
        ast.parse_string(text, statements.append)
        seen: Counter[int] = Counter()
        for statement in statements:
            if statement.ast_type == ast.ASTType.Definition:
                constants[statement.name] = int(str(statement.value))
            if statement.ast_type != ast.ASTType.Rule:
                continue
            line = statement.location.begin.line
            provision, act = _cited(statement, line, groups)
            for predicate, terms, body, choice in _rule(statement):
                if predicate in _FOR_PYTHON:
                    continue
                seen[line] += 1
                number = f"/{seen[line]}" if seen[line] > 1 else ""
                rules.append(Rule(f"{name}:{line}{number}", provision, act, predicate, terms, body, choice))
    return RuleTable(digest, constants, tuple(rules), wordings)


def _wordings(text: str) -> dict[str, Wording]:
    found = {}
    for name, arguments, sentences in _WORDING.findall(text):
        letters = tuple(letter.strip() for letter in arguments.split(",") if letter.strip())
        says, _, denies = sentences.partition(" / ")
        found[f"{name}/{len(letters)}"] = Wording(letters, says, denies)
    return found


def _cited(statement: ast.AST, line: int, groups: list[tuple[int, str, str]]) -> tuple[str, str]:
    """The provision and act of a statement: of a row those of its group; of a rule, which may serve all groups of a file, the
    provision that it names, else what its file's provisions have in common."""
    if not groups or not statement.body:
        return max((group for group in groups if group[0] < line), default=(0, "", ""))[1:]
    acts = {provision: act for _, provision, act in groups}
    named = next((name for name in _QUOTED.findall(str(statement)) if name in acts), None)
    if named is not None:
        return named, acts[named]
    levels = zip(*(provision.split("/") for provision in acts), strict=False)
    return "/".join(level[0] for level in takewhile(lambda level: len(set(level)) == 1, levels)), groups[0][2]


def _groups(text: str) -> list[tuple[int, str, str]]:
    found = ((number, _GROUP.match(line)) for number, line in enumerate(text.splitlines(), 1))
    return [(number, group[1], group[2]) for number, group in found if group]


_Made = tuple[str, tuple[Term, ...], tuple[Literal, ...], bool]


def _rule(statement: ast.AST) -> Iterator[_Made]:
    bodies = list(product(*(_literal(element) for element in statement.body)))
    head = statement.head
    if head.ast_type == ast.ASTType.Aggregate:
        for element in head.elements:
            conditions = list(product(*(_literal(c) for c in element.condition)))
            for predicate, terms in _atoms(element.literal.atom.symbol):
                for body in bodies:
                    for condition in conditions:
                        yield predicate, terms, (*body, *condition), True
        return
    for predicate, terms in _atoms(head.atom.symbol):
        for body in bodies:
            plain, reckoned = _without_arithmetic(terms)
            yield predicate, plain, (*body, *reckoned), False


def _without_arithmetic(terms: tuple[Term, ...]) -> tuple[tuple[Term, ...], list[Literal]]:
    """The terms of a head with a variable for each that is reckoned, and what gives these variables their values."""
    plain, reckoned = list(terms), []
    for place, term in enumerate(terms):
        if isinstance(term, list) and term[0] in _ARITHMETIC.values() and "?" in str(term):
            plain[place] = f"?Reckoned{place}"
            reckoned.append(["=", plain[place], term])
    return tuple(plain), reckoned


def _atoms(symbol: ast.AST) -> list[tuple[str, tuple[Term, ...]]]:
    if symbol.ast_type == ast.ASTType.Pool:
        return [atom for argument in symbol.arguments for atom in _atoms(argument)]
    if symbol.ast_type == ast.ASTType.SymbolicTerm:
        return [(str(symbol.symbol), ())]
    return [(symbol.name, terms) for terms in product(*(_term(argument) for argument in symbol.arguments))]


def _literal(element: ast.AST) -> list[Literal]:
    """The literals that an element of a body stands for: one, or more if it holds pools."""
    if element.ast_type != ast.ASTType.Literal:
        raise UnknownFormError(f"{element.location}: {element}")
    atom, negated = element.atom, element.sign != ast.Sign.NoSign
    if atom.ast_type == ast.ASTType.SymbolicAtom:
        return [["not" if negated else "is", predicate, list(terms)] for predicate, terms in _atoms(atom.symbol)]
    if atom.ast_type == ast.ASTType.Comparison and not negated:
        sides = [atom.term, *(guard.term for guard in atom.guards)]
        if len(sides) == 2:
            operator = _COMPARISONS[ast.ComparisonOperator(atom.guards[0].comparison)]
            return [[operator, *pair] for pair in product(_term(sides[0]), _term(sides[1]))]
    if atom.ast_type == ast.ASTType.BodyAggregate and not negated:
        return [_aggregate(atom)]
    raise UnknownFormError(f"{element.location}: {element}")


def _aggregate(atom: ast.AST) -> Literal:
    left, right = atom.left_guard, atom.right_guard
    if (left is None) == (right is None):
        raise UnknownFormError(f"{atom.location}: {atom}")
    guard = left or right
    operator = _COMPARISONS[ast.ComparisonOperator(guard.comparison)]
    elements = [
        [list(terms), list(conditions)]
        for element in atom.elements
        for terms in product(*(_term(t) for t in element.terms))
        for conditions in product(*(_literal(c) for c in element.condition))
    ]
    # The syntax tree has a lone guard on the left, turned round.
    return [_SUMS[atom.function], _TURNED[operator] if left is not None else operator, _one(guard.term), elements]


def _one(term: ast.AST) -> Term:
    (found,) = _term(term)
    return found


def _term(term: ast.AST) -> Sequence[Term]:
    """The terms that one place stands for: one, or more if it is a pool or a range."""
    kind = term.ast_type
    if kind == ast.ASTType.Variable:
        if term.name == "_":
            raise UnknownFormError(f"{term.location}: an unnamed variable")
        return [f"?{term.name}"]
    if kind == ast.ASTType.SymbolicTerm:
        return [_symbol(term.symbol)]
    if kind == ast.ASTType.Pool:
        return [found for argument in term.arguments for found in _term(argument)]
    if kind == ast.ASTType.Interval:
        return range(int(_one(term.left)), int(_one(term.right)) + 1)
    if kind == ast.ASTType.Function:
        if not term.arguments:
            return [term.name]
        return [[term.name, *arguments] for arguments in product(*(_term(a) for a in term.arguments))]
    if kind == ast.ASTType.BinaryOperation:
        operator = _ARITHMETIC.get(ast.BinaryOperator(term.operator_type))
        if operator is not None:
            return [[operator, *pair] for pair in product(_term(term.left), _term(term.right))]
    raise UnknownFormError(f"{term.location}: {term}")


def _symbol(symbol: Any) -> Term:
    kind = symbol.type.name
    if kind == "Number":
        return symbol.number
    return symbol.string if kind == "String" else str(symbol)
