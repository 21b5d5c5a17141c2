"""Why a fact cannot matter, in the law's own documented sentences: what is true of the conditions that read it either way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lexempt.law.derivations import derives_from
from lexempt.law.program import citation, load_law, order
from lexempt.law.rules import load_rules
from lexempt.law.vocabulary import load_vocabulary
from lexempt.result import Truth
from lexempt.solving.batch import Batch
from lexempt.solving.draft import CaseAtoms, Open
from lexempt.solving.matter import Twin
from lexempt.solving.reasons import sentence

_EITHER = "either way: "
_MOST = 2
"""How many sentences a reason may have."""


class Idleness:
    """Reads one case of a batch; `base` holds what is assumed of readings and of the law."""

    def __init__(self, batch: Batch, item: CaseAtoms, project: str, base: list[int], twin: Twin | None) -> None:
        self.batch, self.item, self.project, self.base, self.twin = batch, item, project, base, twin
        self._known: dict[str, Truth] = {}
        self._clauses = sorted(
            {s.arguments[1].string for s, _, _ in batch.session.with_signature("reach", 2)}, key=order
        )

    def reason(self, found: Open) -> str:
        """Why this fact changes nothing, as a sentence without a full stop."""
        impacts = self._impacts(found)
        if not impacts:
            return f"it bears on no impact of {self.project}"
        attribute = found.settled.attribute
        names, about = _fed_by(attribute.name), _told_apart(attribute.entity, attribute.name)
        tests = [(i, *test) for i in impacts for test in self._tests(i, names, about)]
        if not tests:
            if self.twin is not None and not self.twin.is_apart(found):
                return self._whatever(impacts)  # rules look at it, though no condition that has words
            return "no clause within reach asks for it"
        said: list[str] = []
        for impact, clause, condition, atom in tests:
            truth = self._truth(atom)
            idle = self._nothing_adds_up(impact, clause) if truth == "never" and atom.startswith("stops(") else None
            if idle is not None:  # a limit is kept, and of nothing
                said += [idle] if idle and idle not in said else []
                continue
            if truth != "sometimes" and self._decides_reach(found, names, impact, clause, atom):
                # Of other values of the fact the condition is not asked for, and its sentence is not so.
                return self._whatever(impacts)
            if truth == "sometimes":
                if self.twin is not None and not self.twin.turns_on(found, atom, self.item.ids["impact", impact]):
                    continue  # it reads another thing's attribute of that name
                text = self._beside(impact, clause)
                if text is None:
                    return self._whatever(impacts)
            else:
                text = self._sentence(impact, clause, condition, truth == "always")
            if text and text not in said:
                said.append(text)
        plain = [text for text in said if not text.startswith(_EITHER)]
        both = [text.removeprefix(_EITHER) for text in said if text.startswith(_EITHER)]
        chosen = [*plain, *both][:_MOST]
        if len(plain) < len(chosen):
            chosen[len(plain)] = _EITHER + chosen[len(plain)]
        return "; ".join(chosen) or "no condition of a clause within reach turns on it"

    def _impacts(self, found: Open) -> list[str]:
        """The project's impacts that the thing of a fact is about."""
        item, attribute, thing = self.item, found.settled.attribute, found.settled.thing
        near = []
        for name, placed in sorted(item.scene.impacts.items()):
            if placed.project != self.project:
                continue
            holding = item.scene.holdings[placed.holding]
            ground = item.ids["ground", placed.ground]
            system = item.settled.get((ground, "drainage_system", None))
            mine = {
                "impact": thing == name,
                "wetland": thing == placed.wetland,
                "ground": thing == placed.ground,
                "portion": thing == placed.holding or thing in holding.portions,
                "project": thing == placed.project,
                "drainage_system": system is not None and (system.known is None or thing in system.known),
            }
            if mine.get(attribute.entity, True):
                near.append(name)
        return near

    def _tests(self, impact: str, names: frozenset[str], about: frozenset[str]) -> Iterator[tuple[str, str, str]]:
        """(clause, condition, atom that says it fails) of every condition within reach that reads one of these attributes, and
        one of `about` too if there are any."""
        ours, session = self.item.ids["impact", impact], self.batch.session
        conditions = {
            name: documented
            for name, documented in load_law().conditions.items()
            if "(" not in name and (not about or about & set(documented.reads))
        }
        for name, documented in conditions.items():
            if names & set(documented.reads):
                for predicate in ("unregulated", "unscoped"):
                    atom = f"{predicate}({ours},{name})"
                    if name.isidentifier() and session.literal(atom) is not None:
                        yield "", name, atom
        for clause in self._clauses:
            if self._truth(f'reach({ours},"{clause}")') == "never":
                continue
            rows = self.batch.listed.get(clause, {})
            asked = [*rows.get("requires", ()), *rows.get("excepts", ())]
            for name in asked:
                documented_ = conditions.get(name)
                reads = (
                    set(documented_.reads) if documented_ else {name} if name not in load_law().conditions else set()
                )
                if names & reads:
                    yield clause, name, f'fails({ours},"{clause}",{_term(name)})'
            for name, documented in conditions.items():
                if names & set(documented.reads):
                    atom = f'stops({ours},"{clause}",{_term(name)})'
                    if session.literal(atom) is not None or (
                        name in _stopping() and self._falls_under(ours, clause, name)
                    ):
                        yield clause, name, atom

    def _falls_under(self, ours: str, clause: str, name: str) -> bool:
        """Whether a limit is asked of an impact under a clause, though it is kept in every completion: its rule is not in the
        grounding then. An amount that may be stated under keys is none where nobody states it."""
        if self._truth(f'falls_under({ours},"{clause}")') == "never":
            return False
        keyed = {a.name for a in load_vocabulary().attributes.values() if a.key_type is not None}
        asked = keyed & set(load_law().conditions[name].reads)
        return all(any(attribute == at for _, attribute in self.item.keyed) for at in asked)

    def _nothing_adds_up(self, impact: str, clause: str) -> str | None:
        """Why an impact adds nothing to the sums of a clause, in words or none; None where it may add to them."""
        ours = self.item.ids["impact", impact]
        if self._truth(f"regulated({ours})") == "never":
            return f"{impact} is not regulated"
        return "" if self._truth(f'falls_under({ours},"{clause}")') == "never" else None

    def _decides_reach(self, found: Open, names: frozenset[str], impact: str, clause: str, atom: str) -> bool:
        """Whether this fact, or what it feeds (`names`), decides if a clause is about the impact, or falls under its limit, at all."""
        ours = self.item.ids["impact", impact]
        if names & set(self.batch.listed.get(clause, {}).get("reaches", ())):
            return self._truth(f'reach({ours},"{clause}")') == "sometimes"
        under = f'falls_under({ours},"{clause}")'
        return (
            atom.startswith("stops(")
            and self._truth(under) == "sometimes"
            and (self.twin is None or self.twin.turns_on(found, under, ours))
        )

    def _whatever(self, impacts: list[str]) -> str:
        """That other facts decide; and which clauses, where every impact that the fact is about has one whatever it is."""
        ours = {impact: self.item.ids["impact", impact] for impact in impacts}
        held = {
            impact: next((c for c in self._clauses if self._truth(f'qualifies({i},"{c}")') == "always"), None)
            for impact, i in ours.items()
        }
        project = self.item.ids["project", self.project]
        if all(held.values()) and self._truth(f"plan_not_required({project})") == "always":
            said = [f"{i} qualifies under {citation(c, self.batch.law.acts)}" for i, c in held.items() if c][:_MOST]
            return f"whatever it is, {'; '.join(said)}"
        return "whatever it is, other facts decide"

    def _beside(self, impact: str, clause: str) -> str | None:
        """What else settles a clause whose condition the fact does decide: None where nothing does."""
        if not clause:
            return None
        ours = self.item.ids["impact", impact]
        cited = citation(clause, self.batch.law.acts)
        truth = self._truth(f'qualifies({ours},"{clause}")')
        if truth == "always":
            return f"{impact} qualifies under {cited} either way"
        if truth == "never":
            return f"{impact} does not qualify under {cited} either way"
        return None

    def _sentence(self, impact: str, clause: str, name: str, fails: bool) -> str:
        law, placed = load_law(), self.item.scene.impacts[impact]
        cited = citation(clause, self.batch.law.acts)
        rows = self.batch.listed.get(clause, {})
        if name not in law.conditions:
            return f"whichever it is, {cited} {'does not accept it' if fails else 'accepts it'}"
        words = {"I": impact, "W": placed.wetland, "P": placed.project, "C": cited}
        # A required condition that fails is denied; so is an exception, limit or bar that does not hold.
        holds = (name in rows.get("requires", ())) != fails
        text = sentence(name, words, holds).strip().removesuffix(".")
        return f"{_EITHER}{text}{_under(name, cited)}" if text else ""

    def _truth(self, atom: str) -> Truth:
        if atom not in self._known:
            self._known[atom] = self.batch.truth_with(atom, self.base)
        return self._known[atom]


