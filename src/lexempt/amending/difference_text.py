"""A difference as text, Markdown and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any

from lexempt.amending.difference import KINDS, Difference, ProjectDifference
from lexempt.amending.impact import ImpactRow
from lexempt.law.program import order
from lexempt.rendering.markdown import escaped
from lexempt.rendering.words import SHORT_PLAN, brief, briefs, capital, counted, listing, of_the_law, plain

SHOWN = 20


def named(provision: str) -> str:
    """A short citation; an act's own clause under a number that another clause had is told from that one."""
    _, _, act = provision.partition("@")
    return f"{brief(provision)} [{act}]" if act else brief(provision)


def heading(before: str, after: str) -> str:
    """What is compared."""
    return f"From the {plain(before)} to the {plain(after)}"


def summary(found: Difference) -> str:
    """`Only widens the exemption: 3 of 12 projects differ.`"""
    number = len(found.different)
    said = "no project differs" if not number else f"{number:,} differ{'s' if number == 1 else ''}"
    direction = found.direction
    if direction == "no change" and number and any("turns on words not seen" in p.kinds for p in found.different):
        direction_words = "No answer changes under the law as last seen; some turn on words not seen"
    elif direction == "no change" and number:
        direction_words = "No answer changes, paths or duties do"
    else:
        direction_words = {"both": "Widens and narrows the exemption"}.get(
            direction, direction[0].upper() + direction[1:]
        )
    return f"{direction_words}: of {counted(found.projects, 'project')}, {said}."


def worded(fates: Sequence[tuple[str, Sequence[str]]]) -> str:
    """What becomes of the provisions that are worded differently."""
    words = (f"{capital(fate)}: {_all_named(provisions)}." for fate, provisions in fates)
    return " ".join(words) or "No provision is worded differently."


def _all_named(provisions: Sequence[str]) -> str:
    marked = any("@" in provision for provision in provisions)
    return listing([named(p) for p in provisions]) if marked else briefs(provisions, "and")


def worded_lines(fates: Sequence[tuple[str, Sequence[str]]], markdown: bool) -> Iterator[str]:
    """The same as lines."""
    if markdown:
        yield from ("", worded(fates))
    else:
        yield from wrap(worded(fates), 100, initial_indent="  ", subsequent_indent="    ")


def text_lines(
    found: Difference, before: str, after: str, fates: Sequence[tuple[str, Sequence[str]]], limit: int = SHOWN
) -> Iterator[str]:
    """For a terminal."""
    yield heading(before, after)
    yield f"  {summary(found)}"
    yield from worded_lines(fates, False)
    counts = Counter(kind for project in found.different for kind in project.kinds)
    for kind in KINDS:
        if counts[kind]:
            yield f"  {counts[kind]:>5}  {kind}"
    clauses = found.by_clause()
    if clauses:
        yield "Clauses"
        for clause in sorted(clauses, key=order):
            more, less = clauses[clause]
            parts = [
                f"gained by {counted(more, 'project')}" if more else "",
                f"lost by {counted(less, 'project')}" if less else "",
            ]
            yield f"  {named(clause)}: {', '.join(filter(None, parts))}"
    if found.different:
        yield "Projects"
    for project in found.different[:limit]:
        yield f"  {plain(project.path)} {plain(project.id)}: {_answers(project)}; {', '.join(project.kinds)}"
        for name, pairs in (("gains", project.gained), ("loses", project.lost)):
            if pairs:
                yield f"      {name} " + listing([f"{named(c)} for {plain(i)}" for i, c in pairs][:6])
        if project.turns_on:
            yield f"      turns on {of_the_law(value.title for value in project.turns_on)}"
        for reading in project.readings[:3]:
            choices = listing([f"{n} = {c}" for n, c in reading.choices])
            yield f"      read with {choices}: {SHORT_PLAN[reading.before]} -> {SHORT_PLAN[reading.after]}"
    if len(found.different) > limit:
        yield f"  and {len(found.different) - limit:,} more (--limit, --format json)"
    for reason in found.unsure[:5]:
        yield f"Not compared in full: {plain(reason)}"


