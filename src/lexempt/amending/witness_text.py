"""What a search for witnesses found, as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from lexempt.amending.difference_text import named
from lexempt.amending.memo import preformatted
from lexempt.amending.pairs import Pair
from lexempt.amending.regions import Region, Regions
from lexempt.amending.witness import Bounds, Reading, Searched, Witness
from lexempt.records import NamedTuple
from lexempt.rendering.words import SHORT_PLAN, brief, briefs, counted, listing, plain

WORDS = {"widens": "Widens the exemption", "narrows": "Narrows the exemption"}
NOTHING = {"widens": "Widens nothing", "narrows": "Narrows nothing"}


class UnderReading(NamedTuple):
    """The same search with other choices of readings."""

    reading: Reading
    found: Searched


def read_with(reading: Reading) -> str:
    """`combining_amounts = each_paragraph`, several of them with `and`."""
    return listing([f"{name} = {choice}" for name, choice in reading])


class Told(NamedTuple):
    """A search as it is told: under the readings asked for; under each other choice; how many of these were not tried; the
    provisions that may differ in words not seen, and were not searched; the regions of one impact, and the pairs of two."""

    found: Searched
    others: Sequence[UnderReading] = ()
    untried: int = 0
    maybe: Sequence[str] = ()
    where: Regions | None = None
    joint: Sequence[Pair] = ()


def direction(found: Searched) -> str:
    """In the words of `--require`."""
    kinds = {w.wanted for w in found.witnesses if w.wanted in WORDS}
    if kinds == {"widens", "narrows"}:
        return "both"
    if kinds == {"widens"}:
        return "only widens the exemption"
    return "only narrows the exemption" if kinds == {"narrows"} else "no change"


def text_lines(told: Told, unseen: bool, form: str = "text") -> Iterator[str]:
    """Each kind with its smallest project, or that there is none; readings that change this; what has not been seen
    (`unseen`: there is such); the bounds."""
    found, bounds = told.found, told.found.bounds
    head = f"Any project of up to {within(bounds)}"
    yield head if form == "text" else f"### {head}"
    for kind, words in WORDS.items():
        witness = next((w for w in found.witnesses if w.wanted == kind), None)
        if form != "text":
            yield ""
        if witness is None:
            yield (
                f"  {NOTHING[kind]}: no such project within these bounds."
                if form == "text"
                else f"{NOTHING[kind]} within these bounds."
            )
        else:
            yield from _witness(witness, words, form)
    yield from _clause_by_clause(found, form)
    yield from _regions(told.where, form) if told.where is not None else ()
    yield from _pairs(told.joint, form)
    same = 0
    for other in told.others:
        said = direction(other.found)
        if said == direction(found):
            same += 1
        else:
            yield from _said(f"Read with {read_with(other.reading)}: {said} within these bounds.", form)
    if same:
        yield from _said(
            f"The same under {same} other choices of reading that these provisions carry, each alone.", form
        )
    if told.untried:
        yield from _said(f"Not tried: {told.untried} other choices of reading (--every-reading).", form)
    if unseen:
        yield from _said("What has not been seen of the law is taken as last seen.", form)
    if told.maybe:
        yield from _said(f"Not searched, as what changed there has not been seen: {briefs(told.maybe, 'and')}.", form)
    for sentence in bounds_sentences(bounds):
        yield from _said(sentence, form)


def within(bounds: Bounds) -> str:
    """`3 impacts in 2 wetlands of 2 owners each`."""
    impacts = counted(bounds.impacts, "impact")
    where = "one wetland" if bounds.wetlands == 1 else f"{bounds.wetlands} wetlands"
    whose = "one owner" if bounds.owners == 1 else f"{bounds.owners} owners"
    return f"{impacts} in {where} of {whose}{' each' if bounds.wetlands > 1 else ''}"


def bounds_sentences(bounds: Bounds) -> Iterator[str]:
    """What was searched, what was held fixed, and what of the change no project within the bounds can reach."""
    many = f"{len(bounds.attributes)} attributes (--format json lists them)"
    tried = listing([plain(word) for word in bounds.attributes]) if len(bounds.attributes) < 12 else many
    how = "First what the change reads, then every attribute that can be tried" if bounds.widened else "Searched"
    held = listing([plain(word) for word in bounds.held]) if len(bounds.held) < 40 and bounds.widened else "All else"
    yield (
        f"{how}: {tried}; areas up to {bounds.area:,} sqft, at, one below and one above every number of either law, and what "
        f"completes a sum to it. Held as in an ordinary project: {held[0].lower() + held[1:]}."
    )
    if bounds.cut:
        yield "That search was given up after some time: beyond what the change reads nothing is ruled out."
    if bounds.one_answer:
        yield "All projects within these bounds get one answer under the first law: that nothing was found says little."
    yield from beyond(bounds)


def beyond(bounds: Bounds) -> Iterator[str]:
    """What of the change no project within the bounds can reach."""
    for provision in dict.fromkeys(p for p, _ in bounds.unreached):
        words = listing([plain(w) for p, w in bounds.unreached if p == provision])
        yield f"Out of reach: {brief(provision)} asks for what was held fixed ({words}); what turns on that was not searched."


def _clause_by_clause(found: Searched, form: str) -> Iterator[str]:
    """A smallest project for each exemption that the two versions word differently, where it is not printed already."""
    printed = {w.case for w in found.witnesses if w.wanted in WORDS}
    for witness in found.witnesses:
        kind, _, clause = witness.wanted.partition(" ")
        if kind not in ("gains", "loses"):
            continue
        said = f"{named(clause)}: {'exempt by it now' if kind == 'gains' else 'no longer exempt by it'}"
        if witness.case in printed:
            if len({name.partition(" ")[2] for name in (*found.none, *(w.wanted for w in found.witnesses))} - {""}) > 1:
                yield from _said(f"{said}: as above.", form)
            continue
        printed.add(witness.case)
        yield from _witness(witness, said, form)
    if _idle(found):
        clauses = listing([named(c) for c in _idle(found)], "or")
        yield from _said(f"No project within these bounds turns on the change of {clauses}.", form)


def _idle(found: Searched) -> list[str]:
    """The exemptions worded differently without a project within the bounds whose answer turns on that."""
    clauses = [kind.partition(" ")[2] for kind in found.none if kind not in WORDS]
    return [c for c in dict.fromkeys(clauses) if clauses.count(c) == 2]


SHOWN = 6
_EVERYWHERE = ("work: ", "assume: ", "activity: fill")
"""What a smallest project has unless it tells something."""


def _regions(where: Regions, form: str) -> Iterator[str]:
    """The conditions under which an impact alone changes its answer."""
    if not where.found:
        told = "The conditions under which one impact changes its answer are not told: they are too many to put into words."
        yield from _said(told, form)
    for kind, words in WORDS.items():
        mine = [region for region in where.found if region.kind == kind]
        if mine:
            where_ = "in a wetland of one owner, ordinary but for what the change reads"
            yield from _said(f"{words} for every project of one impact ({where_}) with", form)
            for region in mine[:SHOWN]:
                conditions = "; ".join(plain(c.words) for c in region.conditions) or "any facts"
                sampled = ", at the areas tried" if region.sampled else ""
                yield from _entry(f"{conditions}{sampled} (such as {_shortly(region)})", form)
            if len(mine) > SHOWN or kind in where.more:
                yield from _said("and under more conditions of this kind (--format json has more).", form)


def _shortly(region: Region) -> str:
    """What its smallest project states, on one line; the size of the wetland where that is a condition."""
    lines = [line.strip() for line in region.witness.case.splitlines()]
    everywhere = _EVERYWHERE if any(c.attribute == "size" for c in region.conditions) else (*_EVERYWHERE, "size: ")
    facts = [line.replace(": ", " ", 1) for line in lines if ": " in line and not line.startswith(everywhere)]
    return ", ".join(facts)


def _pairs(joint: Sequence[Pair], form: str) -> Iterator[str]:
    """The clauses under which two impacts change their answer together, though neither does so alone."""
    for kind, words in WORDS.items():
        partners: dict[str, list[str]] = {}
        for first, second in (pair.clauses for pair in joint if pair.kind == kind):
            partners.setdefault(first, []).append(second)
        alike: dict[tuple[str, ...], list[str]] = {}
        for first, theirs in partners.items():
            alike.setdefault(() if theirs == [first] else tuple(theirs), []).append(first)
        if alike:
            two = "for two in a wetland of one owner, each under one clause (of those tried)"
            yield from _said(f"{words} for no impact alone, and {two}:", form)
        for seconds, firsts in alike.items():
            ours = briefs(firsts, "or")
            yield from _entry(f"{ours}, with {briefs(seconds, 'or')}" if seconds else f"both under {ours}", form)


def _entry(said: str, form: str) -> Iterator[str]:
    """An entry of a list."""
    if form == "text":
        yield from wrap(said, 100, initial_indent="    - ", subsequent_indent="      ")
    else:
        yield f"- {said}"


def _said(sentence: str, form: str) -> Iterator[str]:
    if form == "text":
        yield from wrap(sentence, 100, initial_indent="  ", subsequent_indent="    ")
    else:
        yield ""
        yield sentence


def _witness(witness: Witness, words: str, form: str) -> Iterator[str]:
    answers = " -> ".join(SHORT_PLAN[answer] for answer in witness.answers)
    size = "A smallest project" if witness.least else "A small project (smaller ones were not ruled out in time)"
    if form == "text":
        yield f"  {words}. {size}, confirmed by `check`: {answers}"
        for impact, each in witness.clauses:
            yield f"    {impact}: " + " -> ".join(clauses_of(clauses) for clauses in each)
    else:
        yield f"**{words}.** {size}, confirmed by `check`: {answers}"
    yield from preformatted(witness.case, form != "text")


def clauses_of(clauses: Sequence[str]) -> str:
    return briefs(clauses, "and") if clauses else "no exemption"


def as_json(told: Told) -> dict[str, Any]:
    """Part of schema `lexempt.diff/1`."""
    found = told.found
    return {
        "direction": direction(found),
        "witnesses": [
            {
                "kind": w.wanted, "case": w.case, "smallest": w.least, "before": w.answers[0], "after": w.answers[1],
                "impacts": [{"id": i, "before": list(each[0]), "after": list(each[1])} for i, each in w.clauses],
            }
            for w in found.witnesses
        ],
        "regions": regions_json(told.where),
        "pairs": [{"kind": pair.kind, "clauses": list(pair.clauses)} for pair in told.joint],
        "not_reached": _idle(found),
        "not_seen": list(told.maybe),
        "bounds": bounds_json(found.bounds),
        "readings": [{"choice": dict(o.reading), "direction": direction(o.found)} for o in told.others],
    }  # fmt: skip


def regions_json(where: Regions | None) -> dict[str, Any] | None:
    """Conditions under which every project of one impact changes its answer, each with a smallest project; `more`: kinds of which
    there are further ones."""
    if where is None:
        return None
    found = [
        {
            "kind": r.kind,
            "conditions": [{"attribute": c.attribute, "is": c.words} for c in r.conditions],
            "witness": r.witness.case,
            "sampled": r.sampled,
        }
        for r in where.found
    ]
    return {"impacts": 1, "found": found, "more": list(where.more)}


def bounds_json(bounds: Bounds) -> dict[str, Any]:
    """The bounds, in every document that has a search."""
    return {
        "impacts": bounds.impacts, "wetlands": bounds.wetlands, "owners": bounds.owners,
        "attributes": list(bounds.attributes), "area_sqft": bounds.area, "widened": bounds.widened,
        "held": list(bounds.held), "cut": bounds.cut, "one_answer": bounds.one_answer,
        "out_of_reach": [{"provision": p, "attribute": a} for p, a in bounds.unreached],
    }  # fmt: skip
