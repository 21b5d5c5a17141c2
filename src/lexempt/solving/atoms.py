"""From a checked case to the atoms of clingo: ids of our own, words of the vocabulary, range-checked whole numbers.

What is unknown becomes `open` facts with the values that may hold; the result maps everything back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache
from math import ceil

from lexempt.case import Case, Loss, Scalar
from lexempt.law.derivations import always_gives, asked_where, asked_with, concerns, derives_from, exempts_part
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Vocabulary
from lexempt.solving.draft import CaseAtoms, Draft, Open, Option, law_values, measured_in, reaching_further
from lexempt.solving.numbers import choose_scale
from lexempt.solving.portions import portion_facts_used, write_holding
from lexempt.solving.scene import lay_out
from lexempt.solving.settle import Settled, Statements, facts_of, losses, numbers_or_ends
from lexempt.solving.unknowns import write_open

_MEASURED = frozenset(("area", "distance", "percent", "number", "losses"))
"""Types of which the values are numbers, exact ones."""
_OPEN_WEIGHTS = 48
"""How many values of one unknown area may be weights of one sum (candidates.points makes no more); of a list all of it."""


def encode(case: Case, vocabulary: Vocabulary, start: int, on: date, assume: bool) -> tuple[CaseAtoms, int]:
    """The atoms of a case under the law of a day; ids start at `start`, and the next free number is returned.

    Raises RefusalError where the numbers cannot be decided exactly.
    """
    draft = Draft(case, lay_out(case, vocabulary), Statements(case, assume), vocabulary, start, on)
    _collect(draft)
    every = [fact for _, fact in draft.facts]
    every += [fact for facts in draft.portion_facts.values() for _, fact in facts]
    possible = _possible(draft, every)
    _scale(draft, possible, every)
    _write_layout(draft)
    _write_facts(draft)
    for holding in sorted(draft.scene.holdings.values(), key=lambda h: h.id):
        write_holding(draft, holding)
    for wetland in draft.scene.wetlands:
        ours = draft.ids["wetland", wetland]
        size = draft.known_area(ours, "size")
        if size is not None:
            draft.shares(ours, size, draft.scale.size(size))
    atoms = CaseAtoms(
        case=case,
        on=on,
        assume=assume,
        scene=draft.scene,
        scale=draft.scale,
        lines=tuple(sorted(set(draft.lines))),
        opens=tuple(draft.opens),
        names=draft.names,
        ids=draft.ids,
        settled=draft.by_slot,
        portions={h.id: portion_facts_used(draft, h) for h in draft.scene.holdings.values()},
        areas=draft.areas,
        shares=draft.exact_shares,
        possible=frozenset(possible),
        keyed=draft.keyed,
        in_play=_in_play(draft, possible),
    )
    return atoms, draft.next


def _collect(draft: Draft) -> None:
    """Every thing with an id of ours, and every fact of it."""
    scene = draft.scene
    kinds = (
        ("p", "project", [(p, (p,)) for p in sorted(scene.projects)]),
        ("w", "wetland", [(w, (w,)) for w in sorted(scene.wetlands)]),
        ("h", "holding", [(h, ()) for h in sorted(scene.holdings)]),
        ("g", "ground", [(g, scene.grounds[g].chain) for g in sorted(scene.grounds)]),
        ("x", "water", [(x, (x,)) for x in sorted(scene.waters)]),
        ("s", "drainage_system", [(s, (s,)) for s in sorted(scene.systems)]),
        ("i", "impact", [(i, (i,)) for i in sorted(scene.impacts)]),
    )
    for letter, kind, things in kinds:
        for name, chain in things:
            ours = draft.give(letter, kind, name)
            if kind != "holding":
                for fact in facts_of(draft.statements, draft.vocabulary, kind, name, chain):
                    draft.keep(ours, fact)
    for holding in scene.holdings.values():
        draft.portion_facts[holding.id] = [
            (p, f) for p in holding.portions for f in facts_of(draft.statements, draft.vocabulary, "portion", p, (p,))
        ]


def _possible(draft: Draft, every: Sequence[Settled]) -> set[tuple[str, str]]:
    """(attribute, word) for every word some thing's attribute has or may have; `stated` where it is stated or open."""
    found: set[tuple[str, str]] = set()
    for fact in every:
        if fact.status == "closed":
            continue
        attribute = fact.attribute
        if fact.status == "assumed":
            found.update((attribute.name, v) for v in fact.known or () if isinstance(v, str))
            continue
        if fact.statements and fact.known != ():
            found.add((attribute.name, "stated"))
        values: tuple[Scalar, ...] | None = fact.among if fact.status == "disputed" else fact.known or fact.among
        if values is None and fact.known is None:
            found.add((attribute.name, "stated"))
            values = ("yes", "no") if attribute.type == "yes_no" else attribute.choices
            if attribute.type == "county":
                values = tuple(draft.vocabulary.counties)
        found.update((attribute.name, v) for v in values or () if isinstance(v, str))
    if len(draft.scene.impacts) > 1:
        found.add(("impact", "several"))
    if any(len(h.owners) > 1 for h in draft.scene.holdings.values()):
        found.add(("owners", "several"))
    if any(statement.attribute == "affiliated_with" for statement in draft.case.statements):
        found.add(("affiliated_with", "stated"))  # owners have no id of ours, so no fact above
    return found


def _in_play(draft: Draft, possible: set[tuple[str, str]]) -> tuple[str, ...]:
    """The readings that can matter to a verdict of this case at all."""
    asked, extent = {} if reaching_further() else concerns(), exempts_part()
    return tuple(
        name
        for name in draft.vocabulary.readings
        if name not in extent and (name not in asked or asked[name] & possible)
    )


