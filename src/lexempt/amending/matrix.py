"""What each of some amendments and all of them make of each line of the law: the side-by-side that a memo shows.

A row falls into one bucket: changed by one of them only, by several alike, by several that are compatible, or in conflict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lexempt.amending.compare import comparison
from lexempt.amending.fit import Fitted, all_adopted
from lexempt.amending.interaction import Clash
from lexempt.amending.standing import Standing
from lexempt.law.program import order
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.rendering.words import listing

TEXT = "text"
"""The key of a row about whether the provision stands at all."""


class MatrixRow(NamedTuple):
    """A line of a provision: its key, and what it says in the law, under each amendment alone, and under all of them."""

    provision: str
    key: str
    law: str
    each: tuple[str, ...]
    together: str
    bucket: str


def matrix(
    law: Standing, bills: Sequence[Fitted], clashes: Sequence[Clash], vocabulary: Vocabulary
) -> tuple[MatrixRow, ...]:
    """Every line that an amendment changes, in statutory order."""
    versions = [all_adopted(law, (bill,)) for bill in bills]
    versions.append(all_adopted(law, bills))
    tables = [_words(law, version, vocabulary) for version in versions]
    found = []
    every = dict.fromkeys(at for table in tables for at in table)
    for provision, key in sorted(every, key=lambda at: order(at[0])):
        at = (provision, key)
        before = next(table[at][0] for table in tables if at in table)
        after = [table[at][1] if at in table else before for table in tables]
        changing = [n for n in range(len(bills)) if after[n] != before]
        where = {c.provision for c in clashes}
        bucket = _bucket(changing, after, [b.bill.name for b in bills], provision in where)
        found.append(MatrixRow(provision, key, before, tuple(after[:-1]), after[-1], bucket))
    return tuple(found)


def _bucket(changing: Sequence[int], after: Sequence[str], names: Sequence[str], clash: bool) -> str:
    if not changing:
        return "only together"
    if after[-1] not in {after[n] for n in changing}:
        return f"{listing([names[n] for n in changing])}, and not together"
    if len(changing) == 1:
        return f"{names[changing[0]]} only"
    if len({after[n] for n in changing}) == 1:
        return "several, alike"
    return "conflict" if clash else "several, compatible"


def _words(law: Standing, amended: Standing, vocabulary: Vocabulary) -> Mapping[tuple[str, str], tuple[str, str]]:
    """(provision, key) -> the words before and after, of every line that changes."""
    found = {}
    for compared in comparison(law, amended, vocabulary):
        gone = compared.fate in ("repealed", "reinstated", "added")
        if gone:
            stood = compared.fate == "repealed"
            found[compared.provision, TEXT] = ("in force" if stood else "not in force", compared.fate)
        if compared.fate == "repealed":
            continue
        keys: dict[str, tuple[list[str], list[str]]] = {}
        for line in compared.lines:
            before, after = keys.setdefault(line.key, ([], []))
            before += [s.text for s in line.segments if s.mark != "inserted"]
            after += [s.text for s in line.segments if s.mark != "struck"]
        for key, (was, now) in keys.items():
            if was != now:
                found[compared.provision, key] = (", ".join(was), ", ".join(now))
    return found
