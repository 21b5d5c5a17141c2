"""The law as the solver and the renderers need it: program text, documentation, groups, values.

Everything is read from `asp/`; nothing about a provision stands in Python. No clingo here: the text is plain.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lexempt.places import fingerprint, law_file, read_cache, write_checked
from lexempt.records import NamedTuple

_FORMAT = 5
BESIDE = ("core/choice_of_path.lp", "explaining.lp", "core/departing.lp")
_INCLUDE = '#include "'


class Sentences(NamedTuple):
    """The documentation of a predicate or condition: what the user reads when it holds and when not, and what it reads."""

    says: str
    denies: str
    reads: tuple[str, ...]
    shown: str = ""
    """The shortest level of explanation that tells it: short, normal (if empty) or full."""


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
    paths_program: str
    explaining: str
    """What is added to the program where explanations are wanted."""
    departing: str
    """What is added to the program where readings are open."""
    groups: tuple[Group, ...]
    conditions: Mapping[str, Sentences]
    values: tuple[LawValue, ...]
    unseen_values: tuple[tuple[str, str, str], ...]
    """(provision, value, act): what an act may have changed in words we have not seen."""
    acts: tuple[Act, ...]
    cites: Mapping[tuple[str, str], str]
    """(provision, act) -> the citation that act gives it, where it is not the id."""
    exemptions: tuple[str, ...]
    reach: Mapping[str, tuple[str, tuple[str, ...]]]
    """Clause -> the attribute that says what it is about, and its values, where the rows name them."""

    @property
    def named_conditions(self) -> frozenset[str]:
        """The conditions and limits that are called after the provision they are."""
        return frozenset(name for name in self.conditions if "(" not in name and ("/" in name or "." in name))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The program, by file. (Kept apart: where the compiled law is kept, nobody asks for it.)"""
        return _load_parts()

    @property
    def program(self) -> str:
        """The whole program."""
        return "\n".join(part.text for part in self.parts)


def order(provision: str) -> tuple[tuple[int, int | str], ...]:
    """Statutory order of provision ids: numbers as numbers, letters after them, a later act's id after its namesake."""
    name, _, act = provision.partition("@")
    parts: list[tuple[int, int | str]] = [(0, int(p)) if p.isdigit() else (1, p) for p in name.split("/")]
    return (*parts, (2, act)) if act else tuple(parts)


def included(main: str) -> list[str]:
    """The files that `law.lp` includes, in order."""
    return [line.removeprefix(_INCLUDE).partition('"')[0] for line in main.splitlines() if line.startswith(_INCLUDE)]


def _text(name: str) -> str:
    return law_file(name).decode("utf-8").replace("\r\n", "\n")


@lru_cache(maxsize=1)
def _sources() -> tuple[str, dict[str, str], str]:
    """`law.lp`, the files it includes with those of BESIDE by name, and the hash of all of them."""
    main = _text("law.lp")
    texts = {name: _text(name) for name in (*included(main), *BESIDE)}
    return main, texts, fingerprint("\0".join([str(_FORMAT), main, *texts.values()]).encode())


@lru_cache(maxsize=1)
def load_law() -> LawText:
    """Read the law once per process; what was parsed is kept in the cache folder under the hash of the files."""
    _, texts, digest = _sources()
    kept = read_cache(f"law-{digest}")
    if kept is not None:
        try:
            return _thaw(kept)
        except (KeyError, TypeError, ValueError, IndexError):
            pass  # the cache is not trusted: whatever is wrong with it, the law is read again
    from lexempt.law.source import parse_law  # the files rarely need to be parsed

    law = parse_law(texts, digest)
    write_checked(f"law-{digest}", _freeze(law))
    return law


@lru_cache(maxsize=1)
def _load_parts() -> tuple[Part, ...]:
    main, texts, digest = _sources()
    kept = read_cache(f"program-{digest}")
    if kept is not None:
        try:
            return tuple(Part(tuple((str(a), str(v)) for a, v in gates), str(text)) for gates, text in kept)
        except (TypeError, ValueError):
            pass  # the cache is not trusted
    from lexempt.law.source import parse_parts  # the files rarely need to be parsed

    parts = parse_parts(main, texts)
    write_checked(f"program-{digest}", parts)
    return parts


def _freeze(law: LawText) -> dict[str, Any]:
    frozen = law._asdict()
    frozen["conditions"] = {name: list(sentences) for name, sentences in law.conditions.items()}
    frozen["cites"] = [[*at, text] for at, text in law.cites.items()]
    return frozen


def _thaw(kept: Any) -> LawText:
    return LawText(
        digest=str(kept["digest"]),
        paths_program=str(kept["paths_program"]),
        explaining=str(kept["explaining"]),
        departing=str(kept["departing"]),
        groups=tuple(Group(*row) for row in kept["groups"]),
        conditions={
            name: Sentences(says, denies, tuple(reads), shown)
            for name, (says, denies, reads, shown) in kept["conditions"].items()
        },
        values=tuple(LawValue(*row) for row in kept["values"]),
        unseen_values=tuple((str(c), str(n), str(a)) for c, n, a in kept["unseen_values"]),
        acts=tuple(Act(*row) for row in kept["acts"]),
        cites={(provision, act): text for provision, act, text in kept["cites"]},
        exemptions=tuple(kept["exemptions"]),
        reach={clause: (attribute, tuple(values)) for clause, (attribute, values) in kept["reach"].items()},
    )


def effective_acts(on: int) -> tuple[Act, ...]:
    """The acts in force on a day (YYYYMMDD), by rank: the law set of that day. Empty: no wording of that day is known."""
    return tuple(sorted((a for a in load_law().acts if a.start <= on < a.end), key=lambda act: act.rank))


def first_day() -> str:
    """The first day of which any wording is known: `1996-08-01`."""
    text = str(min(act.start for act in load_law().acts))
    return f"{text[:4]}-{text[4:6]}-{text[6:]}"


def within(provision: str, above: str) -> bool:
    """Whether a provision is another one or below it: `103G.2241/9/a/1` is within `103G.2241/9`."""
    return provision == above or provision.startswith(above + "/")


def citation(provision: str, acts: tuple[str, ...] = ()) -> str:
    """The id under which the newest of these acts cites a provision (`103G.2241/1/3` is 1/2 since 2024c90)."""
    law = load_law()
    for act in reversed(acts):
        if (provision, act) in law.cites:
            return law.cites[provision, act]
    return provision.partition("@")[0]
