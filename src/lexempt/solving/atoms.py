"""From a checked case to the atoms of clingo: ids of our own, words of the vocabulary, range-checked whole numbers.

What is unknown becomes `open` facts with the values that may hold; the result maps everything back.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from math import ceil

from lexempt.case import Case, Loss, Scalar
from lexempt.law.derivations import asked_where, asked_with, concerns, derives_from, exempts_part
from lexempt.law.program import load_law
from lexempt.law.vocabulary import Vocabulary
from lexempt.solving.draft import CaseAtoms, Draft, Open, Option, law_values, measured_in, reaching_further
from lexempt.solving.numbers import choose_scale
from lexempt.solving.portions import portion_facts_used, write_holding
from lexempt.solving.scene import lay_out
from lexempt.solving.settle import Settled, Statements, facts_of, losses, numbers_or_ends
from lexempt.solving.unknowns import write_open

_OPEN_WEIGHTS = 48
"""How many values of one unknown area may be weights of one sum (candidates.points makes no more); of a list all of it."""


def encode(case: Case, vocabulary: Vocabulary, start: int, on: date, assume: bool) -> tuple[CaseAtoms, int]:
    """The atoms of a case under the law of a day; ids start at `start`, and the next free number is returned.

    Raises RefusalError where the numbers cannot be decided exactly.
    """
    draft = Draft(case, lay_out(case, vocabulary), Statements(case, assume), vocabulary, start, on)
    _collect(draft)
    possible = _possible(draft)
    _scale(draft, possible)
    _write_layout(draft)
    for ours, fact in draft.facts:
        _write_fact(draft, ours, fact)
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


def _every_fact(draft: Draft) -> Iterator[Settled]:
    yield from (fact for _, fact in draft.facts)
    yield from (fact for facts in draft.portion_facts.values() for _, fact in facts)


def _possible(draft: Draft) -> set[tuple[str, str]]:
    """(attribute, word) for every word some thing's attribute has or may have; `stated` where it is stated or open."""
    found: set[tuple[str, str]] = set()
    for fact in _every_fact(draft):
        if fact.status == "closed":
            continue
        attribute = fact.attribute
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


def _scale(draft: Draft, possible: set[tuple[str, str]]) -> None:
    weights = len(draft.scene.impacts)
    for fact in _every_fact(draft):
        if fact.attribute.type == "losses":
            weights += max(1, len(losses(fact)))
            weights += _OPEN_WEIGHTS * sum(1 for loss in losses(fact) if loss.most is not None)
        if fact.open and measured_in(fact.attribute) == "area":
            weights += _OPEN_WEIGHTS if fact.among is None else len(fact.among)
    numbers = _numbers(draft)
    areas, lengths, percents, counts = (numbers.get(unit, ()) for unit in ("area", "distance", "percent", "number"))
    amount = _largest_amount(possible)
    # Where a local amount may govern although it is the larger one, a sum may be compared with it.
    facts = list(_every_fact(draft))
    if any(f.attribute.name == "local_scheme_stricter" and f.known != ("no",) for f in facts):
        amount = max([amount, *map(ceil, numbers_or_ends(f for f in facts if f.attribute.name == "local_amount"))])
    draft.scale = choose_scale(areas, lengths, percents, counts, weights, amount)


def _numbers(draft: Draft) -> dict[str, list[Fraction]]:
    """Every number of the case, by what it is measured in."""
    found: dict[str, list[Fraction]] = {}
    for fact in _every_fact(draft):
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
    law = load_law()
    amounts = [0]
    for value in law_values():
        if value.unit == "sqft":
            about = next(
                (r for c, r in law.reach.items() if value.provision == c or value.provision.startswith(c + "/")), None
            )
            if about is None or reaching_further() or any((about[0], word) in possible for word in about[1]):
                amounts.append(value.number)
    return max(amounts)


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


def _write_fact(draft: Draft, ours: str, fact: Settled) -> None:
    attribute = fact.attribute
    at = (attribute.entity, attribute.name)
    if fact.status == "closed" and at not in derives_from() and at not in asked_with():
        return
    if at in derives_from():
        if any((ours, source) in draft.stated for source in derives_from()[at]):
            draft.lines.append(f"derivable({ours},{attribute.name}).")
            if not fact.statements:
                return
        if fact.statements:
            draft.lines.append(f"stated({ours},{attribute.name}).")
    if fact.status == "closed" and any((ours, beside) in draft.stated for beside in asked_with().get(at, ())):
        fact = Settled(attribute, fact.thing, None, "unstated")
    where = asked_where().get(at)
    if fact.status == "unstated" and where is not None:
        other = draft.by_slot.get((ours, where[0], None))
        if other is not None and other.known is not None and where[1] not in other.known:
            return
    if fact.known is None or fact.status == "disputed":
        write_open(draft, ours, fact)
        return
    for value in fact.known:
        if isinstance(value, str) and value.startswith("same_as_"):
            continue
        draft.lines.append(draft.atom(ours, fact, value) + ".")
        if isinstance(value, date):
            draft.day(value)
        if at == ("impact", "area") and isinstance(value, Fraction):
            draft.areas[ours] = value


__all__ = ["CaseAtoms", "Open", "Option", "encode"]
