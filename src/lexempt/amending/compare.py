"""A comparative print: every provision that two laws word differently, with what is struck and what is inserted."""

from __future__ import annotations

from typing import Literal, TypeAlias

from lexempt.amending.standing import LINES, Provision, Standing
from lexempt.amending.terms import condition_words, list_words, member_words, print_number_of
from lexempt.law.program import order
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.rendering.words import brief

Mark: TypeAlias = Literal["kept", "struck", "inserted"]
RENUMBERED = "renumbered as "
MOVED_ALONG = "references moved along"
UNSEEN = ("rewritten in words not seen", "may have been changed, in words not seen", "wording known again", "seen again")
"""Fates of a provision of which one law's words have not been seen."""
STATES = {"in force": "in force", "not in force": "not in force", "unseen": "wording not seen", "": ""}


class Segment(NamedTuple):
    """A piece of a line, and what happens to it."""

    mark: Mark
    text: str


class ComparedLine(NamedTuple):
    """A line of a provision: its key, and the pieces after it."""

    key: str
    segments: tuple[Segment, ...]

    @property
    def changed(self) -> bool:
        """Whether anything on it is struck or inserted."""
        return any(segment.mark != "kept" for segment in self.segments)


class Compared(NamedTuple):
    """A provision in both laws: `fate` is amended, repealed, added, reinstated, rewritten in words not seen, or may
    have been changed so."""

    provision: str
    fate: str
    lines: tuple[ComparedLine, ...]

    @property
    def only_renumbered(self) -> bool:
        """Whether nothing but numbers of provisions changes: its own, or those it names."""
        return self.fate.startswith(RENUMBERED) or self.fate == MOVED_ALONG

    @property
    def only_unseen(self) -> bool:
        """Whether all that may differ is in words not seen, so that as last seen nothing does."""
        return self.fate.startswith(UNSEEN) and not any(line.changed for line in self.lines)


def comparison(before: Standing, after: Standing, vocabulary: Vocabulary) -> tuple[Compared, ...]:
    """Every provision that differs, in statutory order."""
    found = []
    for name in sorted({*before.provisions, *after.provisions}, key=order):
        one, other = before.provisions.get(name), after.provisions.get(name)
        lines = tuple(_lines(one, other, (before, after), vocabulary))
        fate = _fate(one, other)
        if fate is None and any(line.changed for line in lines):
            fate = MOVED_ALONG if one and other and _same(one, other) else "amended"
        if fate is None and one and other and _unseen(one) != _unseen(other):
            fate = "may have been changed, in words not seen" if _unseen(other) else "seen again"
        number = after.cited(name)
        if before.cited(name) != number:
            fate = f"{RENUMBERED}{brief(number)}" if fate is None else f"{fate}, and {RENUMBERED}{brief(number)}"
        if fate is not None:
            found.append(Compared(name, fate, lines))
    return tuple(found)


def _fate(one: Provision | None, other: Provision | None) -> str | None:
    was, now = one.state if one else None, other.state if other else None
    if was == now:
        return None
    if now == "not in force" or now is None:
        return "repealed" if one is not None else None
    if now == "unseen":
        return "in words not seen" if one is None else "rewritten in words not seen"
    if was == "not in force":
        return "reinstated"
    return "added" if one is None else "wording known again" if was == "unseen" else "amended"


def _unseen(provision: Provision) -> set[str]:
    return {name for name, number in provision.numbers.items() if number.unseen}


def _same(one: Provision, other: Provision) -> bool:
    numbers = [{n: v.number for n, v in p.numbers.items()} for p in (one, other)]
    return numbers[0] == numbers[1] and one.lists == other.lists


def _lines(
    one: Provision | None, other: Provision | None, laws: tuple[Standing, Standing], vocabulary: Vocabulary
) -> list[ComparedLine]:
    gone = other is not None and other.state == "not in force" and (one is None or one.state != "not in force")
    after = None if gone else other
    found = []
    olds, news = one.numbers if one else {}, after.numbers if after else {}
    for name in sorted({*olds, *news}):
        old = print_number_of(name, olds[name]) if name in olds else None
        new = print_number_of(name, news[name]) if name in news else None
        if old == new and name in news and news[name].unseen:
            old = new = f"{new} (as last seen)"
        found.append(ComparedLine(name.replace("_", " "), _pair(old, new)))
    lists = {name for p in (one, after) if p is not None for name in p.lists}
    for name in sorted(lists - set(LINES)):
        mine, theirs = (
            tuple(law.cited(m) for m in p.lists.get(name, ())) if p else ()
            for law, p in zip(laws, (one, after), strict=True)
        )
        members = [*mine, *(m for m in theirs if m not in mine)]
        segments = tuple(Segment(_mark(m in mine, m in theirs), member_words(name, m, vocabulary)) for m in members)
        found.append(ComparedLine(list_words(name, vocabulary), segments))
    for key, name in (("if", "requires"), ("unless", "excepts")):
        mine, theirs = (p.lists.get(name, ()) if p else () for p in (one, after))
        for condition in [*mine, *(c for c in theirs if c not in mine)]:
            mark = _mark(condition in mine, condition in theirs)
            said = one if mark == "struck" or after is None else after
            assert said is not None
            found.append(ComparedLine(key, (Segment(mark, condition_words(condition, said, vocabulary)),)))
    return found


def _pair(old: str | None, new: str | None) -> tuple[Segment, ...]:
    if old == new and old is not None:
        return (Segment("kept", old),)
    pair = (("struck", old), ("inserted", new))
    return tuple(Segment(mark, text) for mark, text in pair if text is not None)  # type: ignore[arg-type]


def _mark(before: bool, after: bool) -> Mark:
    return "kept" if before and after else "struck" if before else "inserted"
