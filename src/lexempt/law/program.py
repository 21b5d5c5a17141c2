"""The law as the solver and the renderers need it: program text, documentation, groups, values.

Everything is read from `asp/`; nothing about a provision stands in Python. No clingo here: the text is plain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from lexempt.places import fingerprint, law_folder, read_cache, write_checked

_FORMAT = 3
_NEEDED = re.compile(r"^% Needed where (.*)\.$", re.M)
_REACHES = re.compile(r'reaches\("([^"]+)", (\w+), "')
_BESIDE = ("core/choice_of_path.lp", "explaining.lp")
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
_FOR_PYTHON = re.compile(
    r'\b(?:reading|means|profile|took|concerns|title|cites|county)\((?:[^()"]|\([^()]*\)|"[^"]*")*\)\.'
)
"""Rows that only Python reads: they are left out of what clingo grounds (`means` comes back for the readings in play)."""


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


class Part(NamedTuple):
    """A file of the law: its program text, and where it is needed: one of these (attribute, value) must be possible.

    `stated` as value: where the attribute is stated or open. No pairs: always needed.
    """

    needed_where: tuple[tuple[str, str], ...]
    text: str


class LawText(NamedTuple):
    """All of it, as clingo grounds it (comments and rows that only Python reads taken out)."""

    digest: str
    parts: tuple[Part, ...]
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
    reach: Mapping[str, tuple[str, tuple[str, ...]]]
    """Clause -> the attribute that says what it is about, and its values, where the rows name them."""

    @property
    def program(self) -> str:
        """The whole program."""
        return "\n".join(part.text for part in self.parts)


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
    """Read the law once per process; what was parsed is kept in the cache folder under the hash of the files."""
    folder = law_folder()
    main = (folder / "law.lp").read_text("utf-8")
    texts = {name: (folder / name).read_text("utf-8") for name in (*_INCLUDE.findall(main), *_BESIDE)}
    digest = fingerprint("\0".join([str(_FORMAT), main, *texts.values()]).encode())
    kept = read_cache(f"law-{digest}.json")
    if kept is not None:
        try:
            return _thaw(kept)
        except (KeyError, TypeError, ValueError, IndexError):
            pass  # the cache is not trusted: whatever is wrong with it, the law is read again
    law = _parse(main, texts, digest)
    write_checked(f"law-{digest}.json", _freeze(law))
    return law


def _freeze(law: LawText) -> dict[str, Any]:
    frozen = law._asdict()
    frozen["conditions"] = {name: list(sentences) for name, sentences in law.conditions.items()}
    frozen["cites"] = [[*at, text] for at, text in law.cites.items()]
    return frozen


def _thaw(kept: Any) -> LawText:
    return LawText(
        digest=str(kept["digest"]),
        parts=tuple(Part(tuple((str(a), str(v)) for a, v in gates), str(text)) for gates, text in kept["parts"]),
        paths_program=str(kept["paths_program"]),
        explaining=str(kept["explaining"]),
        groups=tuple(Group(*row) for row in kept["groups"]),
        conditions={
            name: Sentences(says, denies, tuple(reads)) for name, (says, denies, reads) in kept["conditions"].items()
        },
        values=tuple(LawValue(*row) for row in kept["values"]),
        acts=tuple(Act(*row) for row in kept["acts"]),
        cites={(provision, act): text for provision, act, text in kept["cites"]},
        exemptions=tuple(kept["exemptions"]),
        reach={clause: (attribute, tuple(values)) for clause, (attribute, values) in kept["reach"].items()},
    )


def _parse(main: str, texts: Mapping[str, str], digest: str) -> LawText:
    paths, explaining = (texts[name] for name in _BESIDE)
    texts = {name: text for name, text in texts.items() if name not in _BESIDE}
    whole = "\n".join(texts.values())
    parts = [Part(_gates(text), _BLANK.sub("\n", _FOR_PYTHON.sub("", _strip(text)))) for text in texts.values()]
    parts.append(Part((), _strip(_INCLUDE.sub("", main))))
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
        digest=digest,
        parts=tuple(parts),
        paths_program=_strip(paths),
        explaining=_strip(explaining),
        groups=tuple(groups),
        conditions=docs,
        values=tuple(LawValue(c, n, int(v), u or None, a) for c, n, v, u, a in _VALUE.findall(_strip(whole))),
        acts=tuple(Act(a, int(r), int(f), int(t), titles.get(a, a)) for a, r, f, t in _ACT.findall(whole)),
        cites={(c, a): as_ for c, a, as_ in _CITES.findall(whole)},
        exemptions=tuple(sorted(set(exemptions), key=order)),
        reach=_reach(_strip(whole)),
    )


def _gates(text: str) -> tuple[tuple[str, str], ...]:
    line = _NEEDED.search(text)
    return tuple(re.findall(r"(\w+) is (\w+)", line[1])) if line else ()


def _reach(text: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for clause, attribute in _REACHES.findall(text):
        values = re.findall(rf'item\("{re.escape(clause)}", {attribute}, \(?([^")]*?)\)?, "', text)
        if values:
            found[clause] = (attribute, tuple(word.strip() for pool in values for word in pool.split(";")))
    return found


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
