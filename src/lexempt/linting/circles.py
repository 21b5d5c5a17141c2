"""Circular definitions: provisions whose rules need one another, by the rules of the law.

A rule needs another where an atom of its body may be what the other one concludes. A circle is a set of rules that all
need one another, and that either stand in several provisions or pass through a *not*. A rule that only carries something
on (a project joined to one that is joined to a third) is no circle: it has one meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lexempt.finding import Finding
from lexempt.law.program import order
from lexempt.law.rules import Rule, RuleTable, Term


def circles(table: RuleTable) -> Iterator[Finding]:
    """The circles of a rule table, each with the provisions it passes through."""
    rules = [rule for rule in table.rules if rule.body]
    by_head: dict[str, list[int]] = {}
    for n, rule in enumerate(rules):
        by_head.setdefault(rule.predicate, []).append(n)
    needs = [list(dict.fromkeys(_needed(rule, rules, by_head))) for rule in rules]
    for part in _strong([[n for n, _ in found] for found in needs]):
        inside = set(part)
        around = len(part) > 1 or any(n == part[0] for n, _ in needs[part[0]])
        provisions = sorted({rules[n].provision for n in part if rules[n].provision}, key=order)
        through_not = any(negative and n in inside for m in part for n, negative in needs[m])
        if around and (through_not or len(provisions) > 1):
            predicates = tuple(sorted({rules[n].predicate for n in part}))
            places = tuple(sorted({rules[n].id for n in part}))
            yield Finding(
                "circular",
                provisions[0] if provisions else places[0],
                tuple(provisions[1:]),
                said=(("predicates", predicates), ("rules", places), *((("not", ("yes",)),) if through_not else ())),
                no_witness="structure",
                bounded=False,
            )


def _needed(rule: Rule, rules: Sequence[Rule], by_head: dict[str, list[int]]) -> Iterator[tuple[int, bool]]:
    """(rule, whether through a `not`) of every rule that may conclude what this one asks."""
    for predicate, terms, negative in _asked(rule.body):
        for n in by_head.get(predicate, ()):
            if len(terms) == len(rules[n].terms) and all(map(_fit, terms, rules[n].terms)):
                yield n, negative


def _asked(body: Sequence[Term]) -> Iterator[tuple[str, Sequence[Term], bool]]:
    for literal in body:
        if literal[0] in ("is", "not"):
            yield literal[1], literal[2], literal[0] == "not"
        elif literal[0] in ("sum", "count"):
            # A total needs all it adds up, as a `not` does.
            for _, inner in literal[3]:
                yield from ((predicate, terms, True) for predicate, terms, _ in _asked(inner))


def _fit(one: Term, other: Term) -> bool:
    """Whether two terms may be the same."""
    if _variable(one) or _variable(other):
        return True
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_fit, one, other))
    return bool(one == other)


def _variable(term: Term) -> bool:
    return isinstance(term, str) and term.startswith("?")


def _strong(needs: Sequence[Sequence[int]]) -> list[list[int]]:
    """Strongly connected parts, each sorted (Tarjan 1972), without recursion."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on: set[int] = set()
    found: list[list[int]] = []
    for root in range(len(needs)):
        work = [(root, 0)] if root not in index else []
        while work:
            node, at = work.pop()
            if at == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on.add(node)
            for k in range(at, len(needs[node])):
                after = needs[node][k]
                if after not in index:
                    work += [(node, k + 1), (after, 0)]
                    break
                if after in on:
                    low[node] = min(low[node], index[after])
            else:
                if low[node] == index[node]:
                    cut = stack.index(node)
                    found.append(sorted(stack[cut:]))
                    on.difference_update(stack[cut:])
                    del stack[cut:]
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
    return sorted(found)


__all__ = ["circles"]
