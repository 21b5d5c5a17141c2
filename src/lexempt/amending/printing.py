"""The comparative print as text, Markdown and HTML; the start of an amendment as text."""

from __future__ import annotations

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


def start_lines(asked: str, law: Standing, day: str, vocabulary: Vocabulary) -> Iterator[str]:
    """A bill that changes nothing yet: each line of the provision stands ready as a comment, to uncomment and edit."""
    yield 'bill NAME "What it does"'
    yield f"  drafted against: {day}"
    yield "# effective: 2027-08-01"
    for name in law.below(asked):
        provision = law.provisions[name]
        if provision.state == "not in force":
            yield f"# {name} is not in force; to bring it back: reinstate {name}"
            continue
        yield ""
        yield f"amend {name}                   # {brief(name)}; to take it out, write `repeal` for `amend`"
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
