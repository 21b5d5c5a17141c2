"""What static analysis of a law finds: plain values, apart from how they are found and how they are shown."""

from __future__ import annotations

from datetime import date
from typing import Literal, TypeAlias

from lexempt.records import NamedTuple
from lexempt.result import Plan

Kind: TypeAlias = Literal["gap", "overlap", "shadowed", "dead", "idle", "contradiction", "list", "boundary", "circular"]
KINDS: tuple[Kind, ...] = ("gap", "overlap", "shadowed", "dead", "idle", "contradiction", "list", "boundary", "circular")


class Fact(NamedTuple):
    """What is so where a finding applies: an attribute in words, and its values in words."""

    words: str
    values: tuple[str, ...]


class Neighbour(NamedTuple):
    """What covers a project that differs from those of a gap in one fact: that fact, its other values, and the clauses."""

    words: str
    values: tuple[str, ...]
    clauses: tuple[str, ...]


class Turn(NamedTuple):
    """A choice of a reading."""

    reading: str
    choice: str


class Witness(NamedTuple):
    """A smallest project that shows the finding: its case as text, and what the ordinary checker answers.

    `plans` has the answer under the law, and a second one under a law that differs as `beside` says, where one was compared.
    `readings` are those it was found and is to be checked under, beside the profile's.
    """

    case: str
    plans: tuple[Plan, ...]
    qualifies: tuple[tuple[str, ...], ...]
    """The clauses that each impact qualifies under, by the law."""
    prohibited: bool = False
    beside: str | None = None
    readings: tuple[tuple[str, str], ...] = ()


class Finding(NamedTuple):
    """One finding. `provision` is where it stands; `others` are the provisions it is seen against; `facts` where it applies;
    `said` are its own words (members of a list, limits, a bar), by name, in the order of the kind's sentence."""

    kind: Kind
    provision: str
    others: tuple[str, ...]
    facts: tuple[Fact, ...] = ()
    said: tuple[tuple[str, tuple[str, ...]], ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    witness: Witness | None = None
    no_witness: str | None = None
    """Why there is no witness: `two_projects`, `structure`, `none` (none within the bounds), `nothing` (it covers nothing)."""
    ends_under: tuple[Turn, ...] = ()
    """Single choices of readings, against those in use, under which the finding is not there."""
    bounded: bool = True
    """Whether it holds of the projects within the bounds only; else it stands in the rows of the law."""

    @property
    def key(self) -> tuple[str, ...]:
        """What makes it the same finding in another version of the law."""
        words = [f"{f.words}={','.join(f.values)}" for f in self.facts] + [f"{n}={','.join(v)}" for n, v in self.said]
        others = () if self.kind == "gap" else self.others
        return (self.kind, self.provision, *others, *words)


class Lint(NamedTuple):
    """The findings of one law in order of kind and provision, and what was searched."""

    on: date
    amendments: tuple[str, ...]
    findings: tuple[Finding, ...]
    kinds: tuple[Kind, ...]
    """The kinds that were looked for."""
    bounds: tuple[str, ...]
    as_last_seen: bool
    """Whether some wording of the day has not been seen, and was taken as last seen."""
    clauses: int
    """How many clauses were looked at."""


__all__ = ["KINDS", "Fact", "Finding", "Kind", "Lint", "Neighbour", "Turn", "Witness"]
