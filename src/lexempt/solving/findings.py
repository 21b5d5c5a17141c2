"""What else the answers say of a project: claims, disputed and asserted facts, derivations, duties, approvals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Literal

from lexempt.case import Unknown
from lexempt.law.program import citation, load_law, order
from lexempt.law.vocabulary import Vocabulary
from lexempt.result import ClaimAnswer, Consequence, Derivation, Dispute, Duty, Plan, Truth
from lexempt.solving.batch import Batch, truth
from lexempt.solving.determined import NEED_NO_FINDING
from lexempt.solving.draft import CaseAtoms, Open
from lexempt.solving.effects import plan_of
from lexempt.solving.engine import Answer
from lexempt.solving.flips import answer_with
from lexempt.solving.numbers import Scale
from lexempt.solving.reasons import names, sentence
from lexempt.solving.settle import Settled, said_in, settle
from lexempt.solving.settling import fact_value
from lexempt.solving.words import called, number, said, settled_words, thing_words, title, value_words


def telling(disputes: Iterable[Dispute]) -> frozenset[str]:
    """The titles of facts of which another source says what would change the answer: such a fact matters."""
    return frozenset(dispute.title for dispute in disputes if dispute.changes_result)


class Findings:
    """Reads one batch's answers; what its projects share is read once."""

    def __init__(self, batch: Batch, sure: Answer, possible: Answer, vocabulary: Vocabulary) -> None:
        self.batch, self.sure, self.possible, self.vocabulary = batch, sure, possible, vocabulary
        self.last_seen: tuple[Answer, Answer] | None = None
        """The answers with all that has not been seen of the law as last seen, where there is such."""

    def claims(self, item: CaseAtoms, project: str, impacts: list[str]) -> tuple[ClaimAnswer, ...]:
        """Whether each impact qualifies under what was claimed for it."""
        found, law = [], self.batch.law
        for claim in item.case.claims:
            if claim.project != project:
                continue
            truths: list[tuple[str, Truth]] = []
            for impact in [claim.impact] if claim.impact else impacts:
                i = item.ids["impact", impact]
                sure, possible = (
                    any(
                        names(claim.provision, c, law)
                        for c in (*found_.qualifies.get(i, ()), *found_.released.get(i, ()))
                    )
                    for found_ in (self.sure, self.possible)
                )
                truths.append((impact, truth(sure, possible)))
            found.append(ClaimAnswer(claim.provision, tuple(truths), claim.span.line, claim.source))
        return tuple(found)

    def disputes(self, item: CaseAtoms, p: str) -> tuple[Dispute, ...]:
        """The facts on which sources differ, with the answer each stated value would give."""
        found = []
        for fact in item.opens:
            if fact.settled.status != "disputed":
                if fact.settled.differing and fact.settled.determined:
                    found.append(self._outvoted(item, p, fact))
                continue
            attribute = fact.settled.attribute
            words = [value_words(attribute, option.value, self.vocabulary) for option in fact.options]
            literals = [self.batch.session.literal(option.atom) for option in fact.options]
            base = [lit for lit in self.batch.base if lit not in literals]
            outcomes: list[tuple[str, Plan]] = [
                (word, plan_of(self.batch.truth_with(f"plan_not_required({p})", [*base, literal])))
                for word, literal in zip(words, literals, strict=True)
                if literal is not None
            ]
            prevails = words[fact.base] if fact.base is not None else None
            body = self.vocabulary.bodies.get(attribute.decided_by or "")
            view = fact_value(fact, "", self.vocabulary)
            found.append(
                Dispute(
                    fact=view.fact,
                    title=view.title,
                    prevails=prevails,
                    prevails_by=body.title if body and prevails else None,
                    others=self._others(fact.settled, words, prevails),
                    outcomes=tuple(outcomes),
                    changes_result=len({plan for _, plan in outcomes}) > 1,
                )
            )
        return tuple(found)

    def _outvoted(self, item: CaseAtoms, p: str, fact: Open) -> Dispute:
        """A fact of which the deciding body gave no one value, and others say otherwise."""
        settled = fact.settled
        says, body = said_in(settled), self.vocabulary.bodies.get(settled.attribute.decided_by or "")
        prevails, view = settled_words(settled, self.vocabulary), fact_value(fact, "", self.vocabulary)
        now = plan_of(self.batch.truth_with(f"plan_not_required({p})", self.batch.base))
        outcomes: dict[str, Plan] = {prevails: now}
        for other in (s for s in settled.statements if s is not says):
            words = settled_words(settle(settled.attribute, settled.thing, settled.key, [other]), self.vocabulary)
            plan = answer_with(self.batch, item, item.names[p], other, self.vocabulary)
            if plan is not None:
                outcomes.setdefault(words, plan)
        return Dispute(
            fact=view.fact,
            title=view.title,
            prevails=prevails,
            prevails_by=body.title if body else None,
            others=tuple(outcomes)[1:],
            outcomes=tuple(outcomes.items()),
            changes_result=len(set(outcomes.values())) > 1,
        )

    def _others(self, fact: Settled, tried: Sequence[str], prevails: str | None) -> tuple[str, ...]:
        """What else is stated of a disputed fact: the values tried, and what states no value of its own (a range)."""
        alone = (settle(fact.attribute, fact.thing, fact.key, [s]) for s in fact.statements)
        ranges = [settled_words(one, self.vocabulary) for one in alone if one.bounds is not None]
        return tuple(dict.fromkeys(w for w in (*tried, *ranges) if w != prevails))

    def asserted(self, item: CaseAtoms, apart: Collection[str]) -> tuple[str, ...]:
        """Stated facts that need a finding by a body with the power to decide them, and have none; not of what a project has
        nothing to do with (`apart`, see `scene.beside`)."""
        return tuple(sorted({_id(fact) for fact in _asserted(item) if fact.statements[0].thing not in apart}))

    def in_words(self, item: CaseAtoms) -> tuple[tuple[str, str], ...]:
        """How people call the facts asserted, by id, and the open and disputed ones, by title, where that differs."""
        found = {_id(fact): called(fact.attribute, fact.statements[0].thing, fact.key) for fact in _asserted(item)}
        for fact in (open_.settled for open_ in item.opens):
            found[title(fact.attribute, fact.thing, fact.key)] = called(fact.attribute, fact.thing, fact.key)
        return tuple(sorted((at, words) for at, words in found.items() if at != words))

    def assumed(self, item: CaseAtoms) -> tuple[str, ...]:
        """The facts that a set of assumptions gave, in words."""
        facts = (f for f in item.settled.values() if f.status == "assumed")
        return tuple(
            sorted({f"{title(f.attribute, f.thing, f.key)}: {settled_words(f, self.vocabulary)}" for f in facts})
        )

    def derivations(self, item: CaseAtoms, apart: Collection[str]) -> tuple[Derivation, ...]:
        """What definitions give, beside what is stated, but for what stands `apart`; empty unless explanations were asked for."""
        found = []
        for ours in item.names:
            for attribute, value in self.sure.derived.get(ours, ()):
                settled = item.settled.get((ours, attribute, None))
                if settled is None or settled.thing.removeprefix("ground ") in apart:
                    continue
                stated = settled_words(settled, self.vocabulary) if settled.statements else None
                view = title(settled.attribute, settled.thing, None)
                words = value_words(settled.attribute, value, self.vocabulary)
                fact = f"{settled.thing.removeprefix('ground ')}.{attribute}"
                found.append(Derivation(fact, view, words, stated, settled.attribute.cites or ""))
        return tuple(sorted(found, key=lambda d: d.fact))

    def duties(self, item: CaseAtoms, impacts: list[str]) -> tuple[Duty, ...]:
        """The duties that go with exemptions; open where a completion breaks them."""
        ours = {item.ids["impact", i]: i for i in impacts}
        states: dict[tuple[str, str], set[str]] = defaultdict(set)
        for i, provision, state in self.possible.duties:
            if i in ours:
                states[i, provision].add(state)
        found = []
        for (i, provision), held in states.items():
            # An unknown fact makes both states possible; a known one makes one, wherever the impact is exempt at all.
            state = _state(held)
            words = sentence(provision, {"I": ours[i]}, holds=state != "breached")
            found.append(Duty(provision, ours[i], state, words))
        return tuple(sorted(found, key=lambda d: (d.impact, order(d.provision))))

    def approvals(self, item: CaseAtoms, impacts: list[str]) -> tuple[str, ...]:
        """What else needs an approval, exempt or not."""
        found = []
        for impact in impacts:
            i = item.ids["impact", impact]
            for provision in sorted(self.possible.approvals.get(i, ()), key=order):
                words = sentence(provision, {"I": impact, "W": item.scene.impacts[impact].wetland}, holds=True)
                open_ = "" if provision in self.sure.approvals.get(i, ()) else "it may be that "
                found.append(f"{open_}{words.rstrip('.')} ({provision})")
        return tuple(found)

    def consequences(self, item: CaseAtoms, project: str, impacts: list[str]) -> tuple[Consequence, ...]:
        """What follows for a project's plan, and for its work that needs none, by the law as last seen."""
        ours = {item.ids["impact", i]: i for i in impacts} | {item.ids["project", project]: project}
        sure, possible = self.last_seen or (self.sure, self.possible)
        asked = [*self.batch.base, *(law.literals[0] for law in self.batch.law_opens if self.last_seen is not None)]
        not_required = self.batch.session.literal(f"plan_not_required({item.ids['project', project]})")
        required = None if not_required is None or possible.consequences <= sure.consequences else [*asked, -not_required]
        if required is not None and self.batch.session.core(required) is not None:
            required = None  # no completion requires one
        found = []
        for about, provision, what, count in sorted(possible.consequences):  # each may be a question
            if about not in ours:
                continue
            holds = truth((about, provision, what, count) in sure.consequences, True)
            atom = f'consequence({about},"{provision}",{what},{count})'
            area = "{A}" in load_law().conditions[what].says
            found.append(
                Consequence(
                    provision,
                    ours[about],
                    what,
                    Fraction(count, item.scale.sqft) if area else Fraction(count) if count else None,
                    holds,
                    sentence(what, consequence_letters(ours[about], count, item.scale), holds=True),
                    self.last_seen is not None and (about, provision, what, count) not in self.sure.consequences,
                    "sqft" if area else None,
                    holds == "always" or (required is not None and self._follows(atom, required)),
                )
            )
        return tuple(sorted(found, key=lambda c: (order(c.provision), c.what, c.about, c.number or 0)))

    def _follows(self, atom: str, assumptions: Sequence[int]) -> bool:
        """Whether an atom holds in every completion with these assumptions."""
        literal = self.batch.session.literal(atom)
        return literal is not None and self.batch.session.core([*assumptions, -literal]) is not None

    def outside(self, item: CaseAtoms, impact: str) -> str | None:
        """Why an impact is not regulated, in words."""
        placed = item.scene.impacts[impact]
        why = sorted(self.possible.unregulated.get(item.ids["impact", impact], ()))
        found = [sentence(name, {"I": impact, "W": placed.wetland}, holds=True) for name in why]
        if found and (assumed := self._assumed_for(item, impact, why)):
            found.append(f"Assumed: {', '.join(assumed)}.")
        return " ".join(found) or None

    def _assumed_for(self, item: CaseAtoms, impact: str, conditions: Sequence[str]) -> list[str]:
        """The facts that conditions read and that nobody states."""
        names = dict.fromkeys(a for name in conditions for a in load_law().conditions[name].reads)
        things = (item.ids["impact", impact], item.ids["wetland", item.scene.impacts[impact].wetland])
        facts = [f for a in names for thing in things for f in item.facts_about(thing, a) if f.status == "assumed"]
        return [self._said(f) for f in facts]

    def _said(self, fact: Settled) -> str:
        value = settled_words(fact, self.vocabulary)
        found = said(fact.attribute, fact.key, value).replace("{T}", thing_words(fact.thing))
        return found or f"{title(fact.attribute, fact.thing, fact.key)} is {value}"


