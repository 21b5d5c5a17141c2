"""The page about a change of the law beside its answers: what is worded differently, and what that moves elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from lexempt.records import NamedTuple

if TYPE_CHECKING:
    from lexempt.amending.beside import Beside
    from lexempt.amending.domain import Side
    from lexempt.amending.provided import Effect
    from lexempt.amending.versions import Version
    from lexempt.case import Reading
    from lexempt.finding import Finding

Depth: TypeAlias = Literal["rows", "quick", "whole"]
"""What is read from the rows; that, where a search was made without going further; all of it."""
_SEARCHED = "Clauses are looked for over projects of one impact, limits over those of two"
_IDLE = "Clauses made dead or shadowed, limits made idle"


class Page(NamedTuple):
    """What the rows say, and what was searched for: own effects of what refers to the change, clauses made dead or shadowed
    and limits made idle (None: not searched for)."""

    beside: Beside
    depth: Depth
    moved: tuple[Effect, ...] | None
    idle: tuple[Finding, ...] | None


def look(
    one: Version, other: Version, day: date, cases: Sequence[Reading], choices: dict[str, str], depth: Depth
) -> Page:
    """The page of two versions, on a day where they have none of their own."""
    from lexempt.amending.beside import beside, tells_of_itself
    from lexempt.amending.domain import Side
    from lexempt.amending.provided import effects
    from lexempt.law.vocabulary import load_vocabulary

    vocabulary = load_vocabulary()
    sides = [Side(v.day or day, v.adopted, v.standing(day)) for v in (one, other)]
    found = beside(sides[0].standing, sides[1].standing, vocabulary, cases)
    if depth != "whole":
        return Page(found, depth, None, None)
    telling = [p for p in found.referring if tells_of_itself(p)]
    moved = effects(sides, telling, choices, vocabulary).found
    return Page(found, depth, moved, _idle(sides, choices) if found.fates else ())


def _idle(sides: Sequence[Side], choices: dict[str, str]) -> tuple[Finding, ...]:
    from lexempt.law.vocabulary import load_vocabulary
    from lexempt.linting.clauses import Law
    from lexempt.linting.lint import added
    from lexempt.solving.engine import Watch

    before, after = (Law(s.day, s.adopted, s.standing, choices, load_vocabulary()) for s in sides)
    return added(before, after, Watch(None), ("dead", "shadowed", "idle"))[0]


def add(page: Page, markdown: bool, lines: list[str]) -> None:
    """As text or Markdown."""
    from lexempt.amending.beside_text import text_lines, told
    from lexempt.rendering.findings import one

    lines += text_lines(page.beside, page.moved, markdown)
    if page.idle is None:
        how = "--quick" if page.depth == "quick" else "only with --search"
        lines += told(f"{_IDLE}: not looked for ({how}).", markdown)
        return
    lines += told(f"{_IDLE}: {len(page.idle) or 'none'}.", markdown)
    for finding in page.idle:
        lines += [""] if markdown else []
        lines += one(finding, markdown)
    lines += told(f"{_SEARCHED} (`lexempt law lint` has the bounds, and other kinds of finding).", markdown)


def as_json(page: Page) -> dict[str, Any]:
    """Part of schema `lexempt.diff/1`."""
    from lexempt.amending.beside_text import as_json as rows
    from lexempt.rendering.findings import one_json

    idle = None if page.idle is None else [one_json(finding) for finding in page.idle]
    return {**rows(page.beside, page.moved), "without_effect": idle}
