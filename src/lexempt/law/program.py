"""The law as the solver and the renderers need it: program text, documentation, groups, values.

Everything is read from `asp/`; nothing about a provision stands in Python. No clingo here: the text is plain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from lexempt.places import law_folder

_INCLUDE = re.compile(r'^#include "([^"]+)"\.\s*$', re.M)
_BLOCK = re.compile(r"%\*.*?\*%", re.S)
_COMMENT = re.compile(r'^((?:[^"%\n]|"(?:[^"\\\n]|\\.)*")*)%[^\n]*', re.M)
_BLANK = re.compile(r"\n\s*\n+")
_GROUP = re.compile(r"^%! (\S+) \((\w+)\)\n((?:%>.*\n)*)((?:%.*\n)*)", re.M)
_DOC = re.compile(r"%\*! (condition |stops )?(.+?)\n(.*?)\*%", re.S)
_VALUE = re.compile(r'value\("([^"]+)", (\w+), (\d+)(?:\*(\w+))?, "([^"]+)"\)\.')
_ACT = re.compile(r'act\("([^"]+)", (\d+), (\d+), (\d+)\)\.')
_TITLE = re.compile(r'title\("([^"]+)", "([^"]+)"\)\.')
_CITES = re.compile(r'cites\("([^"]+)", "([^"]+)", "([^"]+)"\)\.')
_EXEMPTION = re.compile(r'exemption\("([^"]+)"\)\.')
_CAUSE = re.compile(r'incidental\(("[^)]+")\)\.')
_MEANS_TEXT = re.compile(r'^means\((\w+), (\w+), "(?:[^"\\]|\\.)*"\)\.', re.M)


class Sentences(NamedTuple):
    """The documentation of a predicate or condition: what the user reads when it holds and when not, and what it reads."""

    says: str
    denies: str
    reads: tuple[str, ...]


class Group(NamedTuple):
    """A provision by an act, restated in our own words; `not_modelled` says why, where it is not."""

    provision: str
    act: str
    text: str
    not_modelled: str | None
    file: str


class LawValue(NamedTuple):
    """A number or date of a provision by an act; `unit` is the constant it is a multiple of (`sqft`, `foot`, ...)."""

    provision: str
    name: str
    number: int
    unit: str | None
    act: str


class Act(NamedTuple):
    """An act: rank by final enactment, first day in force, first day no longer in force (YYYYMMDD), title."""

    id: str
    rank: int
    start: int
    end: int
    title: str


class LawText(NamedTuple):
    """All of it. `program` is the text clingo grounds (comments and meanings taken out)."""

    program: str
    paths_program: str
    explaining: str
    """What is added to the program where explanations are wanted."""
    groups: tuple[Group, ...]
    conditions: Mapping[str, Sentences]
    values: tuple[LawValue, ...]
    acts: tuple[Act, ...]
    cites: Mapping[tuple[str, str], str]
    """(provision, act) -> the citation that act gives it, where it is not the id."""
    exemptions: tuple[str, ...]


def order(provision: str) -> tuple[tuple[int, int | str], ...]:
    """Statutory order of provision ids: numbers as numbers, letters after them, a later act's id after its namesake."""
    name, _, act = provision.partition("@")
    parts: list[tuple[int, int | str]] = [(0, int(p)) if p.isdigit() else (1, p) for p in name.split("/")]
    return (*parts, (2, act)) if act else tuple(parts)


def _strip(text: str) -> str:
    return _BLANK.sub("\n", _COMMENT.sub(r"\1", _BLOCK.sub("", text)))


def _doc(body: str) -> Sentences:
    lines = {}
    for line in body.strip().splitlines():
        head, _, rest = line.partition(": ")
        lines[head.strip()] = rest.strip()
    reads = tuple(word.strip() for word in lines.get("Reads", "").split(",") if word.strip())
    return Sentences(lines.get("Says", ""), lines.get("Denies", ""), reads)


@lru_cache(maxsize=1)
def load_law() -> LawText:
    """Read the law once per process."""
    folder = law_folder()
    main = (folder / "law.lp").read_text("utf-8")
    names = _INCLUDE.findall(main)
    texts = {name: (folder / name).read_text("utf-8") for name in names}
    whole = "\n".join(texts.values())
    program = _MEANS_TEXT.sub(r'means(\1, \2, "").', _strip(whole)) + _strip(_INCLUDE.sub("", main))
    groups = []
    for name, text in texts.items():
        for provision, act, restated, comments in _GROUP.findall(text):
            reason = re.search(r"% Not modelled(?: yet)?: (.*(?:\n% .*)*)", comments)
            words = " ".join(line[2:].strip() for line in restated.splitlines())
            why = " ".join(part.lstrip("% ") for part in reason[1].splitlines()) if reason else None
            groups.append(Group(provision, act, words, why, name))
    docs = {name.strip().strip('"'): _doc(body) for kind, name, body in _DOC.findall(whole)}
    titles = dict(_TITLE.findall(whole))
    exemptions = [*_EXEMPTION.findall(whole), *re.findall(r'"([^"]+)"', " ".join(_CAUSE.findall(whole)))]
    exemptions += re.findall(r'"([^"]+)"', " ".join(re.findall(r"drained_cropland\(([^)A-Z]+)\)\.", whole)))
    return LawText(
        program=program,
        paths_program=_strip((folder / "core" / "choice_of_path.lp").read_text("utf-8")),
        explaining=_strip((folder / "explaining.lp").read_text("utf-8")),
        groups=tuple(groups),
        conditions=docs,
        values=tuple(LawValue(c, n, int(v), u or None, a) for c, n, v, u, a in _VALUE.findall(_strip(whole))),
        acts=tuple(Act(a, int(r), int(f), int(t), titles.get(a, a)) for a, r, f, t in _ACT.findall(whole)),
        cites={(c, a): as_ for c, a, as_ in _CITES.findall(whole)},
        exemptions=tuple(sorted(set(exemptions), key=order)),
    )


def effective_acts(on: int) -> tuple[Act, ...]:
    """The acts in force on a day (YYYYMMDD), by rank: the law set of that day. Empty: no wording of that day is known."""
    return tuple(sorted((a for a in load_law().acts if a.start <= on < a.end), key=lambda act: act.rank))


def citation(provision: str, acts: tuple[str, ...] = ()) -> str:
    """The id under which the newest of these acts cites a provision (`103G.2241/1/3` is 1/2 since 2024c90)."""
    law = load_law()
    for act in reversed(acts):
        if (provision, act) in law.cites:
            return law.cites[provision, act]
    return provision.partition("@")[0]
