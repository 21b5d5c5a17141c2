"""What stands in a provision under some acts: the version chains, walked in Python over the rows of the law.

The same rules as `asp/core/versions.lp` (newest by rank wins; a list is what was inserted and not struck later); a test
holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

from lexempt.law.program import effective_acts, load_law, order
from lexempt.records import NamedTuple
from lexempt.solving.rows import LawRow, law_rows

LINES = ("requires", "excepts", "reaches")
"""Lists that are conditions, exceptions, and what the provision is about."""
STANDS = ("in force", "unseen")
"""States of a provision that is part of the law, as it was last seen if not as it is."""


class Number(NamedTuple):
    """A number or date of a provision: how much, the unit it is a multiple of (None: a date or a bare number), which act
    set it, and whether a later act may have changed it in words not seen."""

    number: int
    unit: str | None
    act: str
    unseen: bool = False


class Provision(NamedTuple):
    """What stands in a provision. `state`: in force, not in force, unseen (a later act rewrote it), or a part of another
    provision that has no text of its own (empty)."""

    id: str
    state: str
    act: str | None
    """The act whose text it is."""
    numbers: Mapping[str, Number]
    lists: Mapping[str, tuple[str, ...]]


class Standing(NamedTuple):
    """A law at one time: the acts by rank, and its provisions in statutory order."""

    acts: tuple[str, ...]
    provisions: Mapping[str, Provision]
    cites: Mapping[str, str] = MappingProxyType({})
    """Provision -> the number it has, where that is not its id: an id stays the number it had first."""

    added: tuple[LawRow, ...] = ()
    """The rows of the bills taken as adopted in it."""
    units: Mapping[tuple[str, str], str | None] = MappingProxyType({})
    """The units of their numbers."""

    def cited(self, provision: str) -> str:
        """The number a provision has in this law."""
        above = provision
        while above not in self.cites and "/" in above:
            above = above.rpartition("/")[0]
        return self.cites.get(above, above) + provision[len(above) :]

    def id_of(self, written: str) -> str:
        """The id of the provision that is written: an id, or the number one has since it was renumbered."""
        if not self.below(written):
            for provision, number in self.cites.items():
                if written == number or written.startswith(number + "/"):
                    return provision + written[len(number) :]
        return written

    def below(self, provision: str) -> tuple[str, ...]:
        """The provision, if it is one, and all below it."""
        return tuple(p for p in self.provisions if p == provision or p.startswith(provision + "/"))


def standing_on(day: int) -> Standing:
    """The law of a day (YYYYMMDD); empty where no wording of that day is known."""
    return standing(tuple(act.id for act in effective_acts(day)))


@lru_cache(maxsize=32)
def standing(acts: tuple[str, ...]) -> Standing:
    """The law under these acts of ours, given by rank."""
    return walk(law_rows(), acts)


def walk(
    rows: Iterable[LawRow], acts: Sequence[str], units_beside: Mapping[tuple[str, str], str | None] | None = None
) -> Standing:
    """The chains over any rows under any acts, given by rank; `units_beside` are those of numbers that no act of ours sets."""
    rank = {act: place for place, act in enumerate(acts)}
    units = {(v.provision, v.name): v.unit for v in load_law().values} | dict(units_beside or {})
    enacted: dict[str, int] = {}
    ended: dict[str, list[tuple[int, str]]] = {}
    values: dict[tuple[str, str], tuple[int, int]] = {}
    unknown: dict[tuple[str, str], int] = {}
    inserted: dict[tuple[str, str], dict[str, int]] = {}
    struck: dict[tuple[str, str], dict[str, int]] = {}
    numbered: dict[str, tuple[int, str]] = {}
    named = (LawRow("cites", (c, number, act)) for (c, act), number in load_law().cites.items())
    for predicate, args in chain(named, rows):
        *rest, act = args if predicate not in ("strikes", "enacts", "repeals", "unseen") else (*args[1:], args[0])
        if act not in rank:
            continue
        r = rank[act]
        if predicate == "enacts":
            enacted[rest[0]] = max(r, enacted.get(rest[0], -1))
        elif predicate in ("repeals", "unseen"):
            ended.setdefault(rest[0], []).append((r, predicate))
        elif predicate == "value":
            at = (rest[0], rest[1])
            if at not in values or values[at][0] < r:
                values[at] = (r, int(rest[2]))
        elif predicate == "cites":
            numbered[rest[0]] = max((r, rest[1]), numbered.get(rest[0], (-1, "")))
        elif predicate == "unknown_value":
            at = (rest[0], rest[1])
            unknown[at] = max(r, unknown.get(at, -1))
        elif predicate in ("item", "strikes"):
            table = inserted if predicate == "item" else struck
            members = table.setdefault((rest[0], rest[1]), {})
            members[rest[2]] = max(r, members.get(rest[2], -1))
    names = {*enacted, *(c for c, _ in values), *(c for c, _ in inserted), *ended}
    provisions = {}
    for name in sorted(names, key=order):
        numbers = {
            n: Number(number, units.get((c, n)), acts[r], unknown.get((c, n), -1) > r)
            for (c, n), (r, number) in values.items()
            if c == name
        }
        lists = {
            n: tuple(sorted((v for v, r in members.items() if struck.get((c, n), {}).get(v, -1) <= r), key=_by_number))
            for (c, n), members in inserted.items()
            if c == name
        }
        state, since = "", enacted.get(name)
        if since is not None:
            after = [kind for r, kind in ended.get(name, ()) if r > since]
            state = "not in force" if "repeals" in after else "unseen" if after else "in force"
        provisions[name] = Provision(
            name,
            state,
            None if since is None else acts[since],
            dict(sorted(numbers.items())),
            {n: m for n, m in sorted(lists.items()) if m},
        )
    cites = {c: numbered[c][1] for c in sorted(numbered, key=order) if numbered[c][1] != c}
    return Standing(tuple(acts), provisions, cites)


def _by_number(word: str) -> tuple[int, str]:
    return (int(word), "") if word.isdigit() else (1 << 30, word)


def reads(condition: str) -> tuple[str, ...]:
    """The attributes that a condition looks at: those its documentation names, or the one it is called by."""
    documented = load_law().conditions
    return documented[condition].reads if condition in documented else (condition,)


def read_by(p: Provision) -> tuple[str, ...]:
    """Every attribute that the conditions of a provision look at."""
    return tuple(dict.fromkeys(a for line in LINES for c in p.lists.get(line, ()) for a in reads(c)))
