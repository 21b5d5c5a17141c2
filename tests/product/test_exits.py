"""Exit codes (DESIGN section 9, point 6), and help that starts from an example."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.product.calls import ROOT, environment, lexempt

from lexempt.cli.exits import FAULT, FOUND, INTERRUPTED, INVALID, LIMITED, OK, USAGE, gravest

HEAD = "project p\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\nwetland w\n  size: 300,000 sqft\n"
IMPACT = "impact i in w\n  activity: fill\n  type: {type}\n  area: {area}\n"
AMEND = "bill HF_A\n  drafted against: 2018-08-01\namend 9(a)(4)\n  amount: strike {}, insert 400 sqft\n"
FILES = {
    "exempt.case": HEAD + IMPACT.format(type=2, area="400 sqft") + "expect\n  project: replacement plan not required\n",
    "required.case": HEAD + IMPACT.format(type=3, area="400 sqft"),
    "depends.case": HEAD + IMPACT.format(type="2 or 3", area="400 sqft"),
    "fen.case": HEAD + "  listed calcareous fen: yes\n" + IMPACT.format(type=2, area="400 sqft"),
    "wrong.case": HEAD + IMPACT.format(type=3, area="400 sqft") + "expect\n  project: replacement plan not required\n",
    "invalid.case": "project p\n  county: Nowhere\n",
    "early.case": HEAD.replace("2018-06-01", "1995-06-01") + IMPACT.format(type=2, area="400 sqft"),
    "silent.case": HEAD + IMPACT.format(type=2, area="400 sqft"),
    "uncanonical.case": HEAD.replace("county: Cass", "COUNTY:cass"),
    "fine.case": HEAD + IMPACT.format(type=2, area="0.000001 sqft"),
    "raise.amend": AMEND.format("100 sqft"),
    "wrong.amend": AMEND.format("7 sqft"),
}
READING = "cases/demo/field-lane-and-turnout.case"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (place / name).write_text(text)
    (place / "lane.case").write_text((ROOT / READING).read_text("utf-8"))
    (place / "empty").mkdir()
    return place


TABLE: list[tuple[str, int]] = [
    ("check exempt.case", OK),
    ("check required.case", OK),
    ("check depends.case fen.case", OK),
    ("check required.case --fail-on plan-required", FOUND),
    ("check exempt.case --fail-on plan-required,depends,prohibited,reading", OK),
    ("check depends.case --fail-on depends", FOUND),
    ("check depends.case --fail-on plan-required", OK),
    ("check fen.case --fail-on prohibited", FOUND),
    ("check lane.case --fail-on reading", FOUND),
    ("check wrong.case", OK),
    ("check", USAGE),
    ("check missing.case", USAGE),
    ("check empty", USAGE),
    ("check exempt.case --format xml", USAGE),
    ("check exempt.case --on yesterday", USAGE),
    ("check exempt.case --reading no_such=choice", USAGE),
    ("check exempt.case --reading combining_amounts=never", USAGE),
    ("check exempt.case --project q", USAGE),
    ("check exempt.case --fail-on anything", USAGE),
    ("check exempt.case -o no/such/folder/file", USAGE),
    ("check invalid.case", INVALID),
    ("check early.case", INVALID),
    ("check exempt.case --on 1991-06-01", INVALID),
    ("check exempt.case invalid.case", INVALID),
    ("check invalid.case missing.case", USAGE),
    ("check invalid.case required.case --fail-on plan-required", INVALID),
    ("check fine.case", LIMITED),
    ("check fine.case invalid.case", INVALID),
    ("check fine.case required.case --fail-on plan-required", LIMITED),
    ("options required.case", OK),
    ("options exempt.case depends.case fen.case --limit 1", OK),
    ("options", USAGE),
    ("options missing.case", USAGE),
    ("options required.case --limit 0", USAGE),
    ("options required.case --project q", USAGE),
    ("options required.case -o required.case", USAGE),
    ("options invalid.case", INVALID),
    ("options early.case", INVALID),
    ("options required.case invalid.case", INVALID),
    ("options fine.case", LIMITED),
    ("diff law raise.amend --cases exempt.case", OK),
    ("diff law raise.amend --cases missing.case", USAGE),
    ("diff law raise.amend --cases empty", USAGE),
    ("diff law raise.amend --cases invalid.case", INVALID),
    ("diff law raise.amend --cases invalid.case --cases exempt.case", INVALID),
    ("diff law raise.amend --cases invalid.case --cases missing.case", USAGE),
    ("diff law raise.amend --cases early.case", INVALID),  # the day stands in the file
    ("diff 1991-06-01 2018-06-01 --cases exempt.case", USAGE),  # the day stands in the call
    ("diff law raise.amend --on 1991-06-01 --quick", USAGE),
    ("diff law raise.amend --on 1991-06-01 --cases exempt.case", USAGE),
    ("diff law wrong.amend --quick", INVALID),
    ("diff law missing.amend --quick", USAGE),
    ("interact raise.amend --no-search --cases exempt.case", OK),
    ("interact raise.amend --no-search --cases invalid.case", INVALID),
    ("interact raise.amend --no-search --cases missing.case", USAGE),
    ("interact wrong.amend --no-search", INVALID),
    ("cases exempt.case", OK),
    ("cases wrong.case", FOUND),
    ("cases silent.case", FOUND),
    ("cases empty", USAGE),
    ("cases invalid.case", INVALID),
    ("fmt --check uncanonical.case", FOUND),
    ("fmt invalid.case", INVALID),
    ("fmt --check --write exempt.case", USAGE),
    ("facts", OK),
    ("facts imapct", USAGE),
    ("law", USAGE),
    ("law readings", OK),
    ("law readings no_such", USAGE),
    ("law show 9(a)(2)", OK),
    ("law show 99(z)", USAGE),
    ("new --county Cass --work driveway", OK),
    ("new --county Nowhere --work driveway", USAGE),
    ("new --county Cass --work airport", USAGE),
    ("nothing", USAGE),
    ("--help", OK),
    ("--version", OK),
]


@pytest.mark.parametrize(("call", "code"), TABLE, ids=[call for call, _ in TABLE])
def test_exit_code(call: str, code: int, folder: Path) -> None:
    done = lexempt(*call.split(), cwd=folder)
    assert done.returncode == code, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    if code in (USAGE, INVALID, LIMITED):
        assert done.stderr, "what is wrong is said"


def test_other_files_of_the_call_are_answered(folder: Path) -> None:
    done = lexempt("check", "invalid.case", "exempt.case", cwd=folder)
    assert done.returncode == INVALID
    assert b"No replacement plan is required" in done.stdout
    assert b"E145" in done.stderr


def test_gravest_wins() -> None:
    order = [FAULT, INTERRUPTED, USAGE, INVALID, LIMITED, FOUND, OK]
    for at, code in enumerate(order):
        assert gravest(order[at:]) == code
    assert gravest([]) == OK
    assert (OK, FOUND, USAGE, INVALID, LIMITED, FAULT, INTERRUPTED) == (0, 1, 2, 3, 4, 70, 130)


def test_our_own_fault_ends_with_70_and_no_traceback(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import lexempt.suite.run as run\n\ndef broken(*_):\n    raise RuntimeError('as if')\n\nrun.read_file = broken\n"
        "import lexempt.cli.inputs as inputs\ninputs.read_file = broken\n"
    )
    env = environment()
    done = lexempt("check", "exempt.case", cwd=folder, env={**env, "PYTHONPATH": f"{tmp_path}:{env['PYTHONPATH']}"})
    assert done.returncode == FAULT
    assert b"Traceback" not in done.stderr and b"a fault of lexempt itself" in done.stderr


COMMANDS = ["", "new", "check", "options", "cases", "facts", "law", "law show", "law readings", "fmt"]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c or "lexempt")
def test_help_has_an_example_that_is_a_call(command: str) -> None:
    text = lexempt(*command.split(), "--help").stdout.decode()
    examples = re.findall(r"^ +(?:Start: +)?(lexempt .+)$", text, re.M)
    assert examples
    assert any(example.startswith(f"lexempt {command}".strip()) for example in examples)
    assert all(len(line) <= 100 for line in text.splitlines())


def test_help_names_every_command() -> None:
    text = lexempt("--help").stdout.decode()
    for command in COMMANDS[1:]:
        assert command.split()[0] in text


def test_examples_of_new_run(tmp_path: Path) -> None:
    """The two calls that the first help page starts with, one after the other."""
    made = lexempt("new", "--county", "Cass", "--work", "driveway", "-o", "lane.case", cwd=tmp_path)
    assert made.returncode == OK
    assert lexempt("check", "lane.case", cwd=tmp_path).returncode in (OK, INVALID)
