"""Words for people: citations, numbers, lists, answers. And user text made safe to print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from lexempt.case import Source
from lexempt.result import Plan, Truth
from lexempt.wording import natural

HOME = "103G.2241"
"""The section whose subdivisions are cited without it where space is short."""

DUTY = "103G.222/1/a"
"""The provision that makes the duty to replace."""
PROJECT = "103G.005/14d"
"""The provision that says what is one project."""

PLAN = {
    "required": "a replacement plan is required",
    "not_required": "no replacement plan is required",
    "depends": "it depends whether a replacement plan is required",
}
SHORT_PLAN = {"required": "plan required", "not_required": "no plan required", "depends": "depends"}
_UNSAFE = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
_STATUTE = re.compile(r"^\d{1,4}[A-Z]?\.\d+$")
_RULE = re.compile(r"^\d{4}\.\d{4}$")
_MEASURED = r"\s*(?:of [\d,.]+ )?(?:sqft|square|acres?|ft|feet|foot|percent|%)"
"""What follows a number with decimals that is no section: a unit, or a limit with its unit."""
_ID = re.compile(
    r"(?<![\w/.])(?<!\d,)\d{2,4}[A-Z]?\.\d{2,5}(?:/[0-9a-z]{1,5}){0,6}(?:@\w+)?(?![\w/])"
    rf"(?!{_MEASURED})"
)


_OPENERS = frozenset(
    (
        "A",
        "All",
        "An",
        "Another",
        "At",
        "Each",
        "Every",
        "Erosion",
        "In",
        "Minor",
        "Neither",
        "No",
        "Not",
        "Nothing",
        "On",
        "Sequencing",
        "The",
        "There",
        "Too",
        "What",
        "Within",
    )
)
"""Words that open a sentence and are no name: within another they are written small."""


def plain(text: str) -> str:
    """The text on one line, with control, format and bidirectional characters written as escapes (`\\x1b`)."""
    if text.isprintable():
        return text
    import unicodedata  # rarely needed

    return "".join(_escaped(c) if unicodedata.category(c) in _UNSAFE else c for c in text)


def _escaped(character: str) -> str:
    code = ord(character)
    if character in "\t\n":
        return " "
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_RENUMBERED: ContextVar[Mapping[str, str]] = ContextVar("renumbered", default=MappingProxyType({}))


@contextmanager
def renumbered(numbers: Mapping[str, str]) -> Iterator[None]:
    """Within, provisions are cited by these numbers: those that amendments give to ids that stay."""
    before = _RENUMBERED.set(MappingProxyType(dict(numbers)))
    try:
        yield
    finally:
        _RENUMBERED.reset(before)


def split_id(provision: str) -> tuple[str, str]:
    """The section of a provision and the rest as people write it, by the number it has: see `split_number`."""
    numbers = _RENUMBERED.get()
    if numbers:
        above = provision
        while above not in numbers and "/" in above:
            above = above.rpartition("/")[0]
        provision = numbers.get(above, above) + provision[len(above) :]
    return split_number(provision)


@lru_cache(maxsize=4096)
def split_number(provision: str) -> tuple[str, str]:
    """The section of an id and the rest as people write it: `103G.222/1/m` is `103G.222`, `subd. 1(m)`.

    An act after `@` is dropped. An id of another form (`mcwd/4/2`) is its own section.
    """
    section, *parts = provision.partition("@")[0].split("/")
    if _RULE.match(section):
        first, letters = (parts[0], parts[1:]) if parts else ("", [])
        return section, f"subp. {first}" + _bracketed(letters) if first else ""
    if not _STATUTE.match(section):
        return provision.partition("@")[0], ""
    if not parts:
        return section, ""
    if parts[0][0].isdigit():
        return section, f"subd. {parts[0]}{_bracketed(parts[1:])}"
    return section, f"paragraph {_bracketed(parts)}"


def _bracketed(parts: Iterable[str]) -> str:
    return "".join(f"({part})" for part in parts)


def citation(provision: str) -> str:
    """`Minn. Stat. § 103G.2241, subd. 9(a)(1)`; a rule as `Minn. R. 8420.0420, subp. 8`."""
    section, rest = split_id(provision)
    if _RULE.match(section):
        return f"Minn. R. {section}" + (f", {rest}" if rest else "")
    return f"Minn. Stat. {short(provision)}" if _STATUTE.match(section) else section


def short(provision: str) -> str:
    """`§ 103G.222, subd. 1(m)`: the citation without the name of the book."""
    section, rest = split_id(provision)
    if _RULE.match(section):
        return citation(provision)
    mark = "§ " if _STATUTE.match(section) else ""
    return f"{mark}{section}, {rest}" if rest else f"{mark}{section}"


def brief(provision: str) -> str:
    """`subd. 9(a)(1)` within the home section, else as `short`. The citations of a report name the section."""
    section, rest = split_id(provision)
    return rest if section == HOME and rest else short(provision)


def briefs(provisions: Iterable[str], last: str = "or") -> str:
    """Several provisions, `subd.` once: `subds. 6(a)(1) or 9(a)(1)`."""
    found = list(dict.fromkeys(brief(p) for p in provisions))
    home = [words[6:] for words in found if words.startswith("subd. ")]
    rest = [words for words in found if not words.startswith("subd. ")]
    if len(home) > 1 and not rest:
        return "subds. " + listing(home, last)
    return listing(found, last)


def of_the_law(titles: Iterable[str]) -> str:
    """`the amount of subd. 9(a)(1) and the wording of subds. 9(e) and 9(g)`, of titles such as `wording of 103G.2241/9/e`."""
    by_name: dict[str, list[str]] = {}
    for title in titles:
        name, _, provision = title.rpartition(" of ")
        by_name.setdefault(name, []).append(provision)
    return listing([f"the {name} of {briefs(found, 'and')}" for name, found in by_name.items()])


def cited(provisions: Iterable[str]) -> list[str]:
    """Full citations grouped by section: `Minn. Stat. § 103G.2241, subds. 9(a)(2), 9(e)`."""
    sections: dict[str, list[str]] = {}
    for provision in sorted({p.partition("@")[0] for p in provisions}, key=statutory):
        section, rest = split_id(provision)
        parts = sections.setdefault(section, [])
        if rest not in parts:  # a provision by its id, and by the number it has since
            parts.append(rest)
    found = []
    for section, parts in sections.items():
        rests = [part for part in parts if part]
        numbered = [part[6:] for part in rests if part.startswith("subd. ")]
        head = citation(section)
        if len(numbered) == len(rests) and len(rests) > 1:
            found.append(f"{head}, subds. {', '.join(numbered)}")
        else:
            found.append(f"{head}, {', '.join(rests)}" if rests else head)
    return found


def statutory(provision: str) -> tuple[tuple[int, int, str], ...]:
    """The order of provisions in a statute: numbers as numbers, letters after them."""
    return tuple(piece for part in provision.split("/") for piece in natural(part))


def with_citations(sentence: str) -> str:
    """A sentence with the ids in it written as citations."""
    return _ID.sub(lambda found: brief(found.group()), sentence)


def provisions_in(sentence: str) -> list[str]:
    """The ids of provisions that a sentence names."""
    return [found.partition("@")[0] for found in _ID.findall(sentence)]


def listing(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def cut(words: Sequence[str], most: int, last: str = "and") -> str:
    """A list cut at `most`, saying how many more there are."""
    if len(words) <= most:
        return listing(words, last)
    return f"{', '.join(words[:most])} and {len(words) - most} more"


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 path`, `2 paths`, `13,000 paths`; digits grouped, however many there are."""
    return f"{digits(number)} {one if number == 1 else many or one + 's'}"


