"""A case file to start from: for a county and a kind of work, with the facts to fill in.

A kind of work is a file `grammar/starts/KIND.case`: a case with `{county}`, `{project}`, `{work}` (the day), `{years}` (the
ten years before it) and `{impact:NAME}` to be filled in. A new kind is a new file.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from lexempt.case import Diagnostic
from lexempt.language.headings import reserved
from lexempt.language.keys import is_id
from lexempt.language.suggest import did_you_mean, listed, shown
from lexempt.law.vocabulary import Vocabulary, load_vocabulary, squash
from lexempt.places import grammar_folder

_FOLDER = "starts"
_IMPACT = re.compile(r"\{impact:(\w+)\}")
_HEADED = re.compile(r"^(?:wetland|portion|owner|ground|water|drainage system) (\w+)", re.M)
_HINT = "  # "

KINDS = tuple(sorted(path.stem for path in (grammar_folder() / _FOLDER).glob("*.case")))
"""The kinds of work that `lexempt new` knows."""


def _aligned(text: str) -> str:
    """The text with the comments after its facts in one column."""
    lines = [line.partition(_HINT) if line.strip()[:1] != "#" else (line, "", "") for line in text.splitlines()]
    column = max((len(fact) for fact, hint, _ in lines if hint), default=0)
    return "\n".join(f"{fact:<{column}}{hint}{said}" if hint else fact for fact, hint, said in lines) + "\n"


def _dated(text: str, on: date | None) -> str:
    """The text for work on this day; without one, the lines that need it are left as comments with an example."""
    if on is not None:
        return text.replace("{work}", on.isoformat()).replace("{years}", f"{on.year - 10} to {on.year - 1}")
    text = re.sub(r"^  (.*)\{years\}", r"  # \1YEAR to YEAR", text, flags=re.M)
    return text.replace("{work}", "unknown")


def new_case(
    county: str,
    kind: str = "driveway",
    name: str = "",
    vocabulary: Vocabulary | None = None,
    on: date | None = None,
) -> str | Diagnostic:
    """The text of a new case, for work on the day `on` if it is known; a Diagnostic if the county, kind or name is not."""
    words = vocabulary or load_vocabulary()
    found = words.county_words.get(squash(county))
    if found is None:
        names = [c.name for c in words.counties.values()]
        return Diagnostic(
            "E145",
            f"unknown county {shown(county)}",
            None,
            "one of Minnesota's 87 counties",
            did_you_mean(county, names),
        )
    work = kind.strip().casefold()
    if work not in KINDS:
        return Diagnostic("E144", f"unknown kind of work {shown(kind)}", None, listed(KINDS), did_you_mean(kind, KINDS))
    project = unicodedata.normalize("NFC", name) or f"new_{work}"
    text = (grammar_folder() / _FOLDER / f"{work}.case").read_text("utf-8")
    taken = project in _HEADED.findall(text)
    if not is_id(project) or reserved(project, words) or taken:
        return Diagnostic(
            "E122",
            f"{shown(project)} {'is a name in the file already' if taken else 'cannot be a name'}",
            None,
            "one word of letters, digits and `_`",
            "such as `lane_1`",
        )
    text = _IMPACT.sub(lambda at: at[1] if at[1] != project else f"{at[1]}_1", text)
    text = text.replace("{county}", words.counties[found].name).replace("{project}", project)
    return _aligned(_dated(text, on))
