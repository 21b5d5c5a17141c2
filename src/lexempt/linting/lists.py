"""Lists that leave out one that others of their kind name: paragraphs of amounts, and values that parallel clauses list.

A list is read from the rows. What naming the member would change is searched for: a smallest project to which the law, and
the law with the member on the list, give different answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from lexempt.amending.standing import LINES, read_by
from lexempt.amending.terms import list_words, member_words, term
from lexempt.finding import Finding, Witness
from lexempt.law.adopted import Adopted
from lexempt.law.program import order
from lexempt.law.rules import load_rules
from lexempt.linting.clauses import Law
from lexempt.linting.confirming import witness
from lexempt.linting.domain import Domain
from lexempt.records import NamedTuple
from lexempt.result import Plan
from lexempt.solving.batch import law_set
from lexempt.solving.engine import Watch
from lexempt.solving.manyfold import Manyfold, Wish

_ACT = "NAMED"
_PLAN: Mapping[bool, Plan] = {True: "not_required", False: "required"}
_MOST = 2
"""So many impacts are tried at most."""


class _Lack(NamedTuple):
    """A list of a provision, the members of its kind that it leaves out, and the provisions it is seen against."""

    provision: str
    name: str
    members: tuple[str, ...]
    left_out: tuple[str, ...]
    others: tuple[str, ...]
    clauses: tuple[str, ...]
    """The clauses whose projects can tell."""


def lists(law: Law, watch: Watch) -> Iterator[Finding]:
    """The findings about lists: of paragraphs, then of values."""
    for lack in chain(_paragraphs(law), _values(law)):
        found, why = _witness(law, lack, watch)
        shown = [member_words(lack.name, m, law.vocabulary) for m in lack.members]
        missing = [member_words(lack.name, m, law.vocabulary) for m in lack.left_out]
        yield Finding(
            "list",
            lack.provision,
            lack.others,
            said=(
                ("list", (list_words(lack.name, law.vocabulary),)),
                ("members", tuple(shown)),
                ("left_out", tuple(missing)),
            ),
            witness=found,
            no_witness=why,
            bounded=False,
        )


def _paragraphs(law: Law) -> Iterator[_Lack]:
    """Lists of paragraphs with amounts that name some of a subdivision's, not all."""
    every = sorted(set(law.paragraphs.values()), key=order)
    for p in law.standing.provisions.values():
        if not law.stands(p.id):
            continue
        named = {
            name: members
            for name, members in p.lists.items()
            if name not in LINES and members and set(members) <= set(every)
        }
        if not named:
            continue
        # What the words name comes before what a reading adds on a list of its own.
        name = max(named, key=lambda n: (len(named[n]), n))
        above = {member.rpartition("/")[0] for member in named[name]}
        siblings = [q for q in every if q.rpartition("/")[0] in above]
        left_out = tuple(q for q in siblings if q not in named[name])
        if left_out:
            clauses = tuple(c for c in law.amounts if law.paragraphs.get(c) in siblings)
            yield _Lack(p.id, name, named[name], left_out, (), clauses)


def _values(law: Law) -> Iterator[_Lack]:
    """Lists of values of a clause that lack just one that the same list of its neighbours has."""
    for group in law.groups:
        for clause in group:
            own = law.standing.provisions[clause].lists
            for name, members in own.items():
                if name in LINES or len(members) < 2 or any("/" in member for member in members):
                    continue
                same = {
                    c: law.standing.provisions[c].lists.get(name, ()) for c in group if _alike(law, c, clause, name)
                }
                larger = [c for c, m in same.items() if set(m) > set(members) and len(m) == len(members) + 1]
                equal = [c for c, m in same.items() if set(m) == set(members)]
                if larger and len({same[c] for c in larger}) == 1 and len(larger) >= len(equal):
                    left_out = tuple(m for m in same[larger[0]] if m not in members)
                    yield _Lack(clause, name, members, left_out, tuple(larger), (clause,))


def _alike(law: Law, one: str, other: str, name: str) -> bool:
    """Whether two clauses use a list in the same line, for the same condition."""
    ways = [{way[:2] for way in law.treatment(c, name)} for c in (one, other)]
    return bool(ways[0]) and ways[0] == ways[1]


# --- what naming it would change


def _deciding(provision: str) -> list[str]:
    """The readings that a rule asks together with a list of the provision, in order of name."""
    found: set[str] = set()
    for rule in load_rules().rules:
        asked = [literal for literal in rule.body if literal[0] in ("is", "not")]
        if any(name == "listed" and terms[0] == provision for _, name, terms in asked):
            found.update(str(terms[0]) for _, name, terms in asked if name == "reads")
    return sorted(found)


def _witness(law: Law, lack: _Lack, watch: Watch) -> tuple[Witness | None, str | None]:
    """Under the readings in use, else under the first single other choice of a reading that decides about such a list."""
    own = [law.vocabulary.readings[name] for name in _deciding(lack.provision)]
    others = [{r.name: choice} for r in own for choice in r.choices if choice != law.choices[r.name]]
    rows = tuple(f'item("{lack.provision}",{term(lack.name)},{term(m)},"{_ACT}")' for m in lack.left_out)
    named = Adopted(_ACT, rows)
    read = {a for c in lack.clauses for a in read_by(law.standing.provisions[c])}
    for impacts in range(1, _MOST + 1):
        for readings in ({}, *others):
            domain = Domain([law.standing], law.day, law.vocabulary, impacts, frozenset(read))
            laws = [law.law_set, law_set(law.law_set.on, (), (*law.adopted, named))]
            many = Manyfold(domain.case, laws, law.choices | readings, law.vocabulary, domain.ordinary(), watch)
            for answers in ((False, True), (True, False)):
                completion = many.smallest(Wish(answers))
                if completion is not None:
                    words = ", ".join(member_words(lack.name, m, law.vocabulary) for m in lack.left_out)
                    tells = _tells(_PLAN[answers[0]], _PLAN[answers[1]])
                    return witness(domain, completion, law, tells, (named, words), readings), None
    return None, "none"


def _tells(*plans: Plan) -> Callable[[Witness], bool]:
    return lambda found: found.plans == plans


__all__ = ["lists"]