def consequence_letters(about: str, count: int, scale: Scale) -> dict[str, str]:
    """What the letters of a consequence's sentence stand for: the impact or project by its id, and the number."""
    return {"I": about, "P": about, "N": str(count), "A": number(Fraction(count, scale.sqft))}


def _asserted(item: CaseAtoms) -> list[Settled]:
    """Facts that somebody states without the power to decide them; `unknown` asserts nothing."""
    every = (*item.settled.values(), *(f for facts in item.portions.values() for f in facts))
    return [
        f
        for f in every
        if f.statements
        and not f.determined
        and f.attribute.decided_by not in NEED_NO_FINDING
        and any(s.value != Unknown() for s in f.statements)
    ]


def _id(fact: Settled) -> str:
    key = f".{fact.key}" if fact.key is not None else ""
    return f"{fact.statements[0].thing}.{fact.attribute.name}{key}"


def _state(held: set[str]) -> Literal["met", "breached", "open"]:
    if held == {"met"}:
        return "met"
    return "breached" if held == {"breached"} else "open"


def not_modelled(touched: set[str], day: int) -> tuple[str, ...]:
    """What is left out of the provisions a result touches, with the reason; not of acts that had ended on the day (YYYYMMDD).

    Words of a later act count: an older law may be carried back from them.
    """
    ended = {act.id for act in load_law().acts if act.end <= day}
    return tuple(
        f"{citation(group.provision)}: {group.not_modelled}"
        for group in load_law().groups
        if group.not_modelled
        and group.act not in ended
        and any(c == group.provision or c.startswith(group.provision + "/") for c in touched)
    )