@lru_cache(maxsize=512)
def _fed_by(attribute: str) -> frozenset[str]:
    """An attribute with those that a definition derives from it, and those that are assumed to be the same."""
    derived = {name for (_, name), sources in derives_from().items() if attribute in sources}
    same = {a.name for a in load_vocabulary().attributes.values() if f"same_as_{attribute}" in a.assumed.values()}
    return frozenset({attribute, *derived, *same})


@lru_cache(maxsize=1)
def _stopping() -> frozenset[str]:
    """The conditions that stop an impact under an amount."""
    return frozenset(str(rule.terms[2]).strip('"') for rule in load_rules().rules if rule.predicate == "stops")


@lru_cache(maxsize=512)
def _told_apart(entity: str, attribute: str) -> frozenset[str]:
    """Where things of other kinds have an attribute of this name too (an impact's area, a portion's): the attributes that only
    this kind has. A condition that reads one of them speaks of this kind. Of an impact's own attributes every condition does."""
    every = load_vocabulary().attributes
    if entity == "impact" or not any(name == attribute and other != entity for other, name in every):
        return frozenset()
    own = {name for other, name in every if other == entity}
    return frozenset(own - {name for other, name in every if other != entity})


def _term(name: str) -> str:
    """The name of a condition as a term: a provision is a string."""
    return f'"{name}"' if "/" in name or "." in name else name


def _under(name: str, cited: str) -> str:
    """The provision that a sentence is about: the condition's own where it is one, else the clause's."""
    provision = name if "/" in name else cited
    return f" ({provision})" if provision else ""
