"""Comments carried from a file over to the canonical form of its case, where each stands by what it stood by."""

from __future__ import annotations

from collections.abc import Iterator

from lexempt.case import Case, Reading

_COLUMN = 38
"""A comment after a fact starts here, if the fact is shorter."""


def canonical_text(reading: Reading) -> str:
    """The canonical form of a case that was read, with its comments. No comment is left out."""
    from lexempt.language.printer import print_case

    assert reading.case is not None
    return with_comments(reading, print_case(reading.case))


def with_comments(reading: Reading, printed: str) -> str:
    """The canonical text of a case that was read, or of the same with some facts stated otherwise, with the comments of what
    was read. No comment is left out."""
    from lexempt.language.reader import read_case
    from lexempt.law.vocabulary import load_vocabulary

    assert reading.case is not None
    if not any("#" in line for line in reading.lines):
        return printed
    again = read_case(printed, reading.case.path, load_vocabulary())
    lines = printed.rstrip("\n").split("\n")
    if again.case is None:
        return printed
    return "\n".join(_woven(reading, lines, _places(reading, again.case, lines))) + "\n"


def _places(reading: Reading, again: Case, lines: list[str]) -> dict[int, int]:
    """Line of the file -> line of the canonical form that says the same; both from 1."""
    assert reading.case is not None
    free: dict[object, list[int]] = {}
    for key, number in _anchors(again):
        free.setdefault(key, []).append(number)
    found: dict[int, int] = {}
    for key, number in _anchors(reading.case):
        if free.get(key):
            found[number] = free[key].pop(0)
    taken = set(found.values())
    # A fact that is stated otherwise now keeps what stood by it.
    slots = {(s.thing, s.attribute, s.key): s.span.line for s in reversed(again.statements)}
    for s in reading.case.statements:
        place = slots.get((s.thing, s.attribute, s.key))
        if s.span.line not in found and place is not None and place not in taken:
            found[s.span.line] = place
            taken.add(place)
    by_text: dict[str, list[int]] = {}
    for number, line in enumerate(lines, 1):
        if line.strip() and number not in taken:
            by_text.setdefault(" ".join(line.split()).casefold(), []).append(number)
    for number, content, _ in _split(reading):
        said = " ".join(content.split()).casefold()
        if content and number not in found and by_text.get(said):
            found[number] = by_text[said].pop(0)
    return found


def _anchors(case: Case) -> Iterator[tuple[object, int]]:
    """What each line of a case says, as a key that does not depend on how it is written."""
    for thing in case.things:
        yield ("thing", thing.id), thing.span.line
    for statement in case.statements:
        said = (statement.thing, statement.attribute, statement.key, repr(statement.value), repr(statement.source))
        yield said, statement.span.line
    for claim in case.claims:
        yield (claim.project, claim.provision, claim.impact), claim.span.line
    for note in case.notes:
        yield ("note", note.project, note.text), note.span.line
    for event in case.history:
        yield ("history", event.project, event.text), event.span.line
    for expect in case.expects:
        yield ("expect", expect.on, expect.readings), expect.span.line
        for line in expect.lines:
            yield (expect.on, expect.readings, line.subject, line.wants), line.span.line
    for variant in case.variants:
        yield ("variant", variant.name), variant.span.line


def _split(reading: Reading) -> Iterator[tuple[int, str, str]]:
    """Each line's number, what it says, and its comment."""
    from lexempt.language.lines import strip_comment

    for number, line in enumerate(reading.lines, 1):
        content = strip_comment(line)
        yield number, content.strip(), line[len(content) :].strip()


def _woven(reading: Reading, lines: list[str], places: dict[int, int]) -> Iterator[str]:
    above: dict[int, list[str]] = {}
    beside: dict[int, list[str]] = {}
    waiting: list[str] = []
    for number, content, comment in _split(reading):
        place = places.get(number) if content else None
        if place is None:
            waiting += [comment] if comment else []
            continue
        above.setdefault(place, []).extend(waiting)
        waiting = []
        if comment:
            beside.setdefault(place, []).append(comment)
    for number, line in enumerate(lines, 1):
        indent = line[: len(line) - len(line.lstrip())]
        yield from (f"{indent}{comment}" for comment in above.get(number, ()))
        yield f"{line:<{_COLUMN}} {' '.join(beside[number])}" if number in beside else line
    if waiting:
        yield ""
        yield from waiting
