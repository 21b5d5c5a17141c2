"""A provision through the acts: what each act enacted, set, inserted, struck, repealed, or rewrote in words not seen."""

from __future__ import annotations

from collections.abc import Iterator

from lexempt.amending.compare import Compared, comparison
from lexempt.amending.standing import Standing, standing
from lexempt.law.program import Act, load_law
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple


class Stage(NamedTuple):
    """The days from `start` on: the acts in force then, by rank, and the law as it stands."""

    start: int
    acts: tuple[str, ...]
    law: Standing


class Change(NamedTuple):
    """What changes in a provision, or below it, when a stage begins."""

    start: int
    titles: tuple[str, ...]
    compared: tuple[Compared, ...]


def stages() -> tuple[Stage, ...]:
    """The law of every period between two days on which an act begins or ends, the first one first."""
    acts = load_law().acts
    found = []
    for start in sorted({act.start for act in acts} | {act.end for act in acts if act.end < 99991231}):
        effective = tuple(act.id for act in sorted(acts, key=_rank) if act.start <= start < act.end)
        if effective:
            found.append(Stage(start, effective, standing(effective)))
    return tuple(found)


def _rank(act: Act) -> int:
    return act.rank


def history(provision: str, vocabulary: Vocabulary) -> Iterator[Change]:
    """Every stage in which the provision, or one below it, changes; the first is what is known first."""
    nothing = Standing((), {})
    before: Stage | None = None
    titles = {act.id: act.title for act in load_law().acts}
    for stage in stages():
        earlier = nothing if before is None else before.law
        compared = tuple(c for c in comparison(earlier, stage.law, vocabulary) if _within(c.provision, provision))
        new = [act for act in stage.acts if before is None or act not in before.acts]
        if compared:
            yield Change(stage.start, tuple(titles[act] for act in new), compared)
        before = stage


def _within(provision: str, above: str) -> bool:
    return provision == above or provision.startswith((above + "/", above + "@"))
