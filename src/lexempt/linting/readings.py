"""Which choices of readings a finding rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from lexempt.finding import Turn
from lexempt.linting.clauses import Law, subdivision


def carried(law: Law, provisions: Iterable[str]) -> list[tuple[str, str]]:
    """(reading, other choice) of every reading of the subdivisions, or of the whole section, of these provisions."""
    near = {subdivision(p) for p in provisions}
    sections = {p.partition("/")[0] for p in near}
    found = []
    for reading in law.vocabulary.readings.values():
        if subdivision(reading.provision) in near or reading.provision in sections:
            found += [(reading.name, choice) for choice in reading.choices if choice != law.choices[reading.name]]
    return found


def ends_under(law: Law, provisions: Iterable[str], ends: Callable[[Mapping[str, str]], bool]) -> tuple[Turn, ...]:
    """The single choices, against those in use, for which `ends` says that the finding is not there."""
    return tuple(Turn(name, choice) for name, choice in carried(law, provisions) if ends({name: choice}))


__all__ = ["carried", "ends_under"]
