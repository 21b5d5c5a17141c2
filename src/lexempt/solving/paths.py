"""Maximal exemption paths, factored: from which clause each impact may use in which scenario.

A path gives each impact that needs one an exemption it qualifies for, or replacement, such that all clauses used may stand
together, that is, lie in one scenario. It is maximal if no other path exempts a strict superset of its impacts. Paths of
one scenario are a product of alternatives; the number of different paths over scenarios is counted by inclusion and
exclusion, never by listing them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from math import prod

from lexempt.law.program import order
from lexempt.records import NamedTuple

Alternatives = Mapping[str, tuple[str, ...]]


def maximal_products(usable: Iterable[tuple[str, str, str]], needs: frozenset[str]) -> list[dict[str, tuple[str, ...]]]:
    """The factored maximal paths over (impact, scenario, clause): for each exempt impact its alternatives, in statutory order.

    An empty dictionary is the path that replaces everything. Products that lie within another are left out; the order is
    fixed: more impacts exempt first, then statutory order of the first alternatives.
    """
    scenarios: dict[str, dict[str, set[str]]] = {}
    for impact, scenario, clause in usable:
        if impact in needs:
            scenarios.setdefault(scenario, {}).setdefault(impact, set()).add(clause)
    products = {
        tuple(sorted((impact, tuple(sorted(clauses, key=order))) for impact, clauses in alternatives.items()))
        for alternatives in scenarios.values()
    }
    if not products:
        return [{}] if needs else []
    covered = [frozenset(impact for impact, _ in product) for product in products]
    best = [p for p in products if not any(frozenset(i for i, _ in p) < other for other in covered)]
    kept = [p for p in best if not any(p != q and _within(dict(p), dict(q)) for q in best)]
    kept.sort(key=lambda p: (-len(p), [(impact, [order(c) for c in clauses]) for impact, clauses in p]))
    return [dict(product) for product in kept]


class Product(NamedTuple):
    """A factored path on which some impacts are exempt in part only: alternatives of what is exempt whole, and in part."""

    whole: Alternatives
    part: Alternatives


def by_scenario(
    usable: Iterable[tuple[str, str, str]], in_part: Iterable[tuple[str, str, str]], needs: frozenset[str]
) -> dict[str, Product]:
    """What each scenario exempts, over (impact, scenario, clause) of what is exempt whole, and in part."""
    scenarios: dict[str, tuple[dict[str, set[str]], dict[str, set[str]]]] = {}
    for n, found in enumerate((usable, in_part)):
        for impact, scenario, clause in found:
            if impact in needs:
                scenarios.setdefault(scenario, ({}, {}))[n].setdefault(impact, set()).add(clause)
    return {
        scenario: Product(_sorted(whole), _sorted({i: clauses for i, clauses in part.items() if i not in whole}))
        for scenario, (whole, part) in sorted(scenarios.items())
    }


def largest(found: Iterable[Product], needs: frozenset[str]) -> list[Product]:
    """As `maximal_products`, of products in which some impacts are exempt in part.

    A path is maximal if none exempts every impact as far or further, *whole* being further than *in part*, and one further.
    """
    products: list[Product] = []
    for product in found:
        if product not in products:
            products.append(product)
    if not products:
        return [Product({}, {})] if needs else []
    best = [p for p in products if not any(_falls_short(p, other) for other in products)]
    kept = [p for p in best if not any(p != q and _within(_keyed(p), _keyed(q)) for q in best)]
    kept.sort(key=lambda p: (-len(p.whole), -len(p.part), *(_ranks(alternatives) for alternatives in p)))
    return kept


def count_in_part(products: Iterable[Product]) -> int:
    """The exact number of different paths in a union of such products."""
    return count([_keyed(product) for product in products])


def _sorted(alternatives: Mapping[str, set[str]]) -> dict[str, tuple[str, ...]]:
    return {impact: tuple(sorted(clauses, key=order)) for impact, clauses in sorted(alternatives.items())}


def _ranks(alternatives: Alternatives) -> list[tuple[str, list[object]]]:
    return [(impact, [order(c) for c in clauses]) for impact, clauses in alternatives.items()]


def _falls_short(one: Product, other: Product) -> bool:
    whole, any_part = other.whole.keys(), other.whole.keys() | other.part.keys()
    within = one.whole.keys() <= whole and one.part.keys() <= any_part
    return within and (one.whole.keys(), one.part.keys()) != (whole, other.part.keys())


def _keyed(product: Product) -> dict[str, tuple[str, ...]]:
    """As one product: what is exempt in part goes by another name than the impact's."""
    return {**product.whole, **{f"{impact} in part": clauses for impact, clauses in product.part.items()}}


def _within(inner: Alternatives, outer: Alternatives) -> bool:
    return inner.keys() == outer.keys() and all(set(inner[i]) <= set(outer[i]) for i in inner)


def count(products: list[dict[str, tuple[str, ...]]]) -> int:
    """The exact number of different paths in a union of products."""
    total = 0
    groups: dict[frozenset[str], list[dict[str, tuple[str, ...]]]] = {}
    for product in products:
        groups.setdefault(frozenset(product), []).append(product)
    for impacts, members in groups.items():
        for size in range(1, len(members) + 1):
            for chosen in combinations(members, size):
                common = prod(len(set.intersection(*(set(p[i]) for p in chosen))) for i in impacts)
                total += common if size % 2 else -common
    return total
