"""Parsing the files of the law: program text without comments, documentation, groups, values, where a part is needed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lexempt.law.program import BESIDE, Act, Group, LawText, LawValue, Part, Sentences, order

_NEEDED = re.compile(r"^% Needed where (.*)\.$", re.M)
_REACHES = re.compile(r'reaches\("([^"]+)", (\w+), "')
_INCLUDE = re.compile(r'^#include "([^"]+)"\.\s*$', re.M)
_BLOCK = re.compile(r"%\*.*?\*%", re.S)
_COMMENT = re.compile(r'^((?:[^"%\n]|"(?:[^"\\\n]|\\.)*")*)%[^\n]*', re.M)
_BLANK = re.compile(r"\n\s*\n+")
_GROUP = re.compile(r"^%! (\S+) \((\w+)\)\n((?:%>.*\n)*)((?:%.*\n)*)", re.M)
_DOC = re.compile(r"%\*! (condition |stops )?(.+?)\n(.*?)\*%", re.S)
_VALUE = re.compile(r'value\("([^"]+)", (\w+), (\d+)(?:\*(\w+))?, "([^"]+)"\)\.')
_UNKNOWN_VALUE = re.compile(r'unknown_value\("([^"]+)", ?(\w+), ?"([^"]+)"\)')
_ACT = re.compile(r'act\("([^"]+)", (\d+), (\d+), (\d+)\)\.')
_TITLE = re.compile(r'title\("([^"]+)", "([^"]+)"\)\.')
_CITES = re.compile(r'cites\("([^"]+)", "([^"]+)", "([^"]+)"\)\.')
_EXEMPTION = re.compile(r'exemption\("([^"]+)"\)\.')
_CAUSE = re.compile(r'incidental\(("[^)]+")\)\.')
_FOR_PYTHON = re.compile(
    r'\b(?:reading|question_of|means|profile|took|exempts_part|concerns|title|cites|county)\((?:[^()"]|\([^()]*\)|"[^"]*")*\)\.'
)
"""Rows that only Python reads: they are left out of what clingo grounds (`means` comes back for the readings in play)."""


def _strip(text: str) -> str:
    return _BLANK.sub("\n", _COMMENT.sub(r"\1", _BLOCK.sub("", text)))


def _doc(body: str) -> Sentences:
    lines = {}
    for line in body.strip().splitlines():
        head, _, rest = line.partition(": ")
        lines[head.strip()] = rest.strip()
    reads = tuple(word.strip() for word in lines.get("Reads", "").split(",") if word.strip())
    return Sentences(lines.get("Says", ""), lines.get("Denies", ""), reads, lines.get("Shown", ""))


def parse_parts(main: str, texts: Mapping[str, str]) -> tuple[Part, ...]:
    """The program, from `law.lp` and the files it includes (with those of BESIDE, which are left out), by name."""
    files = [text for name, text in texts.items() if name not in BESIDE]
    parts = [Part(_gates(text), _BLANK.sub("\n", _FOR_PYTHON.sub("", _strip(text)))) for text in files]
    return (*parts, Part((), _strip(_INCLUDE.sub("", main))))


def parse_law(texts: Mapping[str, str], digest: str) -> LawText:
    """Everything else of the law, from the files that `law.lp` includes (with those of BESIDE), by name."""
    paths, explaining, departing = (texts[name] for name in BESIDE)
    texts = {name: text for name, text in texts.items() if name not in BESIDE}
    whole = "\n".join(texts.values())
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
        paths_program=_strip(paths),
        explaining=_strip(explaining),
        departing=_strip(departing),
        groups=tuple(groups),
        conditions=docs,
        values=tuple(LawValue(c, n, int(v), u or None, a) for c, n, v, u, a in _VALUE.findall(_strip(whole))),
        unseen_values=tuple(_UNKNOWN_VALUE.findall(_strip(whole))),
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
