"""What a change of the law brings with it beside other answers, as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from lexempt.amending.beside import AskedFor, Beside
from lexempt.amending.difference_text import named
from lexempt.amending.provided import Effect
from lexempt.amending.provided_text import effect_json
from lexempt.amending.references import Reference
from lexempt.rendering.markdown import escaped
from lexempt.rendering.words import brief, briefs, listing, plain, with_citations

HEADING = "Beside the answers"


def text_lines(found: Beside, moved: Sequence[Effect] | None, markdown: bool = False) -> Iterator[str]:
    """A line for each; `moved` are the own effects of provisions worded alike (None: they were not searched for)."""
    yield from heading(markdown)
    for effect in moved or ():
        words = (listing([with_citations(w) for w in said]) or "nothing" for said in (effect.before, effect.after))
        said = f"{brief(effect.provision)}, {effect.kind}: {' -> '.join(words)} (`diff --provision` shows a project)"
        yield from told(f"Moves elsewhere: {said}.", markdown)
    seen = {effect.provision for effect in moved or ()}
    rest = [p for p in found.referring if p not in seen]
    if rest:
        hint = "" if moved is not None else " (`diff --provision` tells what moves there)"
        yield from told(f"Refers to what is worded differently: {briefs(rest, 'and')}{hint}.", markdown)
    references = "; ".join(reference_words(r) for r in found.unmended)
    none = "none of those recorded (a lead-in such as `except as provided in paragraph (e)` is not)"
    yield from told(f"References to mend: {references or none}.", markdown)
    asked = "; ".join(
        f"{named(p)} asks for {listing([plain(a.words) for a in found.asked if a.provision == p])}"
        for p in dict.fromkeys(a.provision for a in found.asked)
    )
    yield from told(f"Asked for now and not before: {asked or 'nothing'}.", markdown)
    if found.projects and found.asked:
        missing = {a.words: a.unstated for a in found.asked if a.unstated}
        each = listing([f"{plain(words)} ({n:,} of {found.projects:,})" for words, n in missing.items()])
        yield from told(f"Projects that do not state it: {each or 'none'}.", markdown)


def reference_words(reference: Reference) -> str:
    """What refers to what, and how: `subd. 9(e) names subd. 9(b)`."""
    if reference.list is not None:
        return f"{brief(reference.of)} names {brief(reference.to)}"
    return f"{brief(reference.of)} (`{(reference.condition or '').replace('_', ' ')}`) reads {brief(reference.to)}"


def heading(markdown: bool) -> Iterator[str]:
    """Above all of it."""
    yield from ("", f"### {HEADING}") if markdown else (HEADING,)


def told(sentence: str, markdown: bool) -> Iterator[str]:
    """A sentence of it."""
    if markdown:
        yield from ("", escaped(sentence))
    else:
        yield from wrap(sentence, 100, initial_indent="  ", subsequent_indent="    ")


def as_json(found: Beside, moved: Sequence[Effect] | None) -> dict[str, Any]:
    """Part of schema `lexempt.diff/1`."""
    return {
        "worded_differently": [{"provision": p, "fate": fate} for fate, provisions in found.fates for p in provisions],
        "referring": list(found.referring),
        "moved": None if moved is None else [effect_json(e) for e in moved],
        "references_to_mend": [r._asdict() for r in found.unmended],
        "asked_for": [_asked(a, found.projects) for a in found.asked],
    }


def _asked(asked: AskedFor, projects: int) -> dict[str, Any]:
    counts = {"not_stated": asked.unstated, "projects": projects} if projects else {}
    return {"provision": asked.provision, "attribute": asked.attribute, **counts}
