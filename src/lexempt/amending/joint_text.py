"""What amendments do to any project within bounds, as tables of a memo, with the projects that show it under their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from lexempt.amending.joint import KINDS, Joint, Pairwise, Row
from lexempt.amending.memo import head, lines, preformatted, table
from lexempt.amending.witness import Bounds, Searched, Witness
from lexempt.amending.witness_text import beyond, bounds_json, bounds_sentences, clauses_of, direction, within
from lexempt.rendering.words import SHORT_PLAN, listing, plain
from lexempt.result import Plan

_ALONE = ("widens", "narrows")
_PLAN: Mapping[Plan, str] = {"required": "plan", "not_required": "no plan", "depends": "depends"}
"""The answers in a table."""


class _Projects:
    """The projects that were printed, in the order of their numbers: case -> (number, who is named, answers and clauses)."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, tuple[str, ...]], int] = {}
        self.waiting: list[tuple[int, tuple[str, ...], Witness]] = []

    def number(self, witness: Witness, laws: tuple[str, ...]) -> str:
        """`project 2`: it is printed later, once."""
        key = (witness.case, laws)
        if key not in self.known:
            self.known[key] = len(self.known) + 1
            self.waiting.append((self.known[key], laws, witness))
        return f"project {self.known[key]}"

    def told(self, markdown: bool) -> Iterator[str]:
        """Those that were numbered and not printed yet."""
        for number, laws, witness in self.waiting:
            title = f"Project {number}" if not markdown else f"**Project {number}**"
            answers = "; ".join(f"{who}: {SHORT_PLAN[a]}" for who, a in zip(laws, witness.answers, strict=True))
            small = "" if witness.least else " Smaller ones were not ruled out in time."
            yield from lines(f"{title}, confirmed by `check`. {answers}.{small}", markdown)
            used = "; ".join(f"{impact} under {_used(each, laws)}" for impact, each in witness.clauses)
            yield from lines(f"Qualifies: {used}.", markdown, "    ")
            yield from preformatted(witness.case, markdown)
        self.waiting = []


def _used(each: Sequence[Sequence[str]], laws: tuple[str, ...]) -> str:
    """Under what an impact qualifies: in the first law, and where that is different in another."""
    said = [clauses_of(clauses) for clauses in each]
    different: dict[str, list[str]] = {}
    for words, law in zip(said[1:], laws[1:], strict=True):
        if words != said[0]:
            different.setdefault(words, []).append(law)
    others = [f"{words} with {listing(by)}" for words, by in different.items()]
    return ", ".join([f"{said[0]} in the {laws[0]}", *others]) if others else said[0]


def text_lines(found: Joint, names: Sequence[str], unseen: bool, markdown: bool) -> Iterator[str]:
    """Each alone, then each pair, with the projects; `names` are those of all amendments, `unseen`: words of the law are not known."""
    projects = _Projects()
    yield from _alone(found, names, projects, markdown)
    for pair in found.pairs:
        yield from _pair(found, pair, (plain(names[pair.first]), plain(names[pair.second])), projects, markdown)
    if projects.waiting:
        seen = ", where words that have not been seen are as last seen" if unseen else ""
        yield from head(f"The projects of these tables{seen}", markdown)
        yield from projects.told(markdown)


def searched(found: Joint, unseen: bool, markdown: bool) -> Iterator[str]:
    """What was searched."""
    if unseen:
        yield from lines("What has not been seen of the law is taken as last seen.", markdown)
    bounds = max((pair.bounds for pair in found.pairs), key=_opened, default=None)
    if bounds is None:
        bounds = max((each.found.bounds for each in found.alone), key=_opened)
    elif found.alone:
        yield from lines("Each alone: over what its own provisions read. Together: over what is named here.", markdown)
    yield from lines(f"Searched under the law of {found.day}: up to {within(bounds)}.", markdown)
    for sentence in bounds_sentences(bounds):
        yield from lines(sentence, markdown)


def _opened(bounds: Bounds) -> int:
    return len(bounds.attributes)


