"""Terms and rules made ready for matching: variables told from words, units put in, bodies in an order that can be walked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from lexempt.law.program import load_law
from lexempt.law.rules import Rule, load_rules
from lexempt.records import NamedTuple

Value: TypeAlias = Any
"""A number, a word, or a compound: a tuple of its name and its arguments."""
Bindings: TypeAlias = Mapping[str, Value]
Atom: TypeAlias = tuple[str, tuple[Value, ...]]

_OPERATORS = frozenset("+-*")
TESTS = frozenset(("<", "<=", ">", ">=", "=", "!="))
SUMS = frozenset(("sum", "count"))


class Variable(str):
    """The name of a variable."""

    __slots__ = ()


class Arithmetic(NamedTuple):
    """A sum, difference or product of two terms."""

    operator: str
    left: Any
    right: Any


class Lit(NamedTuple):
    """A literal of a body. `kind` is `is`, `not`, a comparison, `sum` or `count` (`operator` then compares)."""

    kind: str
    predicate: str
    terms: tuple[Any, ...]
    """Of a comparison its two sides; of a sum its limit."""
    place: int
    """Where it stands in the body, from 0."""
    variables: frozenset[str]
    """The variables that must have a value before it can be tested."""
    operator: str = ""
    elements: tuple[tuple[tuple[Any, ...], tuple[Lit, ...]], ...] = ()
    bare: bool = False
    """Whether every argument of its atom is a variable."""


class Ready(NamedTuple):
    """A rule ready for matching."""

    rule: Rule
    terms: tuple[Any, ...]
    body: tuple[Lit, ...]


def compiled(term: Any, units: Mapping[str, int]) -> Any:
    """A term of the rule table, with units as numbers."""
    if isinstance(term, str):
        return Variable(term[1:]) if term.startswith("?") else units.get(term, term)
    if isinstance(term, int):
        return term
    name, *arguments = term
    made = tuple(compiled(argument, units) for argument in arguments)
    if name in _OPERATORS:
        left, right = made
        if isinstance(left, int) and isinstance(right, int):
            return _reckoned(name, left, right)
        return Arithmetic(name, left, right)
    return (name, *made)


def _reckoned(operator: str, left: int, right: int) -> int:
    return left + right if operator == "+" else left - right if operator == "-" else left * right


def variables_of(term: Any) -> Iterator[str]:
    """The variables of a compiled term."""
    if type(term) is Variable:
        yield term
    elif isinstance(term, Arithmetic):
        yield from variables_of(term.left)
        yield from variables_of(term.right)
    elif isinstance(term, tuple):
        for argument in term[1:]:
            yield from variables_of(argument)


def ground(term: Any, bound: Bindings) -> Value | None:
    """The value of a term; None while a variable of it has none."""
    kind = type(term)
    if kind is Variable:
        return bound.get(term)
    if kind is int or kind is str:
        return term
    if kind is Arithmetic:
        left, right = ground(term.left, bound), ground(term.right, bound)
        if isinstance(left, int) and isinstance(right, int):
            return _reckoned(term.operator, left, right)
        return None
    parts = [ground(argument, bound) for argument in term[1:]]
    return None if None in parts else (term[0], *parts)


def matched(terms: Sequence[Any], values: Sequence[Value], bound: Bindings) -> dict[str, Value] | None:
    """The bindings with which the terms are these values; None if there are none. A value None fits anything."""
    found: dict[str, Value] = dict(bound)
    for term, value in zip(terms, values, strict=True):
        if value is None:
            continue
        kind = type(term)
        if kind is Variable:
            if found.setdefault(term, value) != value:
                return None
        elif kind is int or kind is str:
            if term != value:
                return None
        elif not _fits(term, value, found):
            return None
    return found


def _fits(term: Any, value: Value, found: dict[str, Value]) -> bool:
    kind = type(term)
    if kind is Variable:
        known = found.get(term)
        if known is None:
            found[term] = value
            return True
        return bool(known == value)
    if kind is int or kind is str:
        return bool(term == value)
    if kind is Arithmetic:
        return bool(ground(term, found) == value)
    if not isinstance(value, tuple) or value[0] != term[0] or len(value) != len(term):
        return False
    return all(_fits(t, v, found) for t, v in zip(term[1:], value[1:], strict=True))


def compare(operator: str, left: Value, right: Value) -> bool:
    """A comparison of two numbers or two words."""
    if operator == "=":
        return bool(left == right)
    if operator == "!=":
        return bool(left != right)
    if isinstance(left, int) != isinstance(right, int):
        left, right = int(not isinstance(left, int)), int(not isinstance(right, int))  # numbers come before words
    if operator == "<":
        return bool(left < right)
    if operator == "<=":
        return bool(left <= right)
    return bool(left > right) if operator == ">" else bool(left >= right)


def _lit(literal: list[Any], place: int, units: Mapping[str, int], outside: frozenset[str]) -> Lit:
    kind = literal[0]
    if kind in TESTS:
        sides = tuple(compiled(side, units) for side in literal[1:])
        return Lit(kind, "", sides, place, frozenset(v for side in sides for v in variables_of(side)))
    if kind in SUMS:
        _, operator, limit, elements = literal
        made = tuple(
            (
                tuple(compiled(term, units) for term in terms),
                tuple(_lit(condition, n, units, outside) for n, condition in enumerate(conditions)),
            )
            for terms, conditions in elements
        )
        guard = compiled(limit, units)
        inner = {v for terms, conditions in made for term in terms for v in variables_of(term)}
        inner |= {v for _, conditions in made for condition in conditions for v in condition.variables}
        needed = frozenset(variables_of(guard)) | (inner & outside)
        return Lit(kind, "", (guard,), place, needed, operator, made)
    terms = tuple(compiled(term, units) for term in literal[2])
    variables = frozenset(v for term in terms for v in variables_of(term))
    return Lit(kind, literal[1], terms, place, variables, bare=all(type(term) is Variable for term in terms))


def _outside(rule: Rule) -> frozenset[str]:
    """The variables that stand outside of sums: within one they have the value they have there."""
    terms = [*rule.terms]
    for literal in rule.body:
        if literal[0] not in SUMS:
            terms += literal[2] if literal[0] in ("is", "not") else literal[1:]
        else:
            terms.append(literal[2])
    return frozenset(v for term in terms for v in variables_of(compiled(term, {})))


class Rules(NamedTuple):
    """The rules by predicate and number of terms, and the rows, which hold whatever the case."""

    by_last: dict[tuple[str, int, Value], tuple[Ready, ...]]
    """As found: the rules whose last term is this word, or a variable."""
    by_head: Mapping[tuple[str, int], tuple[Ready, ...]]
    of: Mapping[str, tuple[Ready, ...]]
    rows: Mapping[str, Mapping[tuple[Value, ...], Rule]]
    """Predicate -> arguments -> the row that states them, or the rule that gives them from rows alone."""


@lru_cache(maxsize=16)
def ready_rules(constants: tuple[str, ...]) -> Rules:
    """The rules of the law in the units of a case (`sqft=2`)."""
    table = load_rules()
    units = dict(table.constants)
    for constant in constants:
        name, _, value = constant.partition("=")
        units[name] = int(value)
    heads: dict[tuple[str, int], list[Ready]] = {}
    rows: dict[str, dict[tuple[Value, ...], Rule]] = {}
    for rule in table.rules:
        terms = tuple(compiled(term, units) for term in rule.terms)
        if not rule.body:
            rows.setdefault(rule.predicate, {})[terms] = rule
            continue
        outside = _outside(rule)
        body = tuple(_lit(literal, n, units, outside) for n, literal in enumerate(rule.body))
        heads.setdefault((rule.predicate, len(terms)), []).append(Ready(rule, terms, body))
    ruled: dict[str, list[Ready]] = {}
    for (predicate, _), rules in heads.items():
        ruled.setdefault(predicate, []).extend(rules)
    _close(ruled, rows)
    by_head = {head: tuple(rules) for head, rules in heads.items()}
    return Rules({}, by_head, {name: tuple(rules) for name, rules in ruled.items()}, rows)


def rules_for(rules: Rules, predicate: str, values: tuple[Value, ...]) -> tuple[Ready, ...]:
    """The rules that may give an atom, told by its last argument: of conditions that is their name."""
    last = values[-1] if values else None
    at = predicate, len(values), last
    found = rules.by_last.get(at)
    if found is None:
        every = rules.by_head.get((predicate, len(values)), ())
        found = tuple(r for r in every if last is None or not values or _may_be(r.terms[-1], last))
        if isinstance(last, str) and last in load_law().conditions:  # there are few of these, and many ids of things
            rules.by_last[at] = found
    return found


def _may_be(term: Any, value: Value) -> bool:
    return type(term) not in (int, str) or bool(term == value)


def _close(ruled: Mapping[str, list[Ready]], rows: dict[str, dict[tuple[Value, ...], Rule]]) -> None:
    """Add what rules over rows alone give: it is the same for every case, whichever parts of the law were grounded for it."""
    fixed = set(rows) - set(ruled)
    while True:
        more = [
            name
            for name, rules in ruled.items()
            if name not in fixed
            and all(lit.kind == "is" and lit.predicate in fixed for ready in rules for lit in ready.body)
        ]
        if not more:
            return
        fixed.update(more)
        for ready in (ready for name in more for ready in ruled[name]):
            for bound in _over_rows(ready.body, {}, rows):
                values = tuple(ground(term, bound) for term in ready.terms)
                rows.setdefault(ready.rule.predicate, {}).setdefault(values, ready.rule)


def _over_rows(
    body: Sequence[Lit], bound: dict[str, Value], rows: Mapping[str, Mapping[tuple[Value, ...], Rule]]
) -> Iterator[dict[str, Value]]:
    if not body:
        yield bound
        return
    for values in rows.get(body[0].predicate, ()):
        found = matched(body[0].terms, values, bound) if len(values) == len(body[0].terms) else None
        if found is not None:
            yield from _over_rows(body[1:], found, rows)


_orders: dict[tuple[int, frozenset[str]], tuple[tuple[Lit, ...], tuple[Lit, ...]]] = {}
"""Orders found, by the identity of the body (which is kept beside, so that it stays its own)."""


def order_of(body: tuple[Lit, ...], bound: Bindings) -> tuple[Lit, ...]:
    """The body in the order to walk it: as written, but what only tests waits until its variables have values."""
    at = id(body), frozenset(bound)
    found = _orders.get(at)
    if found is None:
        found = _orders[at] = body, _order_of(body, at[1])
    return found[1]


def _order_of(body: tuple[Lit, ...], bound: frozenset[str]) -> tuple[Lit, ...]:
    left, known, found = list(body), set(bound), []
    while left:
        literal = next((lit for lit in left if _can(lit, known)), None)
        if literal is None:
            raise AssertionError(f"no order for {left}")
        left.remove(literal)
        found.append(literal)
        known |= literal.variables
    return tuple(found)


def _can(literal: Lit, known: set[str]) -> bool:
    if literal.kind == "is":
        reckoned = {v for term in literal.terms if isinstance(term, Arithmetic) for v in variables_of(term)}
        return reckoned <= known
    if literal.kind == "=":
        return (
            any(
                isinstance(side, Variable) and set(variables_of(other)) <= known
                for side, other in (literal.terms, literal.terms[::-1])
            )
            or literal.variables <= known
        )
    return literal.variables <= known
