"""The command line: exit codes, messages, what goes where, and what is not imported."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
import types
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path as File
from typing import Any

import clingo
import pytest
from tests.unit.samples import project as answer

from lexempt.case import Diagnostic, Reading
from lexempt.cli import exits
from lexempt.cli.interrupts import heard
from lexempt.cli.main import run
from lexempt.result import CheckResult, LawUsed

CASE = """\
project lane "Lane"
  county: Cass
  work: 2018-06-01
  assume: ordinary
wetland w1
  size: 400,000 sqft
impact i1 in w1
  activity: fill
  type: 2
  area: 400 sqft
expect
  project: replacement plan required
"""


Checker = Callable[[Sequence[Reading], Any], CheckResult]


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Put a checker of ours in place of the solver's; returns the list of options it is called with."""

    def install(
        raises: BaseException | None = None, complete: bool = True, wrong: bool = False, **changes: Any
    ) -> list[Any]:
        calls: list[Any] = []

        def check_cases(readings: Sequence[Reading], options: Any, meanwhile: Any = None) -> CheckResult:
            calls.append(options)
            if raises is not None:
                raise raises
            cases = [reading.case for reading in readings if reading.case is not None]
            found = [answer(t.id, case.path, **changes) for case in cases for t in case.of("project")]
            law = LawUsed(date(2018, 6, 1), (("ms2018", "Minnesota Statutes 2018"),), (), "statute", ())
            bad = (Diagnostic("E300", "no law is known", path="x"),) if wrong else ()
            return CheckResult((law,), tuple(found), bad, complete)

        module = types.ModuleType("lexempt.solving.check")
        module.check_cases = check_cases  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "lexempt.solving.check", module)
        return calls

    return install