def _alone(found: Joint, names: Sequence[str], projects: _Projects, markdown: bool) -> Iterator[str]:
    yield from head("What each does alone to any project within bounds", markdown)
    rows = []
    for each in found.alone:
        name = plain(names[each.amendment])
        there = {w.wanted: projects.number(w, ("base", name)) for w in each.found.witnesses}
        none, does = "none", direction(each.found)
        if each.found.bounds.unreached:
            none, does = "not all tried", does if there else "nothing found"
        rows.append((name, does, *(there.get(kind, none) for kind in _ALONE)))
    yield from table(("amendment", f"alone, {found.usual}", "widens it for", "narrows it for"), rows, markdown)
    out_of_reach = dict.fromkeys(said for each in found.alone for said in beyond(each.found.bounds))
    for said in out_of_reach:
        yield from lines(said, markdown)


def _pair(found: Joint, pair: Pairwise, names: tuple[str, str], projects: _Projects, markdown: bool) -> Iterator[str]:
    first, second = names
    laws = ("base", first, second, "both")
    yield from head(f"What {first} and {second} do together to any project within bounds", markdown)
    rows = list(pair.rows())
    letters = _letters(rows)
    for (kind, place), group in groupby(rows, key=lambda row: (row.kind, row.place and row.place.words)):
        mine = list(group)
        yield from lines(f"{_sentence(kind, names)}:", markdown)
        header = ("read", *([f"{place} of the impacts"] if place else []), *laws, "smallest")
        read = [" + ".join(letters[choice] for choice in row.reading) or found.usual for row in mine]
        cells = [_cells(row, words, laws, projects) for row, words in zip(mine, read, strict=True)]
        yield from table(header, cells, markdown)
    if letters:
        yield from _legend(found, letters, markdown)
    if pair.same:
        yield from lines(f"All of it the same with {listing([f'{n} = {c}' for n, c in pair.same])}, each alone.", markdown)
    if pair.untried:
        yield from lines(
            f"Not tried: the {pair.untried} other choices of reading that these provisions carry. Ask for one with --reading.",
            markdown,
        )
    if pair.nowhere:
        yield from lines("Under none of these readings is there, within these bounds, a project where", markdown)
        for kind in pair.nowhere:
            yield from lines(f"- {KINDS[kind].format(*names)}.", markdown, "    ")


def _sentence(kind: str, names: tuple[str, str]) -> str:
    said = KINDS[kind].format(*names)
    return said[0].upper() + said[1:] if not said.startswith(names) else said


def _cells(row: Row, read: str, laws: tuple[str, ...], projects: _Projects) -> list[str]:
    start = [read, *([row.place.said] if row.place is not None else [])]
    if row.witness is None:
        return [*start, *("-" for _ in laws), "none"]
    return [*start, *(_PLAN[answer] for answer in row.witness.answers), projects.number(row.witness, laws)]


def _letters(rows: Sequence[Row]) -> dict[tuple[str, str], str]:
    """Each choice of a reading that a row is under has a letter."""
    return {choice: _letter(n) for n, choice in enumerate(dict.fromkeys(chain.from_iterable(r.reading for r in rows)))}


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"A{number}"


def _legend(found: Joint, letters: Mapping[tuple[str, str], str], markdown: bool) -> Iterator[str]:
    """What the letters stand for, and what the other rows are read with."""
    chosen = [name for name, choice in found.choices.items() if choice != found.readings[name].default]
    asked = [f"{name} = {found.choices[name]}" for name in dict.fromkeys((*(name for name, _ in letters), *chosen))]
    yield from lines(f"{found.usual.capitalize()}: {listing(asked)}.", markdown)
    for (name, choice), letter in letters.items():
        yield from lines(f"{letter}: {name} = {choice} ({found.readings[name].choices[choice]}).", markdown)


def as_json(found: Joint, names: Sequence[str]) -> dict[str, Any]:
    """Part of schema `lexempt.interact/1`."""
    return {
        "alone": [
            {
                "amendment": names[each.amendment],
                "direction": direction(each.found),
                "witnesses": _witnesses(each.found),
                "bounds": bounds_json(each.found.bounds),
            }
            for each in found.alone
        ],
        "searches": [
            {
                "amendments": [names[pair.first], names[pair.second]],
                "witnesses": _witnesses(pair.found[()]),
                "readings": [
                    {"choice": dict(reading), "witnesses": _witnesses(each), "none": list(each.none)}
                    for reading, each in pair.found.items()
                    if reading
                ],
                "readings_not_tried": pair.untried,
                "bounds": bounds_json(pair.bounds),
            }
            for pair in found.pairs
        ],
    }


def _witnesses(found: Searched) -> list[dict[str, Any]]:
    return [{"kind": w.wanted, "case": w.case, "smallest": w.least, "answers": list(w.answers)} for w in found.witnesses]
