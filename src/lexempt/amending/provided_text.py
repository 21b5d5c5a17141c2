"""What provisions themselves do differently, as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from lexempt.amending.memo import preformatted
from lexempt.amending.provided import Effect, Effects
from lexempt.rendering.words import brief, briefs, with_citations


def text_lines(found: Effects, above: str, unseen: bool, form: str = "text") -> Iterator[str]:
    """Each provision with its difference and a smallest project; those without one; the bounds."""
    head = f"What {brief(above)} does differently itself, on any project of one impact"
    yield head if form == "text" else f"### {head}"
    for effect in found.found:
        yield from _effect(effect, form)
    if found.none:
        yield from _said(
            f"Worded differently, or referring to what is or may be, with the same effect within these bounds: "
            f"{briefs(found.none, 'and')}.",
            form,
        )
    if not found.found and not found.none:
        yield from _said("Nothing: no provision there is worded differently, nor refers to one that is.", form)
    if unseen:
        yield from _said("What has not been seen of the law is taken as last seen.", form)
    yield from _said(
        f"Searched: for each provision, all it reads, and areas up to {found.area:,} sqft, at, one below and one above every "
        "number of either law. All else is held as in an ordinary project.",
        form,
    )


def _effect(effect: Effect, form: str) -> Iterator[str]:
    title = f"{brief(effect.provision)}: {effect.kind}"
    if form == "text":
        yield f"  {title}. A smallest project, confirmed by `check`:"
    else:
        yield ""
        yield f"**{title}.** A smallest project, confirmed by `check`:"
        yield ""
    for name, said in (("before", effect.before), ("after", effect.after)):
        sentence = "; ".join(with_citations(text) for text in said) or "nothing follows from it"
        if form == "text":
            yield from wrap(f"{name}: {sentence}", 100, initial_indent="    ", subsequent_indent="      ")
        else:
            yield f"- {name}: {sentence}"
    yield from preformatted(effect.case, form != "text")


def _said(sentence: str, form: str) -> Iterator[str]:
    if form == "text":
        yield from wrap(sentence, 100, initial_indent="  ", subsequent_indent="    ")
    else:
        yield from ("", sentence)


def as_json(found: Effects, above: str) -> dict[str, Any]:
    """Part of schema `lexempt.diff/1`."""
    return {
        "under": above,
        "different": [effect_json(effect) for effect in found.found],
        "no_other_effect": list(found.none),
        "bounds": {"impacts": 1, "area_sqft": found.area},
    }


def effect_json(effect: Effect) -> dict[str, Any]:
    """One of them."""
    return {
        "provision": effect.provision,
        "kind": effect.kind,
        "case": effect.case,
        "before": list(effect.before),
        "after": list(effect.after),
    }
