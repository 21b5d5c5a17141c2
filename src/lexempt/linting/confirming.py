"""A completion as a witness: its case, answered again by the ordinary checker."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lexempt.finding import Witness
from lexempt.language.reader import read_case
from lexempt.law.adopted import Adopted
from lexempt.law.program import order
from lexempt.linting.clauses import Law
from lexempt.linting.domain import Domain
from lexempt.result import ImpactResult, Plan, ProjectResult
from lexempt.solving.check import check_cases
from lexempt.solving.manyfold import Completion
from lexempt.solving.options import CheckOptions


def witness(
    domain: Domain,
    completion: Completion,
    law: Law,
    holds: Callable[[Witness], bool],
    beside: tuple[Adopted, str] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Witness:
    """The witness that a completion is; what the checker does not confirm (`holds`) is our own fault.

    `beside`: a further amendment, and its words, under which the case is answered as well.
    """
    text = domain.text(completion)
    results = [_answer(text, law, law.adopted, readings or {})]
    if beside is not None:
        results.append(_answer(text, law, (*law.adopted, beside[0]), readings or {}))
    found = Witness(
        text,
        tuple(_plan(result) for result in results),
        tuple(_clauses(i, law.law_set.unseen) for i in results[0].impacts),
        _prohibited(results[0], law),
        beside[1] if beside is not None else None,
        tuple(sorted((readings or {}).items())),
    )
    if not holds(found):
        raise AssertionError(f"the checker does not confirm a witness: {found}")
    return found


def answered(law: Law, case: str) -> Witness | None:
    """A case as a witness, with what the checker says of it; None where it has no answer."""
    if read_case(case, "witness.case", law.vocabulary).case is None:
        return None
    result = _answer(case, law, law.adopted, {})
    clauses = tuple(_clauses(i, law.law_set.unseen) for i in result.impacts)
    return Witness(case, (_plan(result),), clauses, _prohibited(result, law))


def _plan(result: ProjectResult) -> Plan:
    depends = result.replacement_plan == "depends" and result.as_last_seen
    return result.as_last_seen if depends and result.as_last_seen else result.replacement_plan


def _clauses(impact: ImpactResult, unseen: bool) -> tuple[str, ...]:
    """What exempts or releases an impact: where wording is unseen, also what does if it is as last seen."""
    may = impact.may_qualify if unseen else ()
    return tuple(sorted({*impact.qualifies, *may, *impact.released_by}, key=order))


def _prohibited(result: ProjectResult, law: Law) -> bool:
    """Whether it is prohibited: where wording is unseen, if that is as last seen."""
    return result.prohibited == "always" or (law.law_set.unseen and result.prohibited == "sometimes")


def _answer(text: str, law: Law, adopted: tuple[Adopted, ...], readings: Mapping[str, str]) -> ProjectResult:
    read = read_case(text, "witness.case", law.vocabulary)
    choices = law.choices | dict(readings)
    known = law.vocabulary.readings
    options = CheckOptions(
        on=law.day,
        amendments=adopted,
        readings=tuple(sorted((n, c) for n, c in choices.items() if c != known[n].default)),
        all_readings=False,
        reasons=False,
        transitions=False,
    )
    projects = check_cases([read], options).projects
    if len(projects) != 1:
        raise AssertionError(f"a witness has no answer\n{text}")
    return projects[0]
