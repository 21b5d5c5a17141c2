"""A proposal as rows of the law: what the solver adds where an amendment is taken as adopted.

An amendment adds rows and edits none (DESIGN section 5): its numbers, list members and conditions win over earlier ones
because its rank by final enactment is above that of every act.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from lexempt.law.program import LawValue
from lexempt.law.vocabulary import NewFact, declaring
from lexempt.records import NamedTuple

RANK = 1_000
"""The rank of the first amendment of a call; the next ones follow in the order in which they were named."""


class Adopted(NamedTuple):
    """An amendment ready to be added: its name, the rows of the version chains, the rows beside them, its numbers.

    `chains` and `beside` are facts of the law's own predicates, without the final full stop. A name has letters, digits,
    `_`, `-` and `.`: it stands as an act's id in the rows.
    """

    name: str
    chains: tuple[str, ...]
    beside: tuple[str, ...] = ()
    values: tuple[LawValue, ...] = ()
    end: int = 99999999
    """The first day on which it is no longer law (YYYYMMDD), whatever else it says."""
    cites: tuple[tuple[str, str], ...] = ()
    """(provision, number): the number it gives a provision, whose id stays."""
    facts: tuple[NewFact, ...] = ()
    """What it lets a case state."""
    unseen: tuple[tuple[str, str], ...] = ()
    """(provision, number, or `wording`): what it changes in words that have not been seen."""
    applies: tuple[str, bool, int] | None = None
    """The fact of a project (a day) that decides whether it governs it, whether it has to be before the day, and the day."""

    @property
    def reaches_further(self) -> bool:
        """Whether a clause may ask for a condition, or be about work, that its own part of the law does not know."""
        return any(row.startswith("item(") for row in self.chains)

    def lines(self, place: int, switched: bool = False) -> list[str]:
        """Its facts as the `place`-th amendment of a call (from 0): always in force, or a proposal that a solver may adopt."""
        found = [f'act("{self.name}",{RANK + place},0,99999999).']
        if switched:
            found += [f'proposed("{self.name}").', f'{{ adopted("{self.name}") }}.']
        return found + [f"{row}." for row in self.chains]


_TAKEN: ContextVar[tuple[Adopted, ...]] = ContextVar("taken", default=())


@contextmanager
def taking(amendments: Iterable[Adopted]) -> Iterator[None]:
    """Within, cases are read with these amendments taken as adopted: they may state their facts and claim their provisions."""
    adopted = tuple(amendments)
    before = _TAKEN.set(adopted)
    try:
        with declaring(fact for amendment in adopted for fact in amendment.facts):
            yield
    finally:
        _TAKEN.reset(before)


def days_that_decide() -> set[str]:
    """The facts by which the amendments taken as adopted tell which projects they govern."""
    return {amendment.applies[0] for amendment in _TAKEN.get() if amendment.applies is not None}


def provisions_of_proposals() -> set[str]:
    """The exemptions that the amendments taken as adopted add, and the numbers they give."""
    found = {number for amendment in _TAKEN.get() for _, number in amendment.cites}
    for amendment in _TAKEN.get():
        found.update(re.findall(r'exemption\("([^"]+)"\)', " ".join(amendment.beside)))
    return found
