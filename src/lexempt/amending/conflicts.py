"""In which ways some amendments conflict, read from their texts and days and from the law: each kind of conflict that drafters look
for, with the provisions. (What they do jointly to projects is searched for: `joint`, `interaction`.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from lexempt.amending.beside import unmended
from lexempt.amending.beside_text import reference_words
from lexempt.amending.bill import Bill
from lexempt.amending.definitions import defined_by, defines
from lexempt.amending.fit import Fitted, all_adopted
from lexempt.amending.interaction import Clash, Interaction, clashes
from lexempt.amending.joint import KINDS as SEARCHED
from lexempt.amending.joint import Pairwise
from lexempt.amending.references import Reference, readers_of
from lexempt.amending.standing import Standing, read_by
from lexempt.amending.versions import touched_by
from lexempt.law.program import load_law, order, within
from lexempt.records import NamedTuple
from lexempt.rendering.words import brief, briefs, counted

_OUTCOMES = {
    "later": "the later final enactment prevails (Minn. Stat. 645.26, subd. 3; 645.33: our understanding): here {0}",
    "gone": "what {0} repeals stays repealed in either order: there is nothing left to amend (645.32: our understanding)",
    "added": "what {0} adds stands in either order: a repeal takes out what stood there when it was drafted (our understanding)",
    "both": "both would bear it, and one has to be given another",
}
KINDS = (
    "textual", "renumbering", "reference", "definition", "time", "dead text", "contradiction", "only together", "cancelling",
    "order",
)  # fmt: skip
"""The kinds of conflict that are looked for, in the order in which they are told."""
SEARCHED_FOR = frozenset(("dead text", "contradiction", "only together", "cancelling"))
"""Those that take a search."""


class Conflict(NamedTuple):
    """One conflict: its kind, the amendments (their places), the provisions, and what it is, in words about these."""

    kind: str
    amendments: tuple[int, ...]
    provisions: tuple[str, ...]
    what: str


def conflicts(law: Standing, bills: Sequence[Fitted]) -> Iterator[Conflict]:
    """Those that can be read off, kind by kind."""
    names = [fitted.bill.name for fitted in bills]
    for clash in clashes(bills):
        yield _textual(clash, names)
    yield from _references(law, bills, names)
    for one, other in combinations(range(len(bills)), 2):
        yield from _definitions(law, bills, (one, other), names)
        yield from _definitions(law, bills, (other, one), names)
        yield from _times(bills, one, other)


def _textual(clash: Clash, names: Sequence[str]) -> Conflict:
    what = f"{names[clash.first]} and {names[clash.second]}: {clash.what}; {outcome(clash, names)}"
    return Conflict(clash.kind, (clash.first, clash.second), (clash.provision,), what)


def joint(pairs: Sequence[Pairwise], over: Interaction | None, names: Sequence[str]) -> Iterator[Conflict]:
    """Those that a search over any project, or the answers to recorded cases, have shown."""
    for pair in pairs:
        two = (pair.first, pair.second)
        for kind in dict.fromkeys(row.kind for row in pair.rows()):
            said = SEARCHED[kind].format(*(names[n] for n in two))
            yield Conflict("only together" if kind.startswith("only") else "cancelling", two, (), f"{said} (projects above)")
    if over is None:
        return
    for found in over.together:
        projects = counted(len(found.effect.widens) + len(found.effect.narrows), "recorded project")
        who = _who(sorted(found.package), names)
        yield Conflict("only together", tuple(sorted(found.package)), (), f"{who} change {projects} only together")
    for undoing in over.pairs:
        if undoing.kind == "undoes":
            projects = counted(len(undoing.projects), "recorded project")
            two = (undoing.first, undoing.second)
            yield Conflict("cancelling", two, (), f"{names[two[0]]} undoes what {names[two[1]]} does alone: {projects}")
    for block in over.blocks:
        projects = counted(len(block.projects), "recorded project")
        flips, blocks = (sorted(package) for package in (block.flips, block.blocks))
        undo = f"undo{'es' if len(blocks) == 1 else ''}"
        said = f"{_who(blocks, names)} {undo} what {_who(flips, names)} do together: {projects}"
        yield Conflict("cancelling", (*flips, *blocks), (), said)


def outcome(clash: Clash, names: Sequence[str]) -> str:
    """Which of two amendments prevails, and by what rule, in words."""
    return _OUTCOMES[clash.outcome].format(names[clash.prevails] if clash.prevails is not None else "")


# --- references


def _references(law: Standing, bills: Sequence[Fitted], names: Sequence[str]) -> Iterator[Conflict]:
    """What refers to nothing once all stand: whose doing it is, or that only several of them together leave it so."""
    alone = [set(unmended(law, all_adopted(law, (fitted,)))) for fitted in bills]
    for reference in unmended(law, all_adopted(law, bills)):
        mine = tuple(n for n, found in enumerate(alone) if reference in found)
        gone = tuple(n for n, fitted in enumerate(bills) if _takes_out(fitted, reference))
        whose = mine or gone or tuple(range(len(bills)))
        take = "takes" if len(whose) == 1 else "take"
        together = "" if mine else ", which neither leaves so alone"
        what = f"{reference_words(reference)}, which {_who(whose, names)} {take} out{together}"
        yield Conflict("reference", whose, (reference.of, reference.to), what)


def _takes_out(fitted: Fitted, reference: Reference) -> bool:
    return any(row.predicate == "repeals" and within(reference.to, row.args[1]) for row in fitted.rows)


def _who(whose: Sequence[int], names: Sequence[str]) -> str:
    return " and ".join(names[n] for n in whose)


# --- definitions


def _definitions(
    law: Standing, bills: Sequence[Fitted], pair: tuple[int, int], names: Sequence[str]
) -> Iterator[Conflict]:
    """Where one changes how an attribute is decided, and the other a provision that asks for it."""
    changing, relying = (touched_by(bills[n]) for n in pair)
    together = all_adopted(law, [bills[n] for n in sorted(pair)])
    for attribute in defined_by():
        defining = [p for p in changing if defines(p, attribute)]
        asking = [p for p in relying if not defines(p, attribute) and attribute in _reads(p, together)]
        if defining and asking:
            what = (
                f"{names[pair[0]]} changes {briefs(defining, 'and')}, by which {attribute.replace('_', ' ')} is decided; "
                f"{briefs(asking, 'and')}, which {names[pair[1]]} changes, asks for it"
            )
            yield Conflict("definition", pair, (*defining, *asking), what)
    read: dict[tuple[str, str], None] = {}
    for provision in changing:
        for reference in readers_of(provision, together):
            if reference.condition is not None and reference.of in relying:
                read[provision, reference.of] = None
    for provision, reader in read:
        what = f"{names[pair[0]]} changes {brief(provision)}, which {brief(reader)}, which {names[pair[1]]} changes, looks at"
        yield Conflict("definition", pair, (provision, reader), what)


def _reads(provision: str, law: Standing) -> set[str]:
    found = law.provisions.get(provision)
    documented = load_law().conditions.get(provision)
    lists = found.lists.get("reaches", ()) if found is not None else ()
    return {*(read_by(found) if found is not None else ()), *lists, *(documented.reads if documented is not None else ())}


# --- days


def _times(bills: Sequence[Fitted], one: int, other: int) -> Iterator[Conflict]:
    """Days, and projects, for which one of two stands without the other."""
    a, b = bills[one].bill, bills[other].bill
    both = tuple(sorted({*touched_by(bills[one])} & {*touched_by(bills[other])}, key=order))

    def found(what: str) -> Conflict:
        return Conflict("time", (one, other), both, what)

    for first, second in ((a, b), (b, a)):
        if first.expires is not None and second.effective is not None and first.expires <= second.effective:
            gap = f"; in between {briefs(both, 'and')} read as before" if both and first.expires < second.effective else ""
            yield found(
                f"{first.name} expires on {first.expires.isoformat()} and {second.name} takes effect on "
                f"{second.effective.isoformat()}: they never stand together{gap}"
            )
            return
    starts = sorted((bill.effective, bill.name) for bill in (a, b) if bill.effective is not None)
    if len(starts) == 2 and starts[0][0] != starts[1][0]:
        (day, early), (later, late) = starts
        yield found(f"from {day.isoformat()} to {later.isoformat()} {early} stands without {late}")
    ends = sorted((bill.expires, bill.name) for bill in (a, b) if bill.expires is not None)
    if ends and (len(ends) == 1 or ends[0][0] != ends[1][0]):
        day, gone = ends[0]
        lasting = b.name if gone == a.name else a.name
        yield found(f"from {day.isoformat()} on {lasting} stands without {gone}, which expires")
    if a.applies != b.applies:
        yield found(f"{_applies(a)}, {_applies(b)}: a project may have one without the other")


def _applies(bill: Bill) -> str:
    return f"{bill.name} applies to {bill.applies.words if bill.applies is not None else 'every project'}"


__all__ = ["KINDS", "Conflict", "conflicts", "joint", "outcome"]