def _scale(draft: Draft, possible: set[tuple[str, str]], every: Sequence[Settled]) -> None:
    measured = [fact for fact in every if fact.attribute.type in _MEASURED]
    weights = len(draft.scene.impacts)
    for fact in measured:
        if fact.attribute.type == "losses":
            weights += max(1, len(losses(fact)))
            weights += _OPEN_WEIGHTS * sum(1 for loss in losses(fact) if loss.most is not None)
        if fact.open and measured_in(fact.attribute) == "area":
            weights += _OPEN_WEIGHTS if fact.among is None else len(fact.among)
    numbers = _numbers(measured)
    areas, lengths, percents, counts = (numbers.get(unit, ()) for unit in ("area", "distance", "percent", "number"))
    amount = _largest_amount(possible)
    # Where a local amount may govern although it is the larger one, a sum may be compared with it.
    if any(fact.attribute.name == "local_scheme_stricter" and fact.known != ("no",) for fact in every):
        local = (fact for fact in measured if fact.attribute.name == "local_amount")
        amount = max([amount, *map(ceil, numbers_or_ends(local))])
    draft.scale = choose_scale(areas, lengths, percents, counts, weights, amount, _OPEN_WEIGHTS)


def _numbers(measured: Sequence[Settled]) -> dict[str, list[Fraction]]:
    """Every number of these facts, by what it is measured in."""
    found: dict[str, list[Fraction]] = {}
    for fact in measured:
        unit = measured_in(fact.attribute)
        if unit is None or fact.status == "closed":
            continue
        for value in (*(fact.known or ()), *(fact.among or ()), *(fact.bounds or ())):
            if isinstance(value, Fraction):
                found.setdefault(unit, []).append(value)
            elif isinstance(value, Loss):
                found.setdefault(unit, []).append(value.area)
                if value.most is not None:
                    found[unit].append(value.most)
    return found


def _largest_amount(possible: set[tuple[str, str]]) -> int:
    """The largest area of the law, in square feet, that a sum of this case may be compared with.

    Amounts of clauses that are about other work than any of this case do not count.
    """
    amounts = [0]
    for value in law_values():
        if value.unit == "sqft":
            about = _about(value.provision)
            if about is None or reaching_further() or any((about[0], word) in possible for word in about[1]):
                amounts.append(value.number)
    return max(amounts)


@lru_cache(maxsize=512)
def _about(provision: str) -> tuple[str, tuple[str, ...]] | None:
    """By which attribute and values a provision is about work, if one by which it reaches any is known."""
    reach = load_law().reach.items()
    return next((by for clause, by in reach if provision == clause or provision.startswith(clause + "/")), None)


def _write_layout(draft: Draft) -> None:
    ids, add, scene = draft.ids, draft.lines.append, draft.scene
    for project in scene.projects:
        add(f"project({ids['project', project]}).")
    for impact in scene.impacts.values():
        i = ids["impact", impact.id]
        add(f"impact({i},{ids['project', impact.project]}).")
        add(f"impact_wetland({i},{ids['wetland', impact.wetland]}).")
        add(f"impact_holding({i},{ids['holding', impact.holding]}).")
        add(f"impact_ground({i},{ids['ground', impact.ground]}).")
    for ground in scene.grounds.values():
        if ground.wetland is not None:
            add(f"ground_wetland({ids['ground', ground.id]},{ids['wetland', ground.wetland]}).")
    landowners: dict[frozenset[str], int] = {}
    for holding in scene.holdings.values():
        h = ids["holding", holding.id]
        add(f"holding_owner({h},{landowners.setdefault(holding.owners, len(landowners))}).")


def _write_facts(draft: Draft) -> None:
    derived, given, beside, where = derives_from(), always_gives(), asked_with(), asked_where()
    for ours, fact in draft.facts:
        attribute = fact.attribute
        at = (attribute.entity, attribute.name)
        if fact.status == "closed":
            if at not in derived and at not in beside:
                continue
            if any((ours, other) in draft.stated for other in beside.get(at, ())):
                fact = Settled(attribute, fact.thing, None, "unstated")
        if at in derived:
            if any((ours, source) in draft.stated for source in derived[at]):
                draft.lines.append(f"derivable({ours},{attribute.name}).")
                # What no definition may give is as assumed, or open.
                if not fact.statements and any((ours, source) in draft.stated for source in given.get(at, ())):
                    continue
            if fact.statements:
                draft.lines.append(f"stated({ours},{attribute.name}).")
        if fact.status == "unstated" and at in where:
            name, value = where[at]
            other = draft.by_slot.get((ours, name, None))
            if other is not None and other.known is not None and value not in other.known:
                continue
        if fact.known is None or fact.status == "disputed":
            write_open(draft, ours, fact)
        else:
            _write_known(draft, ours, fact, fact.known)


def _write_known(draft: Draft, ours: str, fact: Settled, known: Sequence[Scalar]) -> None:
    for value in known:
        if isinstance(value, str):
            if not value.startswith("same_as_"):
                draft.lines.append(draft.atom(ours, fact, value) + ".")
            continue
        draft.lines.append(draft.atom(ours, fact, value) + ".")
        if isinstance(value, date):
            draft.day(value)
        elif isinstance(value, Fraction) and fact.attribute.name == "area" and fact.attribute.entity == "impact":
            draft.areas[ours] = value


__all__ = ["CaseAtoms", "Open", "Option", "encode"]