def digits(number: int) -> str:
    """A whole number in words' digits: grouped by thousands, or from 10^15 on by its size."""
    if abs(number) < 10**15:
        return f"{number:,}"
    if number.bit_length() > 12_000:
        return f"over 10^{(number.bit_length() - 1) * 30102 // 100_000}"
    text = str(number)
    return f"{number:,}" if len(text) <= 30 else f"{text[0]}.{text[1:4]} x 10^{len(text) - 1}"


def amount(number: Fraction) -> str:
    """`1,234.5`: an exact number, or a fraction where its decimals have no end within six."""
    whole, rest = divmod(number, 1)
    places = next((n for n in range(7) if (rest * 10**n).denominator == 1), None)
    if places is None:
        return str(number)
    return f"{int(whole):,}" + (f".{int(rest * 10**places):0{places}}" if places else "")


def exact(number: int) -> str:
    """All digits of a whole number, for JSON. Python refuses to write more than some thousands of them at once."""
    if number < 10**4000:
        return str(number)
    high, low = divmod(number, 10**4000)
    return exact(high) + str(low).zfill(4000)


def capital(sentence: str) -> str:
    """The sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def spans(years: Iterable[int]) -> str:
    """`2014`, `2014 to 2021`, `2009, 2014 to 2021`: years that follow one another in one."""
    found: list[list[int]] = []
    for year in sorted(set(years)):
        if found and year == found[-1][1] + 1:
            found[-1][1] = year
        else:
            found.append([year, year])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in found)


_YEAR = re.compile(r" ((?:17|18|19|20|21)\d\d)(?= of )")


def without_year(text: str) -> tuple[str, list[int]]:
    """`land use 1986 of w1` without its year, and the year; for `with_years`."""
    year = _YEAR.search(text)
    return (f"{text[: year.start()]} \0{text[year.end() :]}", [int(year[1])]) if year else (text, [])


def with_years(text: str, years: Iterable[int]) -> str:
    """The text with these years in the place of the one that was taken out."""
    return text.replace("\0", spans(years), 1)


def merged_years(texts: Iterable[str]) -> list[str]:
    """Texts that differ in their year alone as one: `land use 1986 to 1990 of w1: hay`; the order is kept."""
    found: dict[str, list[int]] = {}
    for text, years in map(without_year, texts):
        found.setdefault(text, []).extend(years)
    return [with_years(text, years) for text, years in found.items()]


_DAY_BOUND = re.compile(r"\bat (most|least) (\d{4}-\d\d-\d\d)\b")


def dated(text: str) -> str:
    """The text with bounds of days as people say them: `at most 1993-05-31` is `1993-05-31 or earlier`."""
    return _DAY_BOUND.sub(lambda found: f"{found[2]} or {'earlier' if found[1] == 'most' else 'later'}", text)


def within(sentence: str) -> str:
    """The sentence to stand within another: its first word small, unless it is a name."""
    first = sentence.partition(" ")[0]
    return sentence[:1].lower() + sentence[1:] if first in _OPENERS else sentence


def bare(sentence: str) -> str:
    """The sentence without its full stop, to stand within another."""
    return sentence.strip().removesuffix(".")


def sourced(source: Source) -> str:
    """`by panel on 2018-04-30 citing "Findings 18-04"`, or nothing."""
    parts = []
    if source.who or source.by:
        parts.append(f"by {source.who or source.by}")
    if source.on:
        parts.append(f"on {source.on.isoformat()}")
    if source.citing:
        parts.append(f'citing "{source.citing}"')
    return " ".join(parts)


def headline(plan: Plan, exempt: Truth, regulated: Truth, released: bool) -> str:
    """The verdict as one sentence, and what it rests on where that is one thing."""
    words = capital(PLAN[plan])
    if plan == "not_required":
        if regulated == "never":
            return f"{words}: no impact is regulated."
        if exempt == "always" and not released:
            return f"{words}: every regulated impact is exempt."
        return f"{words}: every regulated impact is exempt or released." if released else f"{words}."
    return f"{words}."
