"""The findings of static analysis as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from lexempt.finding import Finding, Lint, Turn, Witness
from lexempt.rendering.markdown import escaped
from lexempt.rendering.words import SHORT_PLAN, brief, briefs, capital, counted, cut, listing, plain, with_citations

_TITLES = {
    "gap": "Gap between clauses",
    "overlap": "Overlap of amounts",
    "shadowed": "Shadowed clause",
    "dead": "Clause without a project",
    "idle": "Limit that decides nothing",
    "contradiction": "Exempt and prohibited",
    "list": "List that leaves one out",
    "boundary": "Boundary",
    "circular": "Circular definition",
}
_MANY = 6


class Section:
    """Some findings under a heading (none: the findings of one law)."""

    def __init__(self, findings: Sequence[Finding], heading: str | None = None) -> None:
        self.findings, self.heading = findings, heading


def lines(found: Lint, sections: Sequence[Section], stay: int | None, form: str = "text") -> Iterator[str]:
    """The page: what was found, section by section, and what it rests on. `stay`: how many findings an amendment keeps."""
    marked = form == "markdown"
    amended = f" as amended by {listing(found.amendments)}" if found.amendments else ""
    number = sum(len(section.findings) for section in sections)
    law = f"law of {found.on.isoformat()}{amended}"
    if stay is None:
        head = f"{counted(number, 'finding')} in {counted(found.clauses, 'clause')} ({law})"
    else:
        head = f"{counted(number, 'finding')} added or removed, {stay} the same ({law})"
    yield f"## {escaped(head)}" if marked else f"{head}."
    for section in sections:
        if section.heading is not None:
            count = len(section.findings) or "none"
            yield from ("", f"### {section.heading}: {count}" if marked else f"{section.heading}: {count}")
        for finding in section.findings:
            yield ""
            yield from one(finding, marked)
    yield ""
    looked = f"Looked for: {', '.join(found.kinds)} (each explained by `lexempt law lint --explain KIND`)."
    yield from _told(looked, marked, "")
    yield from _told(f"Searched: {'; '.join(found.bounds)}.", marked, "")
    if found.as_last_seen:
        yield from _told("What has not been seen of the law is taken as last seen.", marked, "")


def one(finding: Finding, marked: bool) -> Iterator[str]:
    """A finding: its title, what it says, what it rests on, its witness."""
    title = f"{_TITLES[finding.kind]}: {brief(finding.provision)}"
    yield f"**{escaped(title)}** ({finding.kind})" if marked else f"{finding.kind}  {title}"
    for text in _sentences(finding):
        yield from _told(text, marked)
    if finding.ends_under:
        yield from _told(f"Not so if read with {_turns(finding.ends_under)}.", marked)
    elif finding.bounded:
        yield from _told("The same under each other choice of one reading that these provisions carry.", marked)
    if finding.witness is not None:
        if finding.witness.readings:
            yield from _told("Under the readings in use, naming it would change no project within the bounds.", marked)
        yield from _witness(finding.witness, marked)
    elif finding.no_witness == "none":
        yield from _told("No project within the bounds tells the difference.", marked)


def _sentences(finding: Finding) -> Iterator[str]:
    said = dict(finding.said)
    others = finding.others
    if finding.kind == "gap":
        where = "; ".join(f"{f.words}: {listing([with_citations(v) for v in f.values], 'or')}" for f in finding.facts)
        yield f"No clause here covers {where}."
        by_fact: dict[str, list[str]] = {}
        for near in finding.neighbours:
            values = listing([with_citations(v) for v in near.values], "or")
            by_fact.setdefault(near.words, []).append(f"{values} ({briefs(near.clauses)})")
        for words, covered in by_fact.items():
            yield f"Covered with {words}: {'; '.join(covered)}."
    elif finding.kind == "overlap":
        bars = said.get("bars")
        yield f"An impact may fall under {briefs((finding.provision, *others), 'and')} at once, with different amounts."
        yield (
            f"The larger amount is that of {briefs(said['larger'])}."
            + (f" On one project they may not be used together ({briefs(bars)})." if bars else "")
        )
    elif finding.kind == "shadowed":
        each = "; and the other way around" if "each_other" in said else ""
        yield f"Whatever qualifies under it qualifies under {briefs(others)} as well{each}."
    elif finding.kind == "dead":
        yield "No project within the bounds qualifies under it."
    elif finding.kind == "idle":
        yield "Without it every project within the bounds would get the same answer."
    elif finding.kind == "contradiction":
        yield (
            f"It prohibits work that {counted(len(others), 'clause')} exempt or release: {cut([brief(c) for c in others], _MANY)}. "
            "Exempt from a replacement plan and permitted are two answers."
        )
    elif finding.kind == "list":
        members = [_word(member) for member in said["members"]]
        left_out = [_word(member) for member in said["left_out"]]
        yield f"Its list ({said['list'][0]}) names {listing(members)}, and not {listing(left_out, 'or')}."
        if others:
            yield f"The same list of {briefs(others, 'and')} has {'them' if len(left_out) > 1 else 'it'}."
    elif finding.kind == "boundary":
        between = listing(said["between"])
        ends = " to ".join(finding.facts[0].values)
        kind = "neither takes in" if said["is"] == ("hole",) else "both take in"
        home = briefs((finding.provision, *others), "and")
        yield f"The ranges of {said['of'][0]} {between}: {kind} {finding.facts[0].words} of {ends} ({home})."
    else:
        yield f"Its rules need one another: {', '.join(said['predicates'])} ({', '.join(said['rules'])})."
        if others:
            yield f"They pass through {briefs(others, 'and')}."


def _word(member: str) -> str:
    return brief(member) if "/" in member else member


def _turns(turns: Sequence[Turn]) -> str:
    return listing([f"{turn.reading} = {turn.choice}" for turn in turns], "or")


def _witness(witness: Witness, marked: bool) -> Iterator[str]:
    read = f" (read with {_turns([Turn(*r) for r in witness.readings])})" if witness.readings else ""
    answer = SHORT_PLAN[witness.plans[0]]
    if witness.beside is not None:
        yield from _told(
            f"A smallest project{read}: {answer}; with {_word(witness.beside)} named, {SHORT_PLAN[witness.plans[1]]}.",
            marked,
        )
    else:
        clauses = sorted({c for each in witness.qualifies for c in each})
        under = f", qualifies under {briefs(clauses, 'and')}" if clauses else ", qualifies under no clause"
        barred = ", prohibited" if witness.prohibited else ""
        yield from _told(f"A smallest project{read}: {answer}{under}{barred}.", marked)
    if marked:
        yield from ("", "```", *witness.case.rstrip("\n").split("\n"), "```")
    else:
        yield from (f"      {line}" for line in witness.case.rstrip("\n").split("\n"))


def _told(text: str, marked: bool, indent: str = "    ") -> Iterator[str]:
    if marked:
        yield from ("", escaped(capital(text)))
    else:
        yield from wrap(capital(plain(text)), 100, initial_indent=indent, subsequent_indent=indent + "  ")


def as_json(found: Lint, sections: Sequence[Section], stay: int | None) -> dict[str, Any]:
    """Schema `lexempt.lint/1`."""
    document: dict[str, Any] = {
        "schema": "lexempt.lint/1",
        "law": {"on": found.on.isoformat(), "amendments": list(found.amendments), "as_last_seen": found.as_last_seen},
        "kinds": list(found.kinds),
        "bounds": list(found.bounds),
        "clauses": found.clauses,
    }
    for section in sections:
        document[section.heading.lower() if section.heading else "findings"] = [one_json(f) for f in section.findings]
    return document | ({} if stay is None else {"same": stay})


def one_json(finding: Finding) -> dict[str, Any]:
    """Part of schema `lexempt.lint/1`."""
    shown: dict[str, Any] = {
        "kind": finding.kind,
        "provision": finding.provision,
        "others": list(finding.others),
        "says": [with_citations(sentence) for sentence in _sentences(finding)],
        "facts": {f.words: list(f.values) for f in finding.facts},
        "neighbours": [
            {"fact": n.words, "values": list(n.values), "clauses": list(n.clauses)} for n in finding.neighbours
        ],
        "details": {name: list(values) for name, values in finding.said},
        "rests_on": {
            "bounds": finding.bounded,
            "ends_under": [{turn.reading: turn.choice} for turn in finding.ends_under],
        },
        "no_witness": finding.no_witness,
        "witness": None,
    }
    if finding.witness is not None:
        witness = finding.witness
        shown["witness"] = {
            "case": witness.case,
            "replacement_plan": list(witness.plans),
            "qualifies": [list(clauses) for clauses in witness.qualifies],
            "prohibited": witness.prohibited,
            "with_named": witness.beside,
            "readings": dict(witness.readings),
        }
    return shown


__all__ = ["Section", "as_json", "lines", "one", "one_json"]
