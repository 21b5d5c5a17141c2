"""The sure paths of a project and their areas, where readings exempt a part; and what those readings change.

Such a reading (`exempts_part`) changes how much is to be replaced, never whether anything is: no verdict asks it. So it is
not among those that are open in a grounding, and what it does is added up afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from lexempt.law.derivations import exempts_part
from lexempt.law.program import load_law, order
from lexempt.law.vocabulary import Vocabulary
from lexempt.records import NamedTuple
from lexempt.result import FactValue, PartlyExempt, Path, ReadingEffect, Truth
from lexempt.solving.batch import Batch
from lexempt.solving.draft import CaseAtoms
from lexempt.solving.engine import Answer
from lexempt.solving.extent import partly_exempt
from lexempt.solving.paths import Product, by_scenario, count, count_in_part, largest, maximal_products
from lexempt.solving.reasons import Reasons

_ALL_OPEN = Path((), ())


class Asked(NamedTuple):
    """A project (our id) of a case, our ids of the impacts that count as one project with it, and of those in need."""

    item: CaseAtoms
    project: str
    group: frozenset[str]
    needs: frozenset[str]


class Found(NamedTuple):
    """A maximal path, factored, with the areas of what is exempt in part."""

    product: Product
    partly: tuple[PartlyExempt, ...] = ()


class PartlyExempting:
    """Reads one batch's sure answers. `reasons`: what adds up to what, where the batch was grounded with the explanations."""

    def __init__(self, batch: Batch, sure: Answer, vocabulary: Vocabulary, reasons: Reasons | None) -> None:
        self.batch, self.sure, self.vocabulary = batch, sure, vocabulary
        self._sums = reasons
        self.chosen = frozenset(n for n, choice in exempts_part().items() if batch.base_choices.get(n) == choice)
        """The readings in use that exempt a part of what exceeds a number."""

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
            partly = partly_exempt(asked.item, product, by, asked.group, self._adding_up()) if product.part else ()
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

    def _adding_up(self) -> Reasons:
        """What adds up to what: the cases with anything exempt in part are grounded with the explanations, once."""
        if self._sums is None:
            batch = self.batch
            items = [item for item in batch.items if self.sure.in_part.keys() & item.names.keys()]
            extra = (load_law().explaining,)
            beside = Batch(items, batch.law, batch.base_choices, (), self.vocabulary, batch.watch, extra)
            self._sums = Reasons(beside, *beside.answers(beside.base), self.vocabulary)
        return self._sums


def replacing_least(paths: Sequence[Path]) -> Path:
    """The path that replaces least; one that tells no area where any of them does not."""
    known = [(path.replaced_sqft, n) for n, path in enumerate(paths) if path.replaced_sqft is not None]
    return paths[min(known)[1]] if known and len(known) == len(paths) else _ALL_OPEN
