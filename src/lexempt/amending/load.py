"""The amendment files of a call: read, and fitted to the law they were drafted against."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from lexempt.amending.bill import BillRead
from lexempt.amending.fit import Fitted, all_adopted, fit
from lexempt.amending.reader import read_bill_bytes
from lexempt.amending.standing import standing_on
from lexempt.case import Diagnostic
from lexempt.language.facts import diagnostic
from lexempt.language.suggest import did_you_mean, listed
from lexempt.language.tree import Problem
from lexempt.law.program import effective_acts, first_day, load_law
from lexempt.law.vocabulary import load_vocabulary, with_facts
from lexempt.places import law_folder
from lexempt.records import NamedTuple
from lexempt.rendering.words import brief
from lexempt.solving.rows import law_rows

_MAX_BYTES = 1_000_001


class Loaded(NamedTuple):
    """An amendment file: its bill fitted to the law it was drafted against, or what is wrong."""

    path: str
    fitted: Fitted | None
    diagnostics: tuple[Diagnostic, ...]
    lines: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """Whether anything is an error."""
        return self.fitted is None or any(found.severity == "error" for found in self.diagnostics)


def drafting_day() -> date:
    """The last day whose law is known in full: what a bill is drafted against unless it says otherwise."""
    unseen = {row.args[-1] for row in law_rows() if row.predicate == "unknown_value"}
    unseen |= {row.args[0] for row in law_rows() if row.predicate == "unseen"}
    acts = load_law().acts
    newest = max(act.start for act in acts)
    if not any(act.id in unseen for act in effective_acts(newest)):
        return _date(newest)
    for start in sorted({act.start for act in acts}, reverse=True):
        before = date.fromordinal(_date(start).toordinal() - 1)
        standing = effective_acts(number(before))
        if standing and not any(act.id in unseen for act in standing):
            return before
    return _date(newest)


def _date(day: int) -> date:
    return date(day // 10_000, day // 100 % 100, day % 100)


def number(day: date) -> int:
    """A day as YYYYMMDD."""
    return day.year * 10_000 + day.month * 100 + day.day


def place_of(named: str) -> str:
    """The file that a path or the name of a proposal beside the law (`hf2393-a1`) names."""
    beside = law_folder() / "amendments" / f"{named}.amend"
    if re.fullmatch(r"[\w.\-]+", named) and not Path(named).exists() and beside.is_file():
        return str(beside)
    return named


def load_amendment(path: str, beside: Sequence[Fitted] = ()) -> Loaded | str:
    """A file, read and fitted, where it says so to what bills `beside` it make of the law; or why it could not be opened."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MAX_BYTES)
    except (OSError, ValueError) as error:
        return f"{path}: {(getattr(error, 'strerror', None) or 'cannot be read').lower()}"
    return fitted_to_its_law(read_bill_bytes(data, path), path, beside)


def fitted_to_its_law(read: BillRead, path: str, beside: Sequence[Fitted] = ()) -> Loaded:
    """The bill against the law it was drafted against, as amended by those bills `beside` it that it is drafted against."""
    if read.bill is None:
        return Loaded(path, None, read.diagnostics, read.lines)
    known = {bill.bill.name: bill for bill in beside}
    missing = [name for name in read.bill.against if name not in known]
    if missing:
        message = f"`{read.bill.name}` is drafted against `{missing[0]}`, which is not at hand"
        expected = "named before it: " + (listed(known, "or") or "no amendment is")
        helping = (
            "name that file before this one; `lexempt amend check`, `print` and `enact` take it as `--against FILE`"
        )
        problem = Problem("E223", message, 0, 1, expected, did_you_mean(missing[0], known, helping))
        return Loaded(path, None, (*read.diagnostics, diagnostic(problem, 1, path)), read.lines)
    named = [known[name] for name in read.bill.against]
    before = tuple({b.bill.name: b for bill in named for b in (*bill.before, bill)}.values())
    drafted = [bill.bill.drafted_against for bill in before]
    day = read.bill.drafted_against or next(filter(None, drafted), None) or drafting_day()
    law = standing_on(number(day))
    if not law.acts:
        message = f"the law of {day.isoformat()}, which `{read.bill.name}` is drafted against, is not known"
        problem = Problem("E218", message, 0, 1, f"a day whose law is known, from {first_day()} on")
        return Loaded(path, None, (*read.diagnostics, diagnostic(problem, 1, path)), read.lines)
    vocabulary = with_facts(load_vocabulary(), tuple(fact for bill in before for fact in bill.facts))
    fitted = fit(read.bill, all_adopted(law, before) if before else law, vocabulary)._replace(before=before)
    mistaken = any(found.severity == "error" for found in read.diagnostics)
    more = [found for found in fitted.diagnostics if not (mistaken and found.code == "W220")]
    ordered = sorted((*read.diagnostics, *more), key=lambda found: found.span.line if found.span else 0)
    return Loaded(path, fitted, tuple(ordered), read.lines)


def notes_on(fitted: Fitted, day: date) -> list[str]:
    """What to know of a bill where it is taken as law of a day: not yet effective, expired, clashes with that law."""
    bill = fitted.bill
    said = []
    if bill.effective is not None and day < bill.effective:
        said.append(
            f"{bill.name} takes effect on {bill.effective.isoformat()}; it is taken as in force on {day.isoformat()}"
        )
    if bill.expires is not None and day >= bill.expires:
        said.append(f"{bill.name} expires on {bill.expires.isoformat()}; it is not applied on {day.isoformat()}")
    other = standing_on(number(day))
    if other.acts and fitted.before:
        other = all_adopted(other, fitted.before)
    if other.acts and other.acts != fitted.law.acts:
        there = fit(bill, other, elsewhere=True)
        said += [
            f"{bill.name}, line {c.line}, does not fit the law of {day.isoformat()}: {c.note}"
            for c in there.changes
            if c.status == "clashes"
        ]
        said += [f"{bill.name}, {words}" for words in worked_out_elsewhere(fitted, there)]
    return said


def worked_out_elsewhere(fitted: Fitted, there: Fitted) -> list[str]:
    """Numbers of a bill that would be others if its `times` multiplied what stands in another law; applied is what it was where the
    bill was drafted."""
    here = {row.args[:2]: row.args[2] for row in fitted.rows if row.predicate == "value"}
    units = {(provision, name): unit for provision, name, unit in fitted.units}
    found = []
    for (provision, name), number in ((r.args[:2], r.args[2]) for r in there.rows if r.predicate == "value"):
        if here.get((provision, name), number) != number:
            both = (f"{int(n):,} {units.get((provision, name)) or ''}".strip() for n in (here[provision, name], number))
            set_at, would = both
            key = name.replace("_", " ")
            found.append(
                f"{brief(provision)}: {key} is {set_at}, as worked out in the law it was drafted against; in this one it would be {would}"
            )
    return found


def same_names(fitted: Sequence[Fitted]) -> list[str]:
    """Names that two bills of a call share."""
    names = [f.bill.name for f in fitted]
    return sorted({name for name in names if names.count(name) > 1})


__all__ = ["Loaded", "drafting_day", "load_amendment", "notes_on", "number", "place_of", "same_names"]
