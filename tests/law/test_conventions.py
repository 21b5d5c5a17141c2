"""The conventions of the law files (DESIGN section 5), on clingo's own syntax trees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from clingo.ast import AggregateFunction, ASTType, BinaryOperator, ComparisonOperator
from tests.law.sources import atoms, included, names, rules, statements, text, within

# Rules with more literals than eight, and why they may.
LONG = {
    "full_metropolitan_amount": "asks the whole of another clause, 9(d)(2), condition by condition",
    "apart": "for explanations only: two clauses, their two subdivisions, and what keeps them apart",
}
LONGEST = 8
_SHOWS = {"law.lp", "explaining.lp", "core/choice_of_path.lp"}
# Programs of their own: what they are given, the law computes.
_APART = ("core/choice_of_path.lp", "core/departing.lp")


def _law() -> list[str]:
    return ["law.lp", "explaining.lp", *included()]


def _signature(atom: object) -> tuple[str, int]:
    return atom.name, len(atom.arguments)  # type: ignore[attr-defined]


def _defined(files: list[str]) -> Counter[tuple[str, int]]:
    return Counter((s.name, s.arity) for name in files for s in statements(name) if s.ast_type == ASTType.Defined)


def _heads(files: list[str]) -> set[tuple[str, int]]:
    return {_signature(atom) for name in files for rule in rules(name) for atom in atoms(_head_only(rule.head))}


def _head_only(head: object) -> object:
    """The atoms a head makes true, without the conditions beside them."""
    if getattr(head, "ast_type", None) in (ASTType.Aggregate, ASTType.Disjunction):
        return [element.literal for element in head.elements]  # type: ignore[attr-defined]
    return head


def _bodies(files: list[str]) -> set[tuple[str, int]]:
    found = set()
    for name in files:
        for rule in rules(name):
            found |= {_signature(atom) for part in rule.body for atom in atoms(part)}
            for element in getattr(rule.head, "elements", ()):
                found |= {_signature(atom) for part in element.condition for atom in atoms(part)}
    return found


@pytest.mark.parametrize("files", [_law(), *([name] for name in _APART)], ids=["law", *_APART])
def test_every_input_is_defined_once(files: list[str]) -> None:
    inputs = _bodies(files) - _heads(files)
    defined = _defined(files)
    assert inputs - set(defined) == set(), "asked in a body, in no head, and not declared"
    assert {name for name, count in defined.items() if count > 1} == set(), "declared twice"


def test_nothing_is_declared_that_no_rule_asks() -> None:
    asked = _bodies(_law()) | {("cites", 3), ("title", 2)}
    # Rows for Python alone: readings, counties, and links that only the rules which Python adds may ask.
    for_python = {("profile", 3), ("took", 3), ("reading", 2), ("county", 2), ("holding_wetland", 2), ("derivable", 2)}
    assert set(_defined(_law())) - asked - for_python - _heads(_law()) == set()


@pytest.mark.parametrize("name", names())
def test_directives(name: str) -> None:
    kinds = {s.ast_type for s in statements(name)}
    assert ASTType.Script not in kinds
    assert not kinds & {ASTType.Minimize, ASTType.External, ASTType.Heuristic, ASTType.TheoryDefinition}
    if name not in _SHOWS:
        assert not kinds & {ASTType.ShowSignature, ASTType.ShowTerm}
        assert "#include" not in text(name)


@pytest.mark.parametrize("name", names())
def test_arithmetic(name: str) -> None:
    for rule in rules(name):
        assert not any(f.external for f in within(rule, ASTType.Function)), f"an @-function: {rule}"
        operators = {operation.operator_type for operation in within(rule, ASTType.BinaryOperation)}
        assert not operators & {BinaryOperator.Division, BinaryOperator.Modulo, BinaryOperator.Power}, str(rule)
        for operation in within(rule, ASTType.BinaryOperation):
            if operation.operator_type == BinaryOperator.Multiplication:
                sides = (operation.left, operation.right)
                constant = any(side.ast_type == ASTType.SymbolicTerm for side in sides)
                assert constant, f"a product of two variables wraps silently: {rule}"


@pytest.mark.parametrize("name", names())
def test_aggregates_only_guard(name: str) -> None:
    for rule in rules(name):
        for aggregate in within(list(rule.body), ASTType.BodyAggregate):
            guards = [guard for guard in (aggregate.left_guard, aggregate.right_guard) if guard is not None]
            assert guards, str(rule)
            assert all(guard.comparison != ComparisonOperator.Equal for guard in guards), f"an assignment: {rule}"
            if aggregate.function != AggregateFunction.Count:
                assert aggregate.function == AggregateFunction.Sum, str(rule)
                assert all(len(element.terms) > 1 for element in aggregate.elements), f"equal weights get lost: {rule}"


def _long(name: str) -> Iterator[tuple[str, str]]:
    """(head, where) of the rules of a file that are longer than allowed."""
    for rule in rules(name):
        if len(rule.body) > LONGEST:
            yield str(rule.head), f"{name}, line {rule.location.begin.line}: {len(rule.body)} literals"


@pytest.mark.parametrize("name", names())
def test_bodies_are_short(name: str) -> None:
    assert [place for head, place in _long(name) if not any(known in head for known in LONG)] == []


def test_exceptions_are_still_needed() -> None:
    heads = [head for name in names() for head, _ in _long(name)]
    assert [known for known in LONG if not any(known in head for head in heads)] == []


def test_law_lp_only_includes_and_shows() -> None:
    rest = re.sub(r'^(%.*|#include "[^"]+"\.|#show [a-z_]+/\d+\.|)$', "", text("law.lp"), flags=re.M)
    assert rest.strip() == ""


def test_law_lp_includes_every_program_but_the_ones_apart() -> None:
    apart = {"law.lp", "explaining.lp", *_APART, *(n for n in names() if n.startswith("vocabulary/"))} - {
        "vocabulary/counties.lp"
    }
    assert set(included()) == set(names()) - apart
