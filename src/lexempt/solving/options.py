"""How a check is to be made."""

from __future__ import annotations

from datetime import date

from lexempt.law.adopted import Adopted
from lexempt.records import NamedTuple


class CheckOptions(NamedTuple):
    """The choices of one call. `on` picks the law (else each project's day of work); `readings` are set against the
    profile; `repealed` provisions (ids) are taken out with all below them; `amendments` are taken as adopted, in this order
    (`transitions`: on those projects only that their transition rules name);
    `time_limit` is in seconds for each batch of projects (0: none); `reasons` asks for the reasons of every clause, and for
    all sets of facts that settle an answer (without it, and without `all_readings`, only the verdict is told);
    `jobs` processes share the work where there are many cases."""

    on: date | None = None
    readings: tuple[tuple[str, str], ...] = ()
    profile: str = "statute"
    projects: tuple[str, ...] = ()
    assume: bool = True
    limit: int = 20
    time_limit: float = 60.0
    all_readings: bool = True
    repealed: tuple[str, ...] = ()
    reasons: bool = True
    jobs: int = 1
    amendments: tuple[Adopted, ...] = ()
    transitions: bool = True
    strict: bool = False
    """Facts that nobody with the power to decide them has determined are unknown."""
