"""Every row of the law, by whatever rule it comes: what each act enacts, sets, lists, strikes and repeals.

clingo grounds the law without facts once; the rows are kept in the cache folder. Numbers are in their own unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lexempt.law.program import load_law
from lexempt.places import read_cache, write_checked
from lexempt.records import NamedTuple

_FORMAT = 1
_TABLES = (
    ("item", 4),
    ("value", 4),
    ("strikes", 4),
    ("unknown_value", 3),
    ("enacts", 2),
    ("repeals", 2),
    ("unseen", 2),
    ("exemption", 1),
    ("amount_clause", 1),
)


class LawRow(NamedTuple):
    """A row: its predicate and its arguments as text (`item`: provision, list, member, act)."""

    predicate: str
    args: tuple[str, ...]


@lru_cache(maxsize=1)
def law_rows() -> tuple[LawRow, ...]:
    """All rows, sorted. `requires`, `excepts` and `reaches` are lists of their provision."""
    name = f"rows-{_FORMAT}-{load_law().digest}"
    kept = read_cache(name)
    if kept is not None:
        try:
            return tuple(LawRow(str(predicate), tuple(map(str, args))) for predicate, args in kept)
        except (KeyError, TypeError, ValueError):
            pass  # the cache is not trusted
    rows = tuple(sorted(set(_grounded())))
    write_checked(name, rows)
    return rows


def _grounded() -> Iterator[LawRow]:
    import clingo  # takes long to import, and is not needed where the rows are kept

    from lexempt.solving.compiled import text_of

    control = clingo.Control(message_limit=1_000_000)
    control.add("base", [], load_law().program)
    control.ground([("base", [])])
    for predicate, arity in _TABLES:
        for atom in control.symbolic_atoms.by_signature(predicate, arity):
            yield LawRow(predicate, tuple(text_of(argument) for argument in atom.symbol.arguments))
