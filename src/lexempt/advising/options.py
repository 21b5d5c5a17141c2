"""From read case files to ranked options."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from lexempt.advice import Advice, OptionsResult
from lexempt.advising.adviser import Adviser
from lexempt.case import Case, Reading
from lexempt.law.vocabulary import load_vocabulary
from lexempt.result import CheckResult, ProjectResult
from lexempt.solving.check import check_cases
from lexempt.solving.determined import as_decided, only_determined
from lexempt.solving.draft import proposing
from lexempt.solving.engine import StoppedError, Watch
from lexempt.solving.options import CheckOptions
from lexempt.solving.prepared import canonical


def options_for(
    readings: Sequence[Reading],
    options: CheckOptions,
    most: int,
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> OptionsResult:
    """The options of every project of these files, at most `most` of each kind.

    Raises ValueError for readings or profiles that the law does not have.
    """
    with proposing(options.amendments):
        return _options_for(readings, options, most, asked_to_stop)


def _options_for(
    readings: Sequence[Reading], options: CheckOptions, most: int, asked_to_stop: Callable[[], bool]
) -> OptionsResult:
    every = options._replace(projects=())
    checks = [check_cases([reading], every, asked_to_stop) for reading in readings]
    found: list[Advice] = []
    complete = all(check.complete for check in checks)
    if options.strict:
        # What an option changes or has found counts as determined, the facts it is applied to only if they are.
        readings = [_determined(reading) for reading in readings]
        options = options._replace(strict=False)
    for reading, check in zip(readings, checks, strict=True):
        beside = {project.id: project for project in check.projects}
        for project in check.projects:
            if reading.case is None or (options.projects and project.id not in options.projects):
                continue
            watch = Watch(time.monotonic() + options.time_limit if options.time_limit else None, asked_to_stop)
            try:
                found.append(_advice(reading.case, project, beside, options, most, watch))
            except StoppedError as stopped:
                if stopped.interrupted:
                    raise KeyboardInterrupt from None
                found.append(Advice(project, (), False, ()))
                complete = False
    return OptionsResult(_merged(checks, [advice.project for advice in found]), tuple(found), complete)


def _determined(reading: Reading) -> Reading:
    return reading._replace(case=reading.case and only_determined(reading.case, load_vocabulary()))


def _advice(
    case: Case,
    project: ProjectResult,
    beside: Mapping[str, ProjectResult],
    options: CheckOptions,
    most: int,
    watch: Watch,
) -> Advice:
    """The options of one project. Where nothing is assumed and that leaves it open, those of an ordinary project."""
    case = as_decided(case, load_vocabulary())
    if project.if_ordinary is None:
        return Adviser(canonical(case), project, beside, options, most, watch).advice()
    ordinary = case._replace(assumes=tuple((other.id, "ordinary") for other in case.of("project")))
    checked = check_cases([Reading(ordinary, (), ())], options._replace(projects=()), watch.asked)
    found = {other.id: other for other in checked.projects}
    if project.id not in found:
        return Advice(project, (), False, ())
    advice = Adviser(canonical(ordinary), found[project.id], found, options, most, watch).advice()
    return advice._replace(project=project, ordinary=found[project.id])


def _merged(checks: Sequence[CheckResult], projects: Sequence[ProjectResult]) -> CheckResult:
    """The checks of several files as one, of these projects."""
    return CheckResult(
        tuple(dict.fromkeys(law for check in checks for law in check.laws)),
        tuple(projects),
        tuple(found for check in checks for found in check.diagnostics),
        all(check.complete for check in checks),
        tuple(one for check in checks for one in check.inputs),
        tuple(reason for check in checks for reason in check.refused),
    )
