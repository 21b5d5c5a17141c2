"""New facts: what a bill lets a case state, so that its provisions can ask for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lexempt.amending.bill import Section, Stroke
from lexempt.amending.desk import Desk
from lexempt.amending.terms import ABOUT, named_conditions
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import Piece, Problem
from lexempt.law.vocabulary import NewFact, normal, with_facts

_WORD = re.compile(r"[a-z][a-z0-9_]{0,39}")
_MOST = 20
_KEYS = ("values", "decided by", "ordinary")


def declare(desk: Desk) -> None:
    """Every `new fact` of the bill, before its other sections: they may ask for it."""
    for section in desk.bill.sections:
        if section.kind == "new fact":
            fact = _fact(desk, section)
            if fact is not None:
                desk.facts.append(fact)
                desk.vocabulary = with_facts(desk.vocabulary, (fact,))
                desk.change(section.line, "", f"new fact {section.provision.text} of {fact.entity}")


def _fact(desk: Desk, section: Section) -> NewFact | None:
    at, of = section.provision, section.other
    assert of is not None
    problems: list[tuple[Problem, int]] = []
    name, entity = normal(at.text), normal(of.text)
    if entity not in ABOUT:
        message = f"no condition can ask for a fact of {shown(of.text)}"
        expected = f"one of {listed(ABOUT, 'or')}"
        problems.append(
            (Problem("E219", message, of.start, of.end, expected, did_you_mean(of.text, ABOUT)), section.line)
        )
    named = _name(desk, at, name)
    if named is not None:
        problems.append((named, section.line))
    choices: tuple[str, ...] = ("yes", "no")
    said: dict[str, Stroke] = {}
    for stroke in section.strokes:
        key = normal(stroke.key.text).replace("_", " ")
        if key not in _KEYS or key in said:
            message = f"{shown(stroke.key.text)} says nothing {'new ' if key in said else ''}of a new fact"
            expected = listed([f"`{k}`" for k in _KEYS], "or")
            problem = Problem("E222", message, stroke.key.start, stroke.key.end, expected, did_you_mean(key, _KEYS))
            problems.append((problem, stroke.line))
        else:
            said[key] = stroke
    for key, stroke in said.items():
        rest = stroke.rest or stroke.key
        if key == "values":
            found = _values(rest)
            if isinstance(found, Problem):
                problems.append((found, stroke.line))
            else:
                choices = found
    decided = ordinary = None
    if "decided by" in said:
        rest = said["decided by"].rest or at
        decided = desk.vocabulary.body_words.get(normal(rest.text))
        if decided is None:
            words = [word for body in desk.vocabulary.bodies.values() for word in body.words]
            problem = Problem(
                "E222", f"nobody is known as {shown(rest.text)}", rest.start, rest.end,
                "a body such as `board` or `panel` (`lexempt facts` lists them)", did_you_mean(rest.text, words),
            )  # fmt: skip
            problems.append((problem, said["decided by"].line))
    if "ordinary" in said:
        rest = said["ordinary"].rest or at
        ordinary = normal(rest.text)
        if ordinary not in choices:
            expected = f"one of its values: {listed([c.replace('_', ' ') for c in choices], 'or')}"
            message = f"{shown(rest.text)} is no value of {at.text}"
            problems.append((Problem("E222", message, rest.start, rest.end, expected), said["ordinary"].line))
    for problem, line in problems:
        desk.clash(problem, line, "", f"new fact {at.text}")
    return None if problems else NewFact(entity, name, choices, section.question, decided, ordinary)


def _name(desk: Desk, at: Piece, name: str) -> Problem | None:
    if not _WORD.fullmatch(name) or name in ("not", "yes", "no", "unknown", "none"):
        expected = "letters, digits and `_`, up to 40, beginning with a letter, such as `watershed_plan`"
        return Problem("E219", f"{shown(at.text)} cannot name a fact", at.start, at.end, expected)
    known = any(name in table for table in desk.vocabulary.keys.values())
    of_the_law = {word for p in desk.law.provisions.values() for word in (*p.numbers, *p.lists)}
    taken = {*of_the_law, *desk.vocabulary.entities, *(n for _, n in desk.vocabulary.attributes), *named_conditions()}
    if not known and name not in taken:
        return None
    message = f"{shown(at.text)} has a meaning already"
    helping = (
        f"`lexempt facts {at.text}` shows it"
        if known
        else "it is a word of the law: `lexempt amend conditions`, `lexempt law show`"
    )
    return Problem("E219", message, at.start, at.end, "a name that is free", helping)


def _values(rest: Piece) -> tuple[str, ...] | Problem:
    words: Sequence[str] = [normal(word) for word in re.split(r"\s*,\s*|\s+or\s+", rest.text)]
    bad = next((word for word in words if not _value(word)), None)
    if bad is not None or not 2 <= len(words) <= _MOST or len(set(words)) < len(words):
        message = f"{shown(bad)} cannot be a value" if bad else f"{shown(rest.text)} gives no choice"
        return Problem("E222", message, rest.start, rest.end, f"from 2 to {_MOST} different words, such as `yes, no`")
    if "yes" in words or "no" in words:
        if set(words) != {"yes", "no"}:
            message = "`yes` and `no` stand together, and alone"
            return Problem("E222", message, rest.start, rest.end, "`yes, no`, or other words")
        return ("yes", "no")
    return tuple(words)


def _value(word: str) -> bool:
    return bool(_WORD.fullmatch(word)) and word not in ("not", "unknown", "none") and not word.startswith("same_as_")
