"""Which provisions name or read which others, as the encoding records it: lists of provisions, and what conditions look up.

References that stand in the statute's text only (the lists of paragraphs in a lead-in) are not recorded.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lexempt.amending.standing import Standing
from lexempt.law.program import load_law, within
from lexempt.records import NamedTuple

_RULE = re.compile(r'\bmet\(I, ?("[^"]+"|C), ?(\w+|"[^"]+")\) ?:- ?((?:[^".]|"[^"]*"|\.(?!\s))*)\.')
_LOOKED_UP = re.compile(r'\b(?:listed|current)\("([^"]+)"')


class Reference(NamedTuple):
    """`of` refers to `to`: by a member of a list (`list` names it), or because its condition `condition` reads it."""

    of: str
    to: str
    list: str | None = None
    condition: str | None = None


@lru_cache(maxsize=1)
def _looked_up() -> tuple[tuple[str | None, str, str], ...]:
    """(clause or None for any, condition, provision whose numbers or lists the condition looks up)."""
    found = set()
    for clause, condition, body in _RULE.findall(load_law().program):
        for provision in _LOOKED_UP.findall(body):
            found.add((None if clause == "C" else clause.strip('"'), condition.strip('"'), provision))
    return tuple(sorted(found, key=str))


def references_to(provision: str, law: Standing) -> list[Reference]:
    """What refers to a provision or to anything below it, from outside of it, of what is in force."""
    found = []
    for other in law.provisions.values():
        if within(other.id, provision) or other.state == "not in force":
            continue
        for name, members in other.lists.items():
            if name not in ("requires", "excepts", "reaches"):
                found += [Reference(other.id, m, list=name) for m in members if within(m, provision)]
        asked = {*other.lists.get("requires", ()), *other.lists.get("excepts", ())}
        for clause, condition, target in _looked_up():
            if condition in asked and clause in (None, other.id) and within(target, provision):
                found.append(Reference(other.id, target, condition=condition))
    return list(dict.fromkeys(found))


def readers_of(provision: str, law: Standing) -> list[Reference]:
    """What refers to a provision, to anything below it, or to what it stands in, from outside of that."""
    parts = provision.partition("@")[0].split("/")
    above = ["/".join(parts[:n]) for n in range(len(parts) - 1, 1, -1)]
    found = [r for p in above for r in references_to(p, law) if within(provision, r.to)]
    return list(dict.fromkeys([*references_to(provision, law), *found]))
