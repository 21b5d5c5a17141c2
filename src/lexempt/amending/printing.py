"""The comparative print as text, Markdown and HTML; the start of an amendment as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lexempt.amending.compare import Compared, ComparedLine
from lexempt.amending.references import references_to
from lexempt.amending.standing import Standing
from lexempt.amending.terms import lines_of
from lexempt.law.vocabulary import Vocabulary
from lexempt.rendering.markdown import escaped
from lexempt.rendering.words import brief, citation, plain

_WRAPS = {
    "text": {"kept": "{}", "struck": "[deleted: {}]", "inserted": "[inserted: {}]"},
    "markdown": {"kept": "{}", "struck": "~~{}~~", "inserted": "<ins>{}</ins>"},
    "html": {"kept": "{}", "struck": "<del>{}</del>", "inserted": "<ins>{}</ins>"},
}


def print_text(title: str, compared: Sequence[Compared], notes: Sequence[str] = ()) -> Iterator[str]:
    """Lines of plain text: what is deleted and inserted stands in brackets, for screen readers too."""
    yield plain(title)
    for found in compared:
        yield ""
        yield f"{citation(found.provision)}: {found.fate}   [{found.provision}]"
        for line in found.lines:
            yield f"  {line.key}: {joined(line, 'text')}"
    if notes:
        yield ""
        yield from notes


def print_markdown(title: str, compared: Sequence[Compared], notes: Sequence[str] = ()) -> Iterator[str]:
    """A table: struck text and <ins>inserted</ins> text."""
    yield f"# {escaped(title)}"
    yield ""
    yield "| Provision | | Text |"
    yield "|---|---|---|"
    for found in compared:
        yield f"| {citation(found.provision)} | **{found.fate}** | |"
        for line in found.lines:
            yield f"| | {line.key} | {joined(line, 'markdown')} |"
    for note in notes:
        yield ""
        yield escaped(note)


def print_html(title: str, compared: Sequence[Compared], notes: Sequence[str] = ()) -> Iterator[str]:
    """A table to paste into a word processor."""
    from html import escape

    yield '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">'
    yield f"<title>{escape(plain(title))}</title>\n<h1>{escape(plain(title))}</h1>"
    yield "<table>\n<tr><th>Provision</th><th>Line</th><th>Text</th></tr>"
    for found in compared:
        yield f"<tr><td>{escape(citation(found.provision))}</td><td>{found.fate}</td><td></td></tr>"
        for line in found.lines:
            yield f"<tr><td></td><td>{escape(line.key)}</td><td>{joined(line, 'html')}</td></tr>"
    yield "</table>"
    yield from (f"<p>{escape(note)}</p>" for note in notes)
    yield "</html>"


def joined(line: ComparedLine, form: str) -> str:
    """A line with what is struck and inserted marked, as text, markdown or html."""
    from html import escape

    parts = []
    for segment in line.segments:
        text = (
            escape(segment.text)
            if form == "html"
            else segment.text.replace("|", "\\|")
            if form == "markdown"
            else segment.text
        )
        parts.append(_WRAPS[form][segment.mark].format(text))
    return ", ".join(parts)


def start_name(asked: str, output: str | None = None) -> str:
    """The name of a bill to start from: that of the file it is written to, or of the provision (`amend_9_a_4`)."""
    stem = re.sub(r"\.amend$", "", re.split(r"[/\\]", output or "")[-1])
    name = re.sub(r"[^A-Za-z0-9_.\-]+", "_", stem).strip("_.-")
    if name and output != "-":
        return (name if name[0].isalpha() else f"amend_{name}")[:60]
    section, _, below = asked.partition("/")
    where = below if section == "103G.2241" and below else asked
    return "amend_" + re.sub(r"[^A-Za-z0-9]+", "_", where).strip("_")


def start_lines(name: str, asked: str, law: Standing, day: str, vocabulary: Vocabulary) -> Iterator[str]:
    """A bill that changes nothing yet: each line of the provision stands ready as a comment, to uncomment and edit."""
    yield f"bill {name}                   # what it does may follow, in quotes"
    yield f"  drafted against: {day}"
    yield "# effective: 2027-08-01"
    for below in law.below(asked):
        provision = law.provisions[below]
        if provision.state == "not in force":
            yield f"# {below} is not in force; to bring it back: reinstate {below}"
            continue
        yield ""
        yield f"amend {below}                   # {brief(below)}; to take it out, write `repeal` for `amend`"
        for key, value in lines_of(provision, vocabulary):
            bare = value.removesuffix(" (as last seen)")
            if key in ("if", "unless"):
                yield f"# {key}: strike {value}"
            elif key.replace(" ", "_") in provision.numbers:
                yield f"# {key}: strike {bare}, insert {bare}{'  # not seen since a later act' if bare != value else ''}"
            else:
                yield f"# {key}: replace {value} with {value}"
    readers = dict.fromkeys((r.of, r.list or r.condition or "") for r in references_to(asked, law))
    if readers:
        yield ""
        yield "# Named or read by:"
        for of, where in readers:
            yield f"#   {of} ({where.replace('_', ' ')})"
