"""The sure paths of a project and their areas, where readings exempt a part; and what those readings change.

Such a reading (`exempts_part`) changes how much is to be replaced, never whether anything is: no verdict asks it. So it is
not among those that are open in a grounding, and what it does is added up afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from lexempt.law.derivations import exempts_part
from lexempt.law.program import order
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import FactValue, PartlyExempt, Path, ReadingEffect, Truth
from lexempt.solving.batch import Batch, LawSet
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.engine import Answer, Watch
from lexempt.solving.extent import partly_exempt
from lexempt.solving.paths import Product, by_scenario, count, count_in_part, largest, maximal_products
from lexempt.solving.reasons import ADDING_UP, Reasons

_ALL_OPEN = Path((), ())
_OPEN_AT_ONCE = 8


class Asked(NamedTuple):
    """A project (our id) of a case, our ids of the impacts that count as one project with it, and of those in need."""

    item: CaseAtoms
    project: str
    group: frozenset[str]
    needs: frozenset[str]


class Waiting(NamedTuple):
    """An answer that lacks the readings that change how much is to be replaced: what they are found from (see
    `PartlyExempting.effects`)."""

    partly: PartlyExempting
    asked: Asked
    standing: Path
    exempt: Truth


class Found(NamedTuple):
    """A maximal path, factored, with the areas of what is exempt in part."""

    product: Product
    partly: tuple[PartlyExempt, ...] = ()


class AddingUp:
    """What adds up to what in cases under one law and one size of units: grounded for it alone, when it is first asked for, with
    others that are expected: all of those of which everything is known, or a few with open facts."""

    def __init__(self, law: LawSet, base: Mapping[str, str], vocabulary: Vocabulary, watch: Watch) -> None:
        self._law, self._base, self._vocabulary, self._watch = law, base, vocabulary, watch
        self._expected: dict[int, CaseAtoms] = {}
        self._found: dict[int, tuple[CaseAtoms, Reasons]] = {}

    def expect(self, items: Iterable[CaseAtoms]) -> None:
        """Cases that will be asked about."""
        self._expected.update((id(item), item) for item in items if id(item) not in self._found)

    def reasons(self, item: CaseAtoms) -> Reasons:
        """The sums of a case. Raises StoppedError."""
        if id(item) not in self._found:
            self.expect([item])
            extra = ("explaining.", *(f"#show {name}/{arity}." for name, arity in ADDING_UP.items()))
            certain = item.known and not self._law.unseen
            alike = [one for one in self._expected.values() if (one.known and not self._law.unseen) == certain]
            first = next(n for n, one in enumerate(alike) if one is item)
            items = alike if certain else alike[first : first + _OPEN_AT_ONCE]
            batch = Batch(items, self._law, self._base, (), self._vocabulary, self._watch, extra, ADDING_UP)
            reasons = Reasons(batch, *batch.answers(batch.base), self._vocabulary)
            self._found.update((id(one), (one, reasons)) for one in items)
            for one in items:
                del self._expected[id(one)]
        return self._found[id(item)][1]


class PartlyExempting:
    """Reads one batch's sure answers. `sums`: what adds up to what."""

    def __init__(self, batch: Batch, sure: Answer, vocabulary: Vocabulary, sums: Reasons | AddingUp) -> None:
        # (The batch is not kept: who waits for sums should not hold its grounding.)
        self.sure, self.vocabulary, self._sums = sure, vocabulary, sums
        self.chosen = frozenset(n for n, choice in exempts_part().items() if batch.base_choices.get(n) == choice)
        """The readings in use that exempt a part of what exceeds a number."""
        if self.chosen:
            for item in batch.items:
                self.expect(item)

    def expect(self, item: CaseAtoms) -> None:
        """That a case of the batch will be asked about: those expected are added up at once."""
        if isinstance(self._sums, AddingUp) and self.sure.in_part.keys() & item.names.keys():
            self._sums.expect([item])

    def clauses(self, item: CaseAtoms, impact: str) -> tuple[str, ...]:
        """The clauses under which a part of an impact (the user's id) may be exempt, by the readings in use."""
        ours, p = item.ids["impact", impact], item.ids["project", item.scene.impacts[impact].project]
        found = {c for i, _, c, reading in self.sure.in_part.get(p, ()) if i == ours and reading in self.chosen}
        return tuple(sorted(found, key=order))

    def paths(self, asked: Asked, chosen: frozenset[str] | None = None) -> tuple[list[Found], int]:
        """The sure maximal paths, if these readings exempt a part (else those in use); and how many they expand to."""
        chosen = self.chosen if chosen is None else chosen
        usable = self.sure.usable.get(asked.project, set())
        in_part = [(i, s, c) for i, s, c, reading in self.sure.in_part.get(asked.project, ()) if reading in chosen]
        if not in_part:
            products = maximal_products(usable, asked.needs)
            return [Found(Product(product, {})) for product in products], count(products)
        by = {clause: reading for _, _, clause, reading in self.sure.in_part[asked.project]}
        found = []
        for product in by_scenario(usable, in_part, asked.needs).values():
            partly = partly_exempt(asked.item, product, by, asked.group, self._adding_up(asked.item)) if product.part else ()
            left = {asked.item.ids["impact", i] for part in partly for i in part.impacts}
            kept = Product(product.whole, {i: clauses for i, clauses in product.part.items() if i in left})
            found.append(Found(kept, partly))
        best = largest([one.product for one in found], asked.needs)
        of = {id(product): next((f for f in found if f.product == product), Found(product)) for product in best}
        return [of[id(product)] for product in best], count_in_part(best)

    def path(self, asked: Asked, found: Found, need: tuple[FactValue, ...] = ()) -> Path:
        """A path in the user's ids, with its areas where they are known. `need`: of a possible path, what makes it sure."""
        item, product, partly = asked.item, found.product, found.partly
        exempts = tuple(sorted((item.names[i], clauses) for i, clauses in product.whole.items()))
        replaces = tuple(sorted(item.names[i] for i in asked.needs if i not in product.whole))
        if need or any(i not in item.areas or i not in self.sure.regulated for i in asked.needs):
            return Path(exempts, replaces, need, partly)
        areas = [item.areas[i] for i in asked.needs if i not in product.whole and i not in product.part]
        for part in partly:
            if part.replaced_sqft is None:
                return Path(exempts, replaces, need, partly)
            areas.append(part.replaced_sqft)
        replaced = sum(areas, Fraction(0))
        exempt = sum((item.areas[i] for i in asked.needs), Fraction(0)) - replaced
        return Path(exempts, replaces, need, partly, exempt, replaced)

    def effects(self, asked: Asked, standing: Path, exempt: Truth) -> list[ReadingEffect]:
        """The readings that alone change how much is to be replaced, where a plan is required in any case.

        `standing` is the path that replaces least under the readings in use.
        """
        effects: list[ReadingEffect] = []
        for name in sorted({reading for _, _, _, reading in self.sure.in_part.get(asked.project, ())}):
            others, _ = self.paths(asked, self.chosen ^ {name})
            least = replacing_least([self.path(asked, found) for found in others])
            if least.replaced_sqft is not None and least.replaced_sqft == standing.replaced_sqft:
                continue
            reading = self.vocabulary.readings[name]
            choice = reading.default if name in self.chosen else exempts_part()[name]
            took = tuple(who for taken, who in reading.took if taken == choice)
            effects.append(
                ReadingEffect(
                    choices=((name, choice),),
                    replacement_plan="required",
                    exempt=exempt,
                    meaning=reading.choices[choice],
                    took=took,
                    of_extent=True,
                    exempt_sqft=least.exempt_sqft,
                    replaced_sqft=least.replaced_sqft,
                )
            )
        return effects

    def _adding_up(self, item: CaseAtoms) -> Reasons:
        return self._sums.reasons(item) if isinstance(self._sums, AddingUp) else self._sums


def replacing_least(paths: Sequence[Path]) -> Path:
    """The path that replaces least; one that tells no area where any of them does not."""
    known = [(path.replaced_sqft, n) for n, path in enumerate(paths) if path.replaced_sqft is not None]
    return paths[min(known)[1]] if known and len(known) == len(paths) else _ALL_OPEN
