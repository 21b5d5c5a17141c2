"""Sets minimal by inclusion, smallest first: the hitting sets of the reasons against each smaller set.

A set that does not do is refuted by a *reason*: elements of which every set that does must have at least one. The sets that
do are the hitting sets of all reasons, and a search by size over a tree of reasons finds the minimal ones, each once, in
order of size (R. Reiter, A theory of diagnosis from first principles, Artificial Intelligence 32, 1987). Reasons are asked
for only where no earlier one refutes a set.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from lexempt.records import NamedTuple

_LOOKS = 40
"""So many sets are looked at for each call of `refute` that is allowed: most are refuted by a reason that is known."""


class Found(NamedTuple):
    """The minimal sets found, smallest first, and whether these are all."""

    sets: tuple[frozenset[int], ...]
    complete: bool


def minimal_sets(
    refute: Callable[[frozenset[int]], frozenset[int] | None],
    most: int,
    effort: int,
    barred: tuple[frozenset[int], ...] = (),
) -> Found:
    """The first `most` minimal sets S for which `refute(S)` is None, after at most `effort` calls of it.

    `refute` gives None for a set that does, else elements outside of S of which every superset of S that does has one (the
    empty set if none does); sets that do are closed upward. Supersets of `barred` sets are left out.
    """
    found: list[frozenset[int]] = []
    reasons: list[frozenset[int]] = []
    seen: set[frozenset[int]] = {frozenset()}
    queue: deque[frozenset[int]] = deque(seen)
    asked = looked = 0
    while queue:
        tried = queue.popleft()
        looked += 1
        if looked > _LOOKS * effort:
            return Found(tuple(found), False)
        if any(done <= tried for done in found) or any(bar <= tried for bar in barred):
            continue
        reason = next((r for r in reasons if not r & tried), None)
        if reason is None:
            if asked >= effort:
                return Found(tuple(found), False)
            asked += 1
            reason = refute(tried)
            if reason is None:
                if len(found) >= most:
                    return Found(tuple(found), False)
                found.append(tried)
                continue
            reasons.append(reason)
        for element in sorted(reason):
            wider = tried | {element}
            if wider not in seen:
                seen.add(wider)
                queue.append(wider)
    return Found(tuple(found), True)
