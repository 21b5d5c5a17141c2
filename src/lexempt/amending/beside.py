"""What a change of the law brings with it, beside other answers: read from the rows, without a search.

Which provisions are worded differently, and how; what refers to them; references that a repeal leaves to nothing; facts that
a provision asks for and did not before, and how many of some cases do not state them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lexempt.amending.compare import comparison
from lexempt.amending.definitions import relying_on
from lexempt.amending.references import Reference, readers_of, references_to
from lexempt.amending.standing import STANDS, Standing, read_by
from lexempt.case import Case, Reading
from lexempt.law.derivations import derives_from
from lexempt.law.program import load_law, order
from lexempt.law.rules import load_rules
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.solving.scene import Placed, Scene, lay_out


class AskedFor(NamedTuple):
    """A fact that a provision asks for and did not before, in words, and how many projects do not state it."""

    provision: str
    attribute: str
    words: str
    unstated: int = 0


class Beside(NamedTuple):
    """All of it: (fate, provisions) of what is worded differently; what refers to it and is worded alike; references to mend;
    facts asked for; of how many projects it is said which do not state these (0: none were looked at)."""

    fates: tuple[tuple[str, tuple[str, ...]], ...]
    referring: tuple[str, ...]
    unmended: tuple[Reference, ...]
    asked: tuple[AskedFor, ...]
    projects: int = 0


def beside(before: Standing, after: Standing, vocabulary: Vocabulary, cases: Sequence[Reading] = ()) -> Beside:
    """What changes from one law to another, beside answers; `vocabulary` has the facts that bills declare."""
    fates: dict[str, list[str]] = {}
    for found in comparison(before, after, vocabulary):
        if not found.only_renumbered:
            fates.setdefault(found.fate.partition(", and ")[0], []).append(found.provision)
    touched = [p for provisions in fates.values() for p in provisions]
    laws = (before, after)
    referring = dict.fromkeys(r.of for law in laws for p in touched for r in readers_of(p, law) if r.of not in touched)
    referring |= dict.fromkeys(p for p in relying_on(touched, laws) if p not in touched)
    projects = [(each.case, name) for each in cases if each.case is not None for name in _projects(each.case)]
    scenes = [lay_out(case, vocabulary) for case, _ in projects]
    asked = []
    for provision, name in _newly_asked(touched, before, after):
        words = next((a.words for a in vocabulary.attributes.values() if a.name == name), name.replace("_", " "))
        lacking = sum(
            not _states(case, scene, project, name)
            for (case, project), scene in zip(projects, scenes, strict=True)
        )
        asked.append(AskedFor(provision, name, words, lacking))
    return Beside(
        tuple((fate, tuple(sorted(provisions, key=order))) for fate, provisions in fates.items()),
        tuple(sorted(referring, key=order)),
        unmended(before, after),
        tuple(asked),
        len(projects),
    )


def tells_of_itself(provision: str) -> bool:
    """Whether a provision decides what is regulated, or something follows from it beside the answer."""
    places = {"consequence": 1, "decides_scope": 0}
    rules = (rule for rule in load_rules().rules if rule.predicate in places)
    return any(rule.terms[places[rule.predicate]] == provision for rule in rules)


# --- references


def unmended(before: Standing, after: Standing) -> tuple[Reference, ...]:
    """What of the second law refers to a provision that no longer stands in it, and did in the first."""
    gone = [p.id for p in before.provisions.values() if p.state in STANDS and not _stands(p.id, after)]
    above = {"/".join(p.split("/")[:n]) for p in gone for n in range(2, p.count("/") + 2)}
    emptied = [p for p in above if not any(_stands(below, after) for below in after.below(p))]
    found = {r for p in emptied for r in references_to(p, after)}
    return tuple(sorted(found, key=lambda r: (order(r.of), order(r.to), str(r))))


def _stands(provision: str, law: Standing) -> bool:
    found = law.provisions.get(provision)
    return found is not None and found.state in STANDS


# --- facts


def _newly_asked(touched: Sequence[str], before: Standing, after: Standing) -> Iterator[tuple[str, str]]:
    """(provision, attribute) of what a provision reads under the second law only."""
    for provision in sorted(touched, key=order):
        known = set(_read(provision, before))
        yield from ((provision, name) for name in _read(provision, after) if name not in known)


def _read(provision: str, law: Standing) -> tuple[str, ...]:
    """What a provision reads by its conditions, and as a condition or limit itself; nothing where it is not in force."""
    found = law.provisions.get(provision)
    if found is None or found.state == "not in force":
        return ()
    documented = load_law().conditions.get(provision)
    return tuple(dict.fromkeys((*read_by(found), *(documented.reads if documented is not None else ()))))


def _projects(case: Case) -> Iterator[str]:
    return (thing.id for thing in case.of("project"))


def _states(case: Case, scene: Scene, project: str, name: str) -> bool:
    """Whether a project states a fact of each of its impacts, or what it follows from: of the impact itself, or of its place."""
    names = {name, *(source for (_, of), sources in derives_from().items() if of == name for source in sources)}
    stated = {s.thing for s in case.statements if s.attribute in names}
    placed = [each for each in scene.impacts.values() if each.project == project]
    return bool(stated & {*_elsewhere(case), project}) or (
        bool(placed) and all(stated & set(_about(each, scene)) for each in placed)
    )


def _elsewhere(case: Case) -> Iterator[str]:
    """Things that impacts have to do with without lying in them."""
    return (thing.id for kind in ("owner", "water", "drainage_system") for thing in case.of(kind))


def _about(placed: Placed, scene: Scene) -> tuple[str, ...]:
    return (placed.id, *scene.grounds[placed.ground].chain, *scene.holdings[placed.holding].portions)
