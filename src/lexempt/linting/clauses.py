"""The law that is looked at, its clauses, and which of them stand side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import cached_property, lru_cache

from lexempt.amending.standing import LINES, STANDS, Standing, reads
from lexempt.law.adopted import Adopted
from lexempt.law.program import order
from lexempt.law.rules import load_rules
from lexempt.law.vocabulary import Vocabulary
from lexempt.solving.batch import LawSet, law_set
from lexempt.solving.rows import law_rows

ABOUT = ("impact", "project", "wetland", "ground")
"""The things whose facts a condition can look at (core/facts.lp, `about`)."""
_BESIDE = re.compile(r'^(\w+)\("([^"]+)"(?:,\s*"([^"]+)")?')


class Law:
    """A law to be looked at: its day, the amendments adopted, what stands in it, and the choice of each reading.

    A clause whose wording has not been seen is taken as last seen.
    """

    def __init__(
        self,
        day: date,
        adopted: tuple[Adopted, ...],
        standing: Standing,
        choices: Mapping[str, str],
        vocabulary: Vocabulary,
    ) -> None:
        self.day, self.adopted, self.standing = day, adopted, standing
        self.choices, self.vocabulary = dict(choices), vocabulary

    @cached_property
    def law_set(self) -> LawSet:
        """For the solver."""
        return law_set(self.day.year * 10_000 + self.day.month * 100 + self.day.day, (), self.adopted)

    @cached_property
    def _beside(self) -> tuple[tuple[str, str, str | None], ...]:
        """(predicate, provision, second argument) of the facts that no version chain decides."""
        matched = (_BESIDE.match(row) for a in self.adopted for row in a.beside)
        return (*_facts(), *((found[1], found[2], found[3]) for found in matched if found is not None))

    def stands(self, provision: str) -> bool:
        """Whether it is in force, or was when last seen."""
        found = self.standing.provisions.get(provision)
        return found is not None and found.state in STANDS

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses with conditions that exempt or release: all that stand and say what they are about, in order."""
        found = (p.id for p in self.standing.provisions.values() if p.state in STANDS and p.lists.get("reaches"))
        return tuple(sorted(found, key=order))

    @cached_property
    def amounts(self) -> tuple[str, ...]:
        """Those of them that allow an amount for a project."""
        named = {provision for predicate, provision, _ in self._beside if predicate == "amount_clause"}
        named |= {row.args[0] for row in law_rows() if row.predicate == "amount_clause"}
        return tuple(clause for clause in self.clauses if clause in named)

    @cached_property
    def paragraphs(self) -> Mapping[str, str]:
        """Amount clause -> the paragraph it stands in."""
        return {c: q for predicate, c, q in self._beside if predicate == "in_paragraph" and q and c in self.amounts}

    def amount(self, clause: str) -> int | None:
        """What it allows for a project, in square feet."""
        found = self.standing.provisions[clause].numbers.get("amount")
        return found.number if found is not None else None

    @cached_property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Clauses that stand side by side: of one subdivision, about work by the same attribute, with amounts or without."""
        found: dict[tuple[object, ...], list[str]] = {}
        for clause in self.clauses:
            about = self.standing.provisions[clause].lists["reaches"]
            found.setdefault((subdivision(clause), about, clause in self.amounts), []).append(clause)
        return tuple(tuple(group) for group in found.values() if len(group) > 1)

    def treatment(self, clause: str, attribute: str) -> frozenset[tuple[str, ...]]:
        """How a clause deals with an attribute: by which of its lines, and with which values; empty if it does not."""
        p = self.standing.provisions[clause]
        members = p.lists.get(attribute, ())
        return frozenset(
            (line, condition, *members)
            for line in LINES
            for condition in p.lists.get(line, ())
            if attribute in reads(condition)
        )


def subdivision(provision: str) -> str:
    """`103G.2241/9` of `103G.2241/9/a/1`."""
    return "/".join(provision.split("/")[:2])


@lru_cache(maxsize=1)
def _facts() -> tuple[tuple[str, str, str | None], ...]:
    """The facts of the law by (predicate, provision, second argument), where both are words."""
    return tuple(
        (rule.predicate, str(rule.terms[0]), str(rule.terms[1]) if len(rule.terms) > 1 else None)
        for rule in load_rules().rules
        if rule.predicate in ("in_paragraph", "amount_clause") and not rule.body
    )
