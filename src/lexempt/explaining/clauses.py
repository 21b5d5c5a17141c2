"""What each clause says of an impact, as the schema of a clause has it: reach, conditions, exceptions, limits (DESIGN section 5)."""

from __future__ import annotations

from collections.abc import Iterator

from lexempt.explaining.derive import Derivation
from lexempt.explaining.narrate import Narrator, opaque
from lexempt.explanation import Why
from lexempt.law.program import order
from lexempt.records import NamedTuple


class Test(NamedTuple):
    """One test a clause makes: an atom, and whether it passes if the atom holds."""

    predicate: str
    arguments: tuple[str, str, str]
    wanted: bool


def conclusion(derivation: Derivation, impact: str, clause: str) -> tuple[str, tuple[str, str]]:
    """The atom that a clause concludes for an impact: that it is exempt under it, or released by it."""
    exempts = derivation.model.holds("exemption", (clause,))
    return ("qualifies" if exempts else "released_by"), (impact, clause)


def clauses_of(derivation: Derivation) -> list[str]:
    """Every exemption, and every provision outside of the section that can release an impact, in statutory order."""
    found = {clause for (clause,) in derivation.model.all("exemption")}
    for ready in derivation.rules.by_head.get(("released_by", 2), ()):
        if isinstance(ready.terms[1], str):
            found.add(str(ready.terms[1]))
    return sorted(found, key=order)


def in_reach(derivation: Derivation, impact: str, clause: str) -> bool:
    """Whether the clause is about such work at all. One that does not say what it is about is, where it was grounded."""
    model = derivation.model
    if model.like("listed", (clause, "reaches", None)):
        return model.holds("reach", (impact, clause))
    rules = derivation.rules.by_head.get(("released_by", 2), ())
    return not any(ready.rule.file in model.left_out for ready in rules if ready.terms[1] == clause)


def tests_of(derivation: Derivation, impact: str, clause: str) -> Iterator[Test]:
    """The tests that a clause in reach makes of an impact: its conditions, its exceptions, and every limit it is under."""
    model = derivation.model
    named = set()
    for rows, wanted in (("requires", True), ("excepts", False)):
        for _, _, name in sorted(model.like("listed", (clause, rows, None)), key=str):
            named.add(name)
            yield Test("met", (impact, clause, name), wanted)
    for _, _, name in sorted(model.like("fails", (impact, clause, None)), key=str):
        if name not in named:
            yield Test("fails", (impact, clause, name), False)
    for predicate in ("limits", "stops"):
        for name in _limits(derivation, predicate, clause):
            yield Test(predicate, (impact, clause, name), False)


def _limits(derivation: Derivation, predicate: str, clause: str) -> list[str]:
    """The limits that rules put on a clause."""
    found = dict.fromkeys(
        str(ready.terms[2])
        for ready in derivation.rules.by_head.get((predicate, 3), ())
        if type(ready.terms[2]) is str and (type(ready.terms[1]) is not str or ready.terms[1] == clause)
    )
    return list(found)


def why(narrator: Narrator, impact: str, clause: str) -> tuple[Why, int]:
    """The conclusion with its tests, those that failed first; and how many failed."""
    derivation = narrator.derivation
    predicate, arguments = conclusion(derivation, impact, clause)
    if not in_reach(derivation, impact, clause):
        because = _out_of_reach(narrator, impact, clause)
        return Why(narrator.side, narrator.conclude(predicate, arguments, because), because), 0
    if not has_rows(derivation, clause):
        return Why(narrator.side, narrator.tell(predicate, arguments), ()), 1
    failed: list[str] = []
    passed: list[str] = []
    misses = not derivation.model.holds(predicate, arguments)
    for test in tests_of(derivation, impact, clause):
        holds = derivation.model.holds(test.predicate, test.arguments)
        passes = holds == test.wanted
        if narrator.level == "short" and (passes or failed):
            failed += [] if passes else [""]
            continue
        if narrator.level == "normal" and passes and misses:
            continue
        # A limit that nothing is measured against decides nothing.
        if not passes or test.predicate == "met" or measures(derivation, test):
            (passed if passes else failed).append(narrator.tell(test.predicate, test.arguments))
    unregulated = misses and not failed and not derivation.model.holds("regulated", (impact,))
    if unregulated:
        failed.append(narrator.tell("regulated", (impact,)))
    tests = (*(address for address in failed if address), *passed)
    told = narrator.level == "full" or (narrator.level == "normal" and not misses)
    reach = narrator.tell("reach", arguments) if told and _says_reach(derivation, clause) else None
    shown = tuple(address for address in (reach, *tests) if address is not None)
    step = narrator.conclude(predicate, arguments, shown)
    failed_first = (*tests[: len(tests) - len(passed)], *(() if reach is None else (reach,)), *passed)
    return Why(narrator.side, step, failed_first), len(failed)


def _says_reach(derivation: Derivation, clause: str) -> bool:
    return bool(derivation.model.like("listed", (clause, "reaches", None)))


def has_rows(derivation: Derivation, clause: str) -> bool:
    """Whether a clause is a list of conditions; one that is not has rules of its own."""
    return any(derivation.model.like("listed", (clause, rows, None)) for rows in ("requires", "excepts", "reaches"))


def _out_of_reach(narrator: Narrator, impact: str, clause: str) -> tuple[str, ...]:
    says = narrator.level != "short" and _says_reach(narrator.derivation, clause)
    return (narrator.out_of_reach(impact, clause),) if says else ()


def measures(derivation: Derivation, test: Test) -> bool:
    """Whether a number is put to a test of its own: what is told with the clause anyhow does not count."""
    left, seen = [derivation.node(test.predicate, test.arguments)], set()
    while left:
        node = left.pop()
        if node.key in seen:
            continue
        seen.add(node.key)
        for premise in derivation.below(node):
            if premise.key is None:
                return True
            if not opaque(premise.key):
                left.append(derivation.of(premise.key))
    return False
