"""An amount, and the five acres, as deductibles: how much of what exceeds them is exempt all the same.

A plan "is not required for draining or filling" an amount: so much may be drained or filled without one, and only what is
beyond needs one. What adds up under a clause but rests on another ground has used so much of the number already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from . import deminimis, drainage
from .matter import DE_MINIMIS, FIVE_ACRES, Matter, S, View, total

AMOUNT_READING = ("amount_exceeded", "amount_exempt")
ACRES_READING = ("five_acres_exceeded", "five_acres_exempt")


@dataclass(frozen=True, slots=True)
class Pool:
    """So much may be exempt of what adds up: the things that do (losses by their portion), their area, the number."""

    members: frozenset[str]
    area: Fraction
    number: Fraction


@dataclass(frozen=True, slots=True)
class Extent:
    """Of the impacts of one path that rest on a clause in part: those of which anything is exempt, and how much of all of them.

    `exempt` is None where it cannot be said.
    """

    clause: str
    impacts: frozenset[str]
    exempt: Fraction | None


class Deductible:
    """What may be exempt in part in a world, by the clause."""

    def __init__(
        self,
        matter: Matter,
        satisfied: dict[str, frozenset[str]],
        regulated: frozenset[str],
        released: dict[str, frozenset[str]],
        qualified: dict[str, frozenset[str]],
    ) -> None:
        self.matter, self.regulated = matter, regulated
        self.pools: dict[tuple[str, str], list[Pool]] = {}
        """(impact, clause) -> what limits how much of it is exempt; only of what is exempt in part at most."""
        self.amounts = {name: clause for name in regulated for clause in satisfied[name] & DE_MINIMIS}
        self.counted = self.amounts
        if matter.reads("released_impacts_counted", "not_counted"):
            self.counted = {
                name: c for name, c in self.amounts.items() if not released[name] and not qualified[name] - DE_MINIMIS
            }
        if matter.reads(*AMOUNT_READING):
            self._amounts(qualified)
        if matter.reads(*ACRES_READING):
            self._five_acres(satisfied, qualified)

    def _amounts(self, qualified: dict[str, frozenset[str]]) -> None:
        matter = self.matter
        barred = matter.barred_projects | matter.barred_de_minimis
        holdings = deminimis.holdings(matter)
        for name, clause in self.amounts.items():
            view = matter.views[name]
            if clause in qualified[name] or view.project.id in barred or name not in self.counted:
                continue
            together = deminimis.added_up(matter, view, clause, self.counted)
            pools = [_pool(together, deminimis.limit_of(matter, view, clause))]
            holding = holdings[view.portion.id]
            if not deminimis.within_portion(matter, view, clause, holding, self.regulated, self.amounts):
                if matter.reads("cumulative_count", "before_proposal"):
                    continue
                if matter.reads("cumulative_limit_reached", "ended"):
                    continue
            if matter.stands(S + "9/f") and matter.reads("cumulative_count", "with_proposal"):
                here = deminimis.proposed_on(matter, view, clause, holding, self.regulated, self.amounts)
                number = deminimis.greatest_area(matter, view, clause, holding)
                pools.append(_pool(here, number, holding.losses, min(holding.portions)))
            self.pools[name, clause] = pools

    def _five_acres(self, satisfied: dict[str, frozenset[str]], qualified: dict[str, frozenset[str]]) -> None:
        clause = S + "2/b"
        for name in self.regulated:
            view = self.matter.views[name]
            if clause not in satisfied[name] or clause in qualified[name]:
                continue
            if view.project.id in self.matter.barred_projects:
                continue
            members = self.matter.members(view)
            counted = [v for v in members if v.id in self.regulated and clause in satisfied[v.id]]
            self.pools[name, clause] = [_pool(drainage.drained_with(self.matter, view, counted), FIVE_ACRES)]

    def clauses(self, name: str) -> frozenset[str]:
        """The clauses under which an impact may be exempt in part."""
        return frozenset(clause for impact, clause in self.pools if impact == name)

    def extents(self, rests_on: dict[str, frozenset[str]], group: frozenset[str]) -> list[Extent]:
        """`rests_on` gives the impacts of a path that are exempt in part, with the clauses open to each."""
        several = {c for clauses in rests_on.values() if len(clauses) > 1 for c in clauses}
        found: list[Extent] = []
        for clauses in sorted(set(rests_on.values()), key=sorted):
            names = frozenset(name for name, those in rests_on.items() if those == clauses)
            if clauses & several:
                found += [Extent(clause, names, None) for clause in clauses]
                continue
            (clause,) = clauses
            most = self._most(clause, names, group)
            if most is None:
                found.append(Extent(clause, names, None))
                continue
            some = frozenset(name for name in names if self._most_of(clause, name, names) > 0)
            if some:
                found.append(Extent(clause, some, most))
        return found

    def _most(self, clause: str, names: frozenset[str], group: frozenset[str]) -> Fraction | None:
        """How much of these impacts together is exempt at most."""
        pools: dict[frozenset[str], Fraction] = {}
        for name in names:
            for pool in self._strictest(clause, name):
                if any(not thing.startswith("/") and thing not in group for thing in pool.members):
                    return None
                if pools.setdefault(pool.members, pool.number) != pool.number:
                    return None
        # No more than the amount lets, nor than all the portions let together: portions are apart from one another.
        by_pool = [
            (frozenset(n for n in names if any(p.members == pool for p in self._strictest(clause, n))), pool, number)
            for pool, number in pools.items()
        ]
        return self._fit(names, sorted(by_pool, key=lambda entry: -len(entry[0])))

    def _fit(self, names: frozenset[str], pools: list[tuple[frozenset[str], frozenset[str], Fraction]]) -> Fraction:
        """The most that fits, each pool split into the pools inside of it and the rest."""
        if not pools:
            return self._area(names)
        (those, members, number), *rest = pools
        inside = [pool for pool in rest if pool[0] <= those]
        apart = [pool for pool in rest if pool not in inside]
        used = self._used(members, those)
        within = self._fit(those, inside)
        outside = names - those
        return min(within, max(Fraction(0), number - used)) + self._fit(outside, apart)

    def _most_of(self, clause: str, name: str, names: frozenset[str]) -> Fraction:
        """How much of one impact is exempt at most, if nothing of the others is."""
        area = self.matter.views[name].area
        for pool in self._strictest(clause, name):
            others = frozenset(n for n in names if any(p.members == pool.members for p in self._strictest(clause, n)))
            area = min(area, max(Fraction(0), pool.number - self._used(pool.members, others)))
        return area

    def _strictest(self, clause: str, name: str) -> Iterable[Pool]:
        strictest: dict[frozenset[str], Pool] = {}
        for pool in self.pools[name, clause]:
            known = strictest.get(pool.members)
            if known is None or pool.number < known.number:
                strictest[pool.members] = pool
        return strictest.values()

    def _used(self, members: frozenset[str], those: frozenset[str]) -> Fraction:
        """What of a pool is used already by what does not rest on the clause in part."""
        area = next(p.area for pools in self.pools.values() for p in pools if p.members == members)
        return area - self._area(those)

    def _area(self, names: Iterable[str]) -> Fraction:
        return total(self.matter.views[name].area for name in names)


def _pool(views: list[View], number: Fraction, losses: Fraction = Fraction(0), portion: str = "") -> Pool:
    members = frozenset(v.id for v in views) | ({f"/{portion}"} if losses else frozenset())
    return Pool(members, total(v.area for v in views) + losses, number)


Extents = Callable[[dict[str, frozenset[str]]], list[Extent]]
