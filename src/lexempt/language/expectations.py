"""What a case is expected to come out as: `expect` headings, and the wording of what is expected."""

from __future__ import annotations

import re
from functools import lru_cache

from lexempt.case import Expect, Span
from lexempt.language.provisions import provision_id
from lexempt.language.quantities import read_date
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.language.tree import ExpectLine, Piece, Problem
from lexempt.law.vocabulary import Vocabulary, normal

SUBJECTS = (
    "project",
    "path",
    "paths",
    "because",
    "exempt",
    "regulated",
    "prohibited",
    "depends on",
    "duty",
    "consequence",
    "claim",
    "to replace",
    "exempt area",
)
"""What an expectation may be about, beside the ids of projects and impacts."""

_UNDER = r"(?i)^(qualifies under|qualifies in part under|released by|exempt under)\s+(.+)$"
_OR = r"(?i)\s+or\s+"
_STARTS_LIKE_A_PROVISION = r"(?i)^(§|\d|minn)"


def read_readings(
    pairs: tuple[tuple[Piece, Piece], ...], vocabulary: Vocabulary
) -> tuple[tuple[tuple[str, str], ...], list[Problem]]:
    """`combining_amounts = each_paragraph, ...`: readings and choices that the law has."""
    found: list[tuple[str, str]] = []
    problems: list[Problem] = []
    for name, choice in pairs:
        reading = vocabulary.readings.get(normal(name.text))
        if reading is None:
            helping = did_you_mean(name.text, vocabulary.readings, "`lexempt law readings` lists them")
            problems.append(
                Problem(
                    "E170", f"unknown reading {shown(name.text)}", name.start, name.end, "a reading of the law", helping
                )
            )
        elif normal(choice.text) not in reading.choices:
            helping = did_you_mean(choice.text, reading.choices)
            problems.append(
                Problem(
                    "E171",
                    f"`{reading.name}` has no choice {shown(choice.text)}",
                    choice.start,
                    choice.end,
                    listed(reading.choices),
                    helping,
                )
            )
        else:
            found.append((reading.name, normal(choice.text)))
    return tuple(found), problems


def read_expect(node: ExpectLine, line: int, vocabulary: Vocabulary) -> tuple[Expect, list[Problem]]:
    """The heading of an `expect` block, still without lines."""
    readings, problems = read_readings(node.readings, vocabulary)
    on = None
    if node.on is not None:
        day = read_date(node.on)
        if isinstance(day, Problem):
            problems.append(day)
        else:
            on = day
    return Expect((), Span(line, 1, 7), on, readings), problems


@lru_cache(maxsize=16_384)
def wants_of(subject: str, text: str, impact: bool = False) -> str:
    """What is expected, its provisions as ids. For an impact, a bare provision is what it qualifies under."""
    text = " ".join(text.split())
    found = re.match(_UNDER, text)
    if found:
        return f"{found.group(1).lower()} {_provisions(found.group(2))}"
    if impact and (re.match(_STARTS_LIKE_A_PROVISION, text) or text.lower() == "none"):
        return f"qualifies under {_provisions(text)}"
    if subject == "because":
        return _provisions(text)
    return text


def _provisions(text: str) -> str:
    return " or ".join(provision_id(part) or part for part in re.split(_OR, text))
