"""Facts of the ground that are stated by year (its land use): over which years, and at which words, a search tries them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import groupby

from lexempt.amending.standing import Provision, Standing
from lexempt.case import Scalar
from lexempt.law.vocabulary import Attribute, Vocabulary
from lexempt.records import NamedTuple

_WINDOW, _BEFORE, _NEEDED = "of_the_last", "before_year", "years_needed"
"""The numbers of a clause that counts years: how many it looks back over, before which (else before the work), how many must count."""


class Yearly(NamedTuple):
    """A fact by year: the years tried, ascending, and the words; the last of these is what no clause counts. `alike`: groups of years
    that every clause counts alike, so that their facts could change places."""

    attribute: Attribute
    years: tuple[int, ...]
    values: tuple[str, ...]
    alike: tuple[tuple[int, ...], ...]

    def spans(self, chosen: Callable[[int], tuple[Scalar, ...]]) -> Iterator[tuple[str, str]]:
        """(`1985` or `1985 to 1990`, word) for consecutive years of one word that some clause counts."""
        for years, word in _runs(self.years, lambda year: next(map(str, chosen(year)), self.values[-1])):
            if word != self.values[-1]:
                yield _span(years), word

    def all_years(self) -> Iterator[str]:
        """Every year, consecutive ones together."""
        return (_span(years) for years, _ in _runs(self.years, lambda _: ""))


def yearly(
    laws: Sequence[Standing], near: Callable[[str], bool], day: date, vocabulary: Vocabulary, names: set[str] | None
) -> Iterator[Yearly]:
    """What is tried where these attributes are open (None: all): the years that a provision near counts, and one year more."""
    provisions = [p for law in laws for p in law.provisions.values()]
    windows = [window for p in provisions for window in _counted(p, day)]
    years = tuple(sorted({year for p in provisions if near(p.id) for window in _counted(p, day) for year in window}))
    groups: dict[tuple[bool, ...], list[int]] = {}
    for year in years:
        groups.setdefault(tuple(year in window for window in windows), []).append(year)
    for attribute in vocabulary.of("ground"):
        if attribute.key_type != "years" or not attribute.choices or not (names is None or attribute.name in names):
            continue
        counted = {value for p in provisions for value in p.lists.get(attribute.name, ())}
        rest = [value for value in attribute.choices if value not in counted]
        if years and rest:
            values = (*(value for value in attribute.choices if value in counted), rest[-1])
            yield Yearly(attribute, years, values, tuple(map(tuple, groups.values())))


def least_years(laws: Sequence[Standing], day: date) -> tuple[int, ...]:
    """The last years that each clause counts, as many as it needs: enough to qualify under it."""
    years: set[int] = set()
    for provision in (p for law in laws for p in law.provisions.values()):
        for window in list(_counted(provision, day))[:1]:
            needed = provision.numbers.get(_NEEDED)
            years.update(window[-needed.number :] if needed is not None and needed.number else window)
    return tuple(sorted(years))


def _counted(provision: Provision, day: date) -> Iterator[range]:
    """The years that a clause counts, and the one before them."""
    window = provision.numbers.get(_WINDOW)
    if window is not None:
        before = provision.numbers.get(_BEFORE)
        end = day.year if before is None else before.number
        yield range(end - window.number, end)
        yield range(end - window.number - 1, end - window.number)


def _runs(years: Sequence[int], word: Callable[[int], str]) -> Iterator[tuple[list[int], str]]:
    """Consecutive years of one word."""
    for (_, said), group in groupby(enumerate(years), key=lambda at: (at[1] - at[0], word(at[1]))):
        yield [year for _, year in group], said


def _span(years: Sequence[int]) -> str:
    return str(years[0]) if len(years) == 1 else f"{years[0]} to {years[-1]}"
