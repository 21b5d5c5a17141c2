"""A bill against a law: does each stroke fit what stands there, and which rows does it add?

A stroke *fits*, is *already law*, or *clashes*. Against the law it was drafted against, a clash is a mistake in the bill;
against another law it is news. Rows are the law's own (`value`, `item`, `strikes`, `enacts`, `repeals`,
`cites`).
"""

from __future__ import annotations

from collections.abc import Sequence

from lexempt.amending.additions import add
from lexempt.amending.bill import Bill, Section
from lexempt.amending.desk import CONDITIONS, Desk
from lexempt.amending.facts import declare
from lexempt.amending.fitted import Change, Fitted, all_adopted, as_fact
from lexempt.amending.renumbering import renumber
from lexempt.amending.repeals import reinstate, repeal
from lexempt.amending.standing import Standing
from lexempt.amending.strokes import conditions, members, number
from lexempt.amending.terms import keys_of, list_words
from lexempt.language.facts import diagnostic
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Problem
from lexempt.law.vocabulary import Vocabulary, load_vocabulary, normal


def fit(bill: Bill, law: Standing, vocabulary: Vocabulary | None = None, elsewhere: bool = False) -> Fitted:
    """The bill against a law, which has at least one act; `elsewhere`: another than it was drafted against."""
    sections = tuple(s._replace(id=law.id_of(s.id)) if s.id else s for s in bill.sections)
    desk = Desk(bill._replace(sections=sections), law, vocabulary or load_vocabulary(), elsewhere)
    declare(desk)
    for section in sections:
        if section.id:
            start = len(desk.rows)
            _section(desk, section)
            if section.kind != "amend":
                desk.once(start, section.line, section.provision, section.kind, True)
    if not desk.rows and not any(d.severity == "error" for d in desk.found):
        problem = Problem(
            "W220", f"`{bill.name}` changes nothing", 0, 1, "a stroke that changes the law", None, "warning"
        )
        desk.found.append(diagnostic(problem, bill.sections[0].line if bill.sections else None, bill.path))
    return Fitted(
        bill, law, tuple(dict.fromkeys(desk.found)), tuple(desk.changes), tuple(dict.fromkeys(desk.rows)),
        tuple(dict.fromkeys(desk.beside)), tuple((c, n, unit) for (c, n), unit in desk.units.items()),
        tuple(desk.facts),
    )  # fmt: skip


def _section(desk: Desk, section: Section) -> None:
    if section.kind == "add":
        add(desk, section)
        return
    known = desk.law.below(section.id)
    if not known:
        expected = "a provision that is encoded (`lexempt law show 103G.2241` lists them)"
        helping = did_you_mean(section.id, desk.law.provisions)
        at = section.provision
        message = f"{shown(at.text)} is no provision of this law"
        desk.clash(
            Problem("E203", message, at.start, at.end, expected, helping), section.line, section.id, section.kind
        )
        return
    if section.kind == "amend" and section.many:
        _amend_all(desk, section, known)
    elif section.kind == "amend":
        _amend(desk, section)
    elif section.kind == "renumber":
        renumber(desk, section, known)
    elif section.kind == "reinstate":
        reinstate(desk, section, known)
    else:
        repeal(desk, section, known)


def _amend(desk: Desk, section: Section) -> None:
    present = desk.law.provisions.get(section.id)
    if present is None:
        below = listed(desk.law.below(section.id), most=6)
        at = section.provision
        message = f"{shown(at.text)} has no text of its own to amend"
        desk.clash(Problem("E203", message, at.start, at.end, f"one of {below}"), section.line, section.id, "amend")
        return
    if present.state == "not in force":
        at = section.provision
        message = f"{shown(at.text)} is not in force in this law"
        desk.clash(
            Problem("E211", message, at.start, at.end, None, f"write `reinstate {section.id}`"),
            section.line,
            section.id,
            "amend",
        )
        return
    keys = keys_of(present, desk.vocabulary)
    for stroke in section.strokes:
        start = len(desk.rows)
        key = normal(stroke.key.text)
        if key in CONDITIONS:
            conditions(desk, stroke, present, key)
        elif keys.get(key) in present.numbers:
            number(desk, stroke, present, keys[key])
        elif key in keys:
            members(desk, stroke, present, keys[key])
        else:
            names = dict.fromkeys(list_words(n, desk.vocabulary) for n in keys.values())
            there = listed([*names, *CONDITIONS], "and")
            at = stroke.key
            message = f"{present.id} has no {shown(at.text)}"
            helping = did_you_mean(at.text, [*names, *CONDITIONS], "a new condition is written `if: insert ...`")
            desk.clash(
                Problem("E209", message, at.start, at.end, f"what stands there: {there}", helping),
                stroke.line,
                present.id,
                at.text,
            )
        desk.once(start, stroke.line, stroke.key, key, False)


def _amend_all(desk: Desk, section: Section, known: Sequence[str]) -> None:
    """`amend 103G.2241/9/a/*`: each stroke goes to every provision below that has such a number or list."""
    below = [desk.law.provisions[p] for p in known if p != section.id]
    standing = [p for p in below if p.state != "not in force"]
    for stroke in section.strokes:
        key = normal(stroke.key.text)
        fits = [p for p in standing if key in CONDITIONS or key in keys_of(p, desk.vocabulary)]
        for provision in fits:
            _amend(desk, section._replace(id=provision.id, strokes=(stroke,)))
        if not fits:
            at = stroke.key
            names = dict.fromkeys(
                list_words(n, desk.vocabulary) for p in standing for n in keys_of(p, desk.vocabulary).values()
            )
            message = f"no provision below {section.id} has {shown(at.text)}"
            expected = f"what stands there: {listed(names, 'and')}"
            problem = Problem("E209", message, at.start, at.end, expected, did_you_mean(at.text, names))
            desk.clash(problem, stroke.line, section.id, at.text)


__all__ = ["Change", "Fitted", "all_adopted", "as_fact", "fit"]