def markdown_lines(
    found: Difference, before: str, after: str, fates: Sequence[tuple[str, Sequence[str]]], limit: int = SHOWN
) -> Iterator[str]:
    """To paste into a memo."""
    yield f"## {heading(before, after)}"
    yield ""
    yield f"**{summary(found)}** {worded(fates)}"
    yield ""
    if found.different:
        yield "| Project | Before | After | What changes | Clauses gained | Clauses lost | Under a reading |"
        yield "|---|---|---|---|---|---|---|"
    for p in found.different[:limit]:
        readings = "; ".join(
            f"{', '.join(f'{n} = {c}' for n, c in r.choices)}: {SHORT_PLAN[r.before]} -> {SHORT_PLAN[r.after]}"
            for r in p.readings
        )
        cells = (
            f"{p.path} {p.id}", SHORT_PLAN[p.before], SHORT_PLAN[p.after], ", ".join(p.kinds),
            _pairs(p.gained), _pairs(p.lost), readings,
        )  # fmt: skip
        yield "| " + " | ".join(escaped(cell) for cell in cells) + " |"
    if len(found.different) > limit:
        yield ""
        yield f"And {len(found.different) - limit:,} more."


def group_lines(rows: Sequence[ImpactRow], markdown: bool) -> Iterator[str]:
    """The impact table; each number is of the projects of its group that were compared."""
    header = ("", "", "projects", "wider", "narrower", "other", "depends now")
    table = [
        (r.attribute, r.value, *(f"{n:,}" for n in (r.projects, r.widened, r.narrowed, r.otherwise, r.depends)))
        for r in rows
    ]
    yield ""
    yield "### By group" if markdown else "By group (a project counts in each group that an impact of it is in)"
    if markdown:
        yield ""
        yield "| " + " | ".join(header) + " |"
        yield "|---|---|" + "---:|" * (len(header) - 2)
        for row in table:
            yield "| " + " | ".join(escaped(cell) for cell in row) + " |"
        return
    widths = [max(len(row[n]) for row in (header, *table)) for n in range(len(header))]
    for row in (header, *table):
        cells = [c.ljust(w) if n < 2 else c.rjust(w) for n, (c, w) in enumerate(zip(row, widths, strict=True))]
        yield ("  " + "  ".join(cells)).rstrip()


def renumbered_lines(pairs: Sequence[tuple[str, str]], markdown: bool) -> Iterator[str]:
    """Which provisions have another number, for a terminal or a memo."""
    said = f"Renumbered: {listing([f'{brief(old)} as {brief(new)}' for old, new in pairs])}."
    if markdown:
        yield ""
    yield said


def as_json(found: Difference, before: str, after: str, provisions: Iterable[str]) -> dict[str, Any]:
    """Schema `lexempt.diff/1`."""
    return {
        "schema": "lexempt.diff/1",
        "before": before,
        "after": after,
        "direction": found.direction,
        "projects": found.projects,
        "provisions": sorted(provisions, key=order),
        "different": [
            {
                "id": p.id, "path": p.path, "kinds": list(p.kinds), "before": p.before, "after": p.after,
                "gained": [{"impact": i, "provision": c} for i, c in p.gained],
                "lost": [{"impact": i, "provision": c} for i, c in p.lost],
                "readings": [{"choices": dict(r.choices), "before": r.before, "after": r.after} for r in p.readings],
                "law_turns_on": [value.fact for value in p.turns_on],
            }
            for p in found.different
        ],
        "not_compared": list(found.unsure),
    }  # fmt: skip


def _answers(project: ProjectDifference) -> str:
    if project.before == project.after:
        return SHORT_PLAN[project.before]
    return f"{SHORT_PLAN[project.before]} -> {SHORT_PLAN[project.after]}"


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{named(c)} ({i})" for i, c in pairs)
