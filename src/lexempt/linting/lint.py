"""All findings of a law, and which of them an amendment adds or removes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from lexempt.finding import KINDS, Finding, Kind, Lint
from lexempt.law.program import order
from lexempt.law.rules import load_rules
from lexempt.linting.boundaries import boundaries
from lexempt.linting.circles import circles
from lexempt.linting.clashes import Clashes
from lexempt.linting.clauses import Law
from lexempt.linting.coverage import gaps
from lexempt.linting.limits import idle
from lexempt.linting.lists import lists
from lexempt.records import NamedTuple
from lexempt.solving.engine import Watch

_MORE: Mapping[Kind, str] = {
    "list": "for lists, two impacts too",
    "idle": "for limits, two impacts in two wetlands and two portions of one too",
}
"""What is searched beyond the bounds of all kinds."""


class Change(NamedTuple):
    """What amendments do to the findings of a law: those they add, those they remove, and how many stay."""

    added: tuple[Finding, ...]
    removed: tuple[Finding, ...]
    stay: int


def lint(law: Law, watch: Watch, kinds: Collection[Kind] = KINDS) -> Lint:
    """The findings of these kinds, by kind, then in statutory order. Raises StoppedError at a limit."""
    clashes = Clashes(law, watch)
    searches: dict[Kind, Callable[[], Iterable[Finding]]] = {
        "gap": lambda: gaps(law, watch),
        "overlap": clashes.overlaps,
        "shadowed": clashes.shadowed,
        "dead": clashes.dead,
        "idle": lambda: idle(law, watch),
        "contradiction": clashes.contradictions,
        "list": lambda: lists(law, watch),
        "boundary": lambda: boundaries(law, load_rules()),
        "circular": lambda: circles(load_rules()),
    }
    found = [finding for kind in KINDS if kind in kinds for finding in searches[kind]()]
    return Lint(
        law.day,
        tuple(amendment.name for amendment in law.adopted),
        tuple(sorted(found, key=lambda f: (KINDS.index(f.kind), order(f.provision), f.key))),
        tuple(kind for kind in KINDS if kind in kinds),
        (*clashes.domain.said(), *(words for kind, words in _MORE.items() if kind in kinds)),
        law.law_set.unseen,
        len(law.clauses),
    )


def changed(before: Lint, after: Lint) -> Change:
    """The findings that only one of two laws has."""
    old, new = {f.key for f in before.findings}, {f.key for f in after.findings}
    return Change(tuple(_without(after.findings, old)), tuple(_without(before.findings, new)), len(old & new))


def added(before: Law, after: Law, watch: Watch, kinds: Collection[Kind]) -> tuple[tuple[Finding, ...], Lint]:
    """The findings of these kinds that only the second law has, and all of that law; the first one is looked at only where
    there are any. Raises StoppedError at a limit."""
    found = lint(after, watch, kinds)
    return (changed(lint(before, watch, kinds), found).added if found.findings else ()), found


def _without(findings: Iterable[Finding], keys: Collection[tuple[str, ...]]) -> Iterator[Finding]:
    return (finding for finding in findings if finding.key not in keys)


__all__ = ["Change", "added", "changed", "lint"]
