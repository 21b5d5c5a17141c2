"""A version of the law as a user names it: a day, amendments, or both (`2018-06-01+small.amend`)."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from lexempt.amending.fit import Fitted, all_adopted
from lexempt.amending.load import Loaded, load_amendment, number, place_of
from lexempt.amending.standing import Standing, standing_on
from lexempt.language.quantities import read_date
from lexempt.language.tree import Piece, Problem
from lexempt.law.adopted import Adopted
from lexempt.law.program import first_day, order
from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from lexempt.amending.compare import Compared

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}$")


class Version(NamedTuple):
    """A law: its day (None: that of each project), and the bills taken as adopted, in order."""

    day: date | None
    bills: tuple[Fitted, ...]

    @property
    def adopted(self) -> tuple[Adopted, ...]:
        """For the solver."""
        return tuple(bill.adopted for bill in self.bills)

    @property
    def label(self) -> str:
        """`law of 2018-06-01 as amended by HF_A`."""
        day = f"law of {self.day.isoformat()}" if self.day else "law of each project's day"
        names = " and ".join(bill.bill.name for bill in self.bills)
        return f"{day} as amended by {names}" if names else day

    def standing(self, fallback: date) -> Standing:
        """What stands in it; `fallback` where it has no day of its own."""
        return all_adopted(standing_on(number(self.day or fallback)), self.bills)


class VersionRead(NamedTuple):
    """A version, or what is wrong: files with mistakes (with their diagnostics), and messages about the words."""

    version: Version | None
    loaded: tuple[Loaded, ...]
    troubles: tuple[str, ...]


def read_version(text: str) -> VersionRead:
    """`law`, a day, an amendment file (or the name of one beside the law), joined by `+`."""
    day: date | None = None
    loaded: list[Loaded] = []
    troubles: list[str] = []
    for part in (p.strip() for p in text.split("+")):
        if part == "law":
            continue
        if _DAY.match(part):
            found = read_date(Piece(part, 0, len(part)))
            if isinstance(found, Problem):
                troubles.append(found.message)
            elif day is not None:
                troubles.append(f"`{text}` names two days")
            elif not standing_on(number(found)).acts:
                troubles.append(f"the law of {part} is not known; the first known is that of {first_day()}")
            else:
                day = found
            continue
        bill = load_amendment(place_of(part), [known.fitted for known in loaded if known.fitted is not None])
        if isinstance(bill, str):
            troubles.append(
                f"{bill} (a version is `law`, a day such as 2018-06-01, an amendment file, or these joined by `+`)"
            )
        else:
            loaded.append(bill)
    if troubles or any(bill.wrong for bill in loaded):
        return VersionRead(None, tuple(loaded), tuple(troubles))
    bills = tuple(bill.fitted for bill in loaded if bill.fitted is not None)
    names = [bill.bill.name for bill in bills]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        return VersionRead(None, (), (f"two amendments are called `{twice}`",))
    return VersionRead(Version(day, bills), tuple(loaded), ())


def touched_by(fitted: Fitted) -> tuple[str, ...]:
    """The provisions that a bill words differently in the law it is fitted to."""
    return touched(fitted.law, fitted.amended)


def touched(one: Standing, other: Standing) -> tuple[str, ...]:
    """The provisions that two laws word differently; a new number alone is no other wording."""
    return tuple(c.provision for c in _compared(one, other))


def known_and_unseen(one: Standing, other: Standing) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of these provisions, those that are known to be worded differently, and those that only may be, in words not seen."""
    found = _compared(one, other)
    return tuple(c.provision for c in found if not c.only_unseen), tuple(c.provision for c in found if c.only_unseen)


def _compared(one: Standing, other: Standing) -> tuple[Compared, ...]:
    from lexempt.amending.compare import comparison
    from lexempt.law.vocabulary import load_vocabulary

    return tuple(c for c in comparison(one, other, load_vocabulary()) if not c.only_renumbered)


def renumbered(one: Standing, other: Standing) -> tuple[tuple[str, str], ...]:
    """(number in the one law, number in the other) of every provision whose number changes, those below another left out.
    A provision that only one of them has got a number, not another one."""
    found: list[tuple[str, str]] = []
    for name in sorted({*one.cites, *other.cites}, key=order):
        pair = (one.cited(name), other.cited(name))
        if (name in one.provisions) != (name in other.provisions):
            continue
        if pair[0] != pair[1] and not any(_along(pair, above) for above in found):
            found.append(pair)
    return tuple(found)


def _along(pair: tuple[str, str], above: tuple[str, str]) -> bool:
    return (
        all(p.startswith(a + "/") for p, a in zip(pair, above, strict=True))
        and pair[0][len(above[0]) :] == pair[1][len(above[1]) :]
    )