@pytest.fixture
def case(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> str:
    """A valid case file in the working directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lane.case").write_text(CASE, "utf-8")
    return "lane.case"


def test_the_gravest_code_wins() -> None:
    assert exits.gravest([0, 1, 4]) == 4
    assert exits.gravest([1, 3, 4]) == 3
    assert exits.gravest([2, 3, 130]) == 130
    assert exits.gravest([70, 130]) == 70
    assert exits.gravest([]) == 0


def test_an_answer_ends_with_0_whatever_it_is(case: str, checked: Any, capsys: pytest.CaptureFixture[str]) -> None:
    checked()
    assert run(["check", case]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("A replacement plan is required (law of 2018-06-01).") and err == ""
    assert "Command: lexempt check lane.case" in out


def test_options_reach_the_checker_and_the_command_is_printed(
    case: str, checked: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = checked()
    args = ["check", case, "--on", "2024-09-01", "--reading", "combining-amounts=Each paragraph", "--profile", "rule"]
    args += ["--project", "lane", "--assume", "nothing", "--limit", "5", "--time-limit", "2", "--format", "json"]
    assert run(args) == 0
    options = calls[0]
    assert options.on == date(2024, 9, 1)
    assert options.readings == (("combining_amounts", "each_paragraph"),)
    assert (options.profile, options.projects, options.assume, options.limit) == ("rule", ("lane",), False, 5)
    assert options.time_limit == 2.0
    assert json.loads(capsys.readouterr().out)["command"] == (
        "lexempt check lane.case --on 2024-09-01 --reading combining_amounts=each_paragraph --profile rule "
        "--project lane --assume nothing --format json --limit 5 --time-limit 2"
    )


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["check"], "Missing argument"),
        (["chek", "lane.case"], "did you mean `check`?"),
        (["check", "lane.case", "--reading", "combining_amount=each_paragraph"], "did you mean `combining_amounts`?"),
        (["check", "lane.case", "--reading", "combining_amounts=each_pargraph"], "did you mean `each_paragraph`?"),
        (["check", "lane.case", "--reading", "combining_amounts"], "write combining_amounts=each_amount or"),
        (
            ["check", "lane.case", "--reading=age_day=day_of_work", "--reading=age_day=day_of_application"],
            "is set in two ways",
        ),
        (["check", "lane.case", "--project", "lame"], "did you mean `lane`?"),
        (["check", "lane.case", "--on", "2018-02-31"], "there is no day 2018-02-31"),
        (["check", "lane.case", "--on", "June"], "write it as 2018-06-01"),
        (["check", "lane.case", "--fail-on", "everything"], "is none of plan-required"),
        (["check", "lane.case", "--format", "xml"], "xml"),
        (["check", "lane.case", "--limit", "0"], "--limit"),
        (["check", "absent.case"], "absent.case: no such file or folder"),
        (["check", "empty"], "empty: no .case file in this folder"),
        (["check", "lane.case", "-o", "absent/x.txt"], "cannot write absent/x.txt"),
        (["new", "--county", "Kass", "--work", "driveway"], "did you mean `Cass`?"),
        (["new", "--county", "Cass", "--work", "drivway"], "did you mean `driveway`?"),
        (["new", "--county", "Cass", "--work", "driveway", "-o", "lane.case"], "exists already"),
        (["facts", "impct"], "did you mean `impact`?"),
        (["law", "readings", "combining"], "lexempt law readings"),
        (["law", "show", "103G.2241/9/z"], "no provision that is encoded"),
    ],
)  # fmt: skip
def test_mistakes_in_the_call_end_with_2_and_help(
    args: list[str], said: str, case: str, checked: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    checked()
    File("empty").mkdir()
    assert run(args) == 2
    err = capsys.readouterr().err
    assert said in err and err.startswith("error: ")
    assert "Traceback" not in err


def test_an_invalid_file_ends_with_3_and_others_are_answered(
    case: str, checked: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    checked()
    File("bad.case").write_text(CASE.replace("Cass", "Kass").replace("400 sqft\n", "400 sqfeet\n"), "utf-8")
    assert run(["check", "bad.case", case, "--format", "json"]) == 3
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert [p["path"] for p in found["projects"]] == ["lane.case"]
    assert {d["path"] for d in found["diagnostics"]} == {"bad.case"} and len(found["diagnostics"]) >= 2
    assert "--> bad.case:2:" in err and "did you mean `Cass`?" in err
    assert run(["check", "bad.case"]) == 3
    assert capsys.readouterr().out == ""


def test_the_checker_s_own_diagnostics_end_with_3(case: str, checked: Any, capsys: pytest.CaptureFixture[str]) -> None:
    checked(wrong=True)
    assert run(["check", case]) == 3
    assert "error[E300]: no law is known" in capsys.readouterr().err


def test_a_limit_ends_with_4(case: str, checked: Any) -> None:
    checked(complete=False)
    assert run(["check", case]) == 4
    checked(raises=MemoryError())
    assert run(["check", case]) == 4


def test_our_own_fault_ends_with_70_and_no_traceback(
    case: str, checked: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    checked(raises=KeyError("w1\x1b"))
    monkeypatch.delenv("LEXEMPT_TRACEBACK", raising=False)
    assert run(["check", case]) == 70
    err = capsys.readouterr().err
    assert "a fault of lexempt itself" in err and "Traceback" not in err and "\x1b" not in err
    monkeypatch.setenv("LEXEMPT_TRACEBACK", "1")
    assert run(["check", case]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_interruption_ends_with_130(case: str, checked: Any, capsys: pytest.CaptureFixture[str]) -> None:
    checked(raises=KeyboardInterrupt())
    assert run(["check", case]) == 130
    assert capsys.readouterr().err.strip() == "interrupted"


def test_fail_on(case: str, checked: Any) -> None:
    checked()
    assert run(["check", case, "--fail-on", "plan-required,depends"]) == 1
    assert run(["check", case, "--fail-on", "depends,reading,prohibited"]) == 0
    checked(under_all_readings="differs", replacement_plan="depends", prohibited="sometimes")
    for word in ("reading", "depends", "prohibited"):
        assert run(["check", case, "--fail-on", word]) == 1
    assert run(["check", case, "--fail-on", "plan-required"]) == 0


def test_standard_input_and_folders(
    case: str, checked: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    checked()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CASE.encode())))
    assert run(["check", "-"]) == 0
    assert "(<stdin>)" in capsys.readouterr().out
    File("sub/deep").mkdir(parents=True)
    for name in ("b", "a"):
        File(f"sub/deep/{name}.case").write_text(CASE.replace("lane", name), "utf-8")
    assert run(["check", "sub", "lane.case", "sub/deep/a.case"]) == 0
    out = capsys.readouterr().out
    assert out.index("sub/deep/a.case") < out.index("sub/deep/b.case") < out.index("lane.case  ")


@pytest.mark.parametrize(
    ("form", "start"), [("text", "A repl"), ("markdown", "## Pr"), ("json", "{\n"), ("jsonl", '{"com')]
)
def test_formats_to_a_file_in_utf_8(
    form: str, start: str, case: str, checked: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    checked(notes=("§ é",))
    assert run(["check", case, "--format", form, "-o", "out", "--force"]) == 0
    assert File("out").read_bytes().decode().startswith(start)
    assert "§ é" in File("out").read_bytes().decode()
    assert capsys.readouterr().out == ""


def test_a_broken_pipe_is_quiet(case: str, checked: Any, capsys: pytest.CaptureFixture[str]) -> None:
    checked(raises=BrokenPipeError())
    assert run(["check", case]) == 0
    assert capsys.readouterr().err == ""


def test_new_gives_a_valid_case_that_fmt_prints(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "--county", "St. Louis", "--work", "driveway", "--id", "drive", "-o", "new.case"]) == 0
    assert "lexempt check new.case" in capsys.readouterr().err
    assert run(["fmt", "new.case"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("# ") and 'project drive "Driveway"' in out
    assert err == ""
    assert out.count("#") == File("new.case").read_text("utf-8").count("#")
    File("canonical.case").write_text(out, "utf-8")
    assert run(["fmt", "--check", "canonical.case"]) == 0
    File("canonical.case").write_text(out.replace("drive ", "drive  ").replace(": fill", ": FILL"), "utf-8")
    assert run(["fmt", "--check", "canonical.case"]) == 1
    assert run(["fmt", "--write", "canonical.case"]) == 0
    assert File("canonical.case").read_text("utf-8") == out


def test_fmt_keeps_every_comment_where_it_belongs(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = CASE.replace("  type: 2", "  # the panel's\n  Type:  2   # finding").replace("expect", "# recorded\nexpect")
    File("c.case").write_text(f"# head\n\n{text}# tail", "utf-8")
    assert run(["fmt", "c.case"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "# head" and lines[1] == 'project lane "Lane"' and lines[-1] == "# tail"
    at = lines.index("  # the panel's")
    assert lines[at + 1].split() == ["wetland", "type:", "2", "#", "finding"] or "type: 2" in lines[at + 1]
    assert lines[lines.index("# recorded") + 1] == "expect"


def test_show_facts(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", case, "--show", "facts"]) == 0
    assert "i1.wetland_type = 2   (lane.case:9)" in capsys.readouterr().out


def test_cases_fails_when_nothing_ran_or_something_does_not_hold(
    case: str, checked: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    checked()
    assert run(["cases", "."]) == 0
    assert "1 case in 1 file, 1 call of the checker: all hold" in capsys.readouterr().out
    File("lane.case").write_text(CASE.replace("plan required", "plan not required"), "utf-8")
    assert run(["cases", "."]) == 1
    assert "expected  replacement plan not required" in capsys.readouterr().out
    File("lane.case").write_text(CASE.partition("expect")[0], "utf-8")
    assert run(["cases", "."]) == 1
    assert "no case ran" in capsys.readouterr().out
    assert run(["cases", "absent"]) == 2


def test_reference_pages_print(capsys: pytest.CaptureFixture[str]) -> None:
    for args in (["facts"], ["facts", "impact"], ["law", "readings"], ["law", "readings", "combining_amounts"]):
        assert run(args) == 0
        assert capsys.readouterr().out
    assert run(["law", "show", "subd. 9(a)(2)"]) in (0, 2)
    assert run(["law", "show", "103G.2241/9/a"]) == 0
    assert "Minn. Stat. § 103G.2241, subd. 9(a)(4)" in capsys.readouterr().out


@pytest.mark.parametrize("args", [["--help"], ["check", "--help"], ["--version"], ["check"], ["check", "absent.case"]])
def test_help_and_usage_errors_import_nothing_heavy(args: list[str]) -> None:
    code = (
        "import sys; from lexempt.cli.main import run; run(sys.argv[1:]); "
        "print([m for m in ('clingo', 'lark', 'rich') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr.rstrip().endswith("[]"), done.stderr


def test_invalid_input_does_not_import_clingo(tmp_path: File) -> None:
    (tmp_path / "bad.case").write_text("nonsense\n", "utf-8")
    code = "import sys; from lexempt.cli.main import run; print(run(['check', sys.argv[1]]), 'clingo' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "bad.case")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.strip() == "3 False", done.stderr


class _Finalized:
    """Interrupted while it is taken away, as what clingo holds may be."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_in_a_callback_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    before = signal.signal(signal.SIGINT, heard)
    try:
        with pytest.raises(KeyboardInterrupt):
            # It tells of an atom in no head; what its logger raises it drops.
            control = clingo.Control(logger=lambda *_: signal.raise_signal(signal.SIGINT))
            control.add("base", [], "a :- b.")
            control.ground([("base", [])])
            time.sleep(5)
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_in_a_finalizer_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    before = signal.signal(signal.SIGINT, heard)
    try:
        with pytest.raises(KeyboardInterrupt):
            thing = _Finalized()
            del thing
            time.sleep(5)  # Python's own handler would be done by now, and nothing raised
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["new", "--county", "Cass", "--work", "road", "--id", "w1"], "`w1` is a name in the file already"),
        (["check", "--fail-on", "", "one.case"], "nothing is named"),
        (["check", "--show", "facts", "--format", "json", "one.case"], "leave out --format json"),
        (["fmt", "one.case", "two.case", "-o", "both.case"], "--output takes one file, and 2 are named"),
    ],
)
def test_what_would_be_ignored_or_joined_is_refused(
    arguments: list[str], says: str, tmp_path: File, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        File(f"{name}.case").write_text(f"project {name}\nwetland w1\nimpact i1 in w1\n")
    assert run(arguments) == exits.USAGE
    assert says in capsys.readouterr().err
    assert not File("both.case").exists()
