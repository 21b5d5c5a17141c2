"""The lattice of packages agrees with applying each package separately and checking again, for every case and every subset."""

from __future__ import annotations

from datetime import date

import pytest
from tests.properties.lattice import HEAD, PACKAGES, agreement, rows
from tests.properties.test_amended_agreement import fitted

from lexempt.language.files import case_files, read_file
from lexempt.solving.check import check_cases
from lexempt.solving.minimal_packages import flips_of_packages
from lexempt.solving.options import CheckOptions
from lexempt.solving.packages import answers_of_packages
from lexempt.suite.run import rows_of

FIVE = (  # two of them on the same amount, so that order counts
    HEAD.format("RAISE") + "amend 9(a)(4)\n  amount: strike 100 sqft, insert 400 sqft\n",
    HEAD.format("TOGETHER") + "repeal 9(e)\n",
    HEAD.format("OTHERS") + "repeal 9(g)\n",
    HEAD.format("TYPE7")
    + "add provision 9(d)(3)\n  amount: 1,000 sqft\n  if: shoreland zone is outside\n  if: in 11 counties\n  if: wetland type is 7\n",
    HEAD.format("LOWER")
    + "amend 9(a)(4)\n  amount: strike 100 sqft, insert 50 sqft\namend 9(a)(2)\n  wetland type: strike 2\n",
)


def test_five_real_amendments() -> None:
    """`python -m tests.properties.lattice` takes every case. An amendment that changes no answer would show nothing."""
    found = agreement(rows(every=8))
    assert found.wrong == ()
    assert found.projects > 100 and found.depending > 0
    assert all(found.flips[frozenset((n,))] for n in range(5))


@pytest.mark.parametrize(("folder", "on"), [("cases/103G.2241/9", None), ("cases/103G.2241/9/e", "2024-09-01")])
def test_every_package_is_what_it_is_alone(folder: str, on: str | None) -> None:
    bills = [fitted(text).adopted for text in FIVE]
    day = date.fromisoformat(on) if on else None
    files, _ = case_files([folder])
    readings = [row.reading for f in files for row in rows_of(read_file(f))]  # type: ignore[arg-type]
    readings = readings[:: max(1, len(readings) // 20)]
    together = answers_of_packages(readings, CheckOptions(on=day, amendments=tuple(bills)), PACKAGES)
    now = check_cases(readings, CheckOptions(on=day, all_readings=False, reasons=False))
    assert together.unseen == any(law.unseen_by for law in now.laws)  # some cases are older than the wording of 2018
    assert together.unseen or on is None
    assert len(together.answers) >= min(len(readings), 5)
    flips = set()
    packages = PACKAGES if on is None else PACKAGES[::4]
    for package in packages:
        options = CheckOptions(
            on=day, amendments=tuple(bills[n] for n in sorted(package)), all_readings=False, reasons=False
        )
        for project in check_cases(readings, options).projects:
            alone = project.replacement_plan
            if alone == "depends":  # what has not been seen of the law is taken as last seen
                alone = project.as_last_seen or alone
            got = together.answers[project.path, project.id]
            assert got[PACKAGES.index(package)] == alone, (project.path, sorted(package))
            if got[PACKAGES.index(package)] != got[0]:
                flips.add(package)
    assert on is not None or folder != "cases/103G.2241/9" or len(flips) > 10  # the bills do something to these cases


def test_minimal_packages_that_are_searched_for_are_those_of_the_lattice() -> None:
    """Of each case: the packages under which its answer is another than under none, and under no part of them; and of each such
    package, the least others beside which the answer is as before."""
    bills = tuple(fitted(text).adopted for text in FIVE)
    files, _ = case_files(["cases/103G.2241/9/a", "cases/103G.2241/9/e", "cases/103G.2241/9/g"])
    readings = [row.reading for f in files for row in rows_of(read_file(f))]  # type: ignore[arg-type]
    options = CheckOptions(on=date(2018, 8, 1), amendments=bills)
    lattice = answers_of_packages(readings, options, PACKAGES)
    flips = flips_of_packages(readings, options, {p: plans[0] for p, plans in lattice.answers.items()})
    assert not flips.cut and any(len(flip.package) > 1 and flip.undone_by for each in flips.found.values() for flip in each)
    for project, plans in lattice.answers.items():
        if project in flips.depending:
            continue
        answer = dict(zip(PACKAGES, plans, strict=True))
        other = [p for p in PACKAGES if answer[p] != plans[0]]
        least = {p for p in other if not any(part < p for part in other)}
        found = flips.found.get(project, ())
        assert {flip.package for flip in found} == least
        for flip in found:
            if project not in flips.half:
                undo = [p for p in PACKAGES if not p & flip.package and answer[p | flip.package] == plans[0]]
                assert set(flip.undone_by) == {p for p in undo if not any(part < p for part in undo)}
