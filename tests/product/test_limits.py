"""A limit of time, an interrupt, hostile text, and what is written where."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.product.calls import ROOT, environment, hear_interrupts, lexempt

from lexempt import check, loads

ONE = """\
project p{n} "Field lane"
  county: unknown
  work: 2018-06-01
wetland w{n}
  size: 300,000 sqft
impact a{n} in w{n} for p{n}
  activity: fill
  area: 400 sqft to 9,000 sqft
impact b{n} in w{n} for p{n}
  activity: drain
  area: 4,000 sqft
"""


def big(projects: int) -> str:
    """Projects that state nearly nothing: more to settle than there is time for."""
    return "".join(ONE.format(n=number) for number in range(projects))


def test_time_limit(tmp_path: Path) -> None:
    (tmp_path / "big.case").write_text(big(12))
    before = time.monotonic()
    done = lexempt("check", "big.case", "--time-limit", "1", "--format", "json", cwd=tmp_path)
    seconds = time.monotonic() - before
    assert done.returncode == 4
    assert seconds < 8
    assert b"--time-limit" in done.stderr
    result = json.loads(done.stdout)
    assert result["complete"] is False
    assert len(result["refused"]) + len(result["projects"]) == 12
    assert all("time limit" in reason for reason in result["refused"])


@pytest.mark.parametrize("after", [0.4, 2.0], ids=["early", "while solving"])
def test_interrupt(after: float, tmp_path: Path) -> None:
    (tmp_path / "big.case").write_text(big(12))
    command = [sys.executable, "-m", "lexempt.cli.main", "check", "big.case", "--time-limit", "600"]
    running = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts,
    )
    time.sleep(after)
    running.send_signal(signal.SIGINT)
    before = time.monotonic()
    out, err = running.communicate(timeout=30)
    assert time.monotonic() - before < 3
    assert running.returncode in (130, -signal.SIGINT), err.decode()
    assert b"Traceback" not in err or after < 1, "before our code runs, Python itself may speak"
    assert out == b""


def test_only_the_cache_is_written(tmp_path: Path) -> None:
    home, work = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    work.mkdir()
    case = (ROOT / "cases/demo/field-lane-and-turnout.case").read_text("utf-8")
    (work / "lane.case").write_text(case)
    for arguments in (("check", "lane.case"), ("cases", "."), ("fmt", "lane.case"), ("facts",), ("law", "readings")):
        assert lexempt(*arguments, cwd=work, env=environment(home)).returncode == 0
    assert [p.relative_to(tmp_path).as_posix() for p in work.rglob("*")] == ["work/lane.case"]
    assert (work / "lane.case").read_text() == case
    written = [p.relative_to(home).as_posix() for p in home.rglob("*") if p.is_file()]
    assert written and all(name.startswith(".cache/lexempt/") for name in written)


@pytest.mark.parametrize("home", ["/nonexistent", "", "relative"])
def test_without_a_cache_all_works(home: str, tmp_path: Path) -> None:
    (tmp_path / "lane.case").write_text((ROOT / "cases/demo/field-lane-and-turnout.case").read_text("utf-8"))
    env = {**environment(), "HOME": home}
    env.pop("XDG_CACHE_HOME", None)
    done = lexempt("check", "lane.case", cwd=tmp_path, env=env)
    assert done.returncode == 0 and b"Traceback" not in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["lane.case"]


@pytest.mark.parametrize("spoil", [b"", b"{", b'{"digest": "x", "rows": []}', b"\xff" * 99, b"[" * 100_000])
def test_a_spoilt_cache_changes_nothing(spoil: bytes, tmp_path: Path) -> None:
    demo = "cases/demo/field-lane-and-turnout.case"
    first = lexempt("check", demo, env=environment(tmp_path))
    for path in (tmp_path / ".cache" / "lexempt").iterdir():
        path.write_bytes(spoil)
    again = lexempt("check", demo, env=environment(tmp_path))
    assert (again.returncode, again.stdout, again.stderr) == (first.returncode, first.stdout, first.stderr)


HOSTILE = (
    "w1). plan_not_required(p0",
    "#include /etc/passwd.",
    "#script (python) import os #end.",
    "@f() :- exempt(p1). %",
    "[bold red]x[/bold red] [link=http://example.invalid]y[/link]",
    "{0.__class__} %s $(id) `id` ; rm -rf .",
    "../../../../etc/passwd",
    "=cmd|' /C calc'!A0",
)


def hostile(words: str) -> str:
    """A case with the words wherever it takes any."""
    return (
        f'project lane "{words}"\n  county: Cass\n  city: {words}\n  goal: {words}\n  work: 2018-06-01\n  assume: ordinary\n'
        f'wetland w1 "{words}"\n  size: 9 acres\nimpact i in w1 "{words}"\n  activity: fill  by "{words}" citing "{words}"\n'
        f'  type: 2\n  area: 10,001 sqft\nclaim 9/a/1 by panel citing "{words}"\nnote: "{words}"\nhistory: "{words}"\n'
    )


@pytest.mark.parametrize("words", HOSTILE)
def test_words_stay_words(words: str) -> None:
    """The answer is as without them: a square foot too much, and no clause."""
    reading = loads(hostile(words), "f")
    if reading.case is None:  # some words cannot stand everywhere; then a title and a note
        text = f'project lane "{words}"\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\nwetland w1\n  size: 9 acres\n'
        text += f'impact i in w1\n  activity: fill\n  type: 2\n  area: 10,001 sqft\nnote: "{words}"\n'
        reading = loads(text, "f")
    assert reading.case is not None
    answered = check(reading).projects
    assert [p.replacement_plan for p in answered] == ["required"]
    assert [i.qualifies for p in answered for i in p.impacts] == [()]
    assert words in answered[0].notes[0]


@pytest.mark.parametrize("words", HOSTILE)
def test_the_solver_gets_none_of_it(words: str, tmp_path: Path) -> None:
    (tmp_path / "a.case").write_text(f'project lane "{words}"\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\n'
                                     f'wetland w1\n  size: 9 acres\nimpact i in w1\n  activity: fill\n  type: 2\n  area: 9 sqft\n'
                                     f'note: "{words}"\n')  # fmt: skip
    done = lexempt("check", "a.case", "--show", "atoms", cwd=tmp_path)
    assert done.returncode == 0
    assert words.encode() not in done.stdout


def in_terminal(path: Path) -> bytes:
    """What a terminal gets from `check`."""
    ours, theirs = pty.openpty()
    env = environment(TERM="xterm-256color", COLUMNS="100")
    command = [sys.executable, "-m", "lexempt.cli.main", "check", path.name]
    running = subprocess.Popen(
        command, cwd=path.parent, env=env, stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL
    )
    os.close(theirs)
    found = b""
    while True:
        try:
            got = os.read(ours, 65_536)
        except OSError:
            break
        if not got:
            break
        found += got
    running.wait(timeout=60)
    os.close(ours)
    return found


def test_terminal_gets_markup_as_text(tmp_path: Path) -> None:
    (tmp_path / "a.case").write_text(
        'project lane "[bold]x[/bold] :smile:"\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\nwetland w1\n  size: 9 acres\n'
        'impact i in w1\n  activity: fill\n  type: 2\n  area: 9 sqft\nnote: "[link=http://example.invalid]y[/link]"\n'
    )
    shown = in_terminal(tmp_path / "a.case")
    assert b"[bold]x[/bold] :smile:" in shown
    assert b"[link=http://example.invalid]y[/link]" in b" ".join(shown.split())
    assert b"\x1b]8" not in shown, "no hyperlink"


@pytest.mark.parametrize(
    "control", ["\x1b[2J", "\x1b]0;title\x07", "\x07", "\x9b2J", "\u202e", "\u2066", "\u200b", "\x00"]
)
def test_control_characters_are_refused_and_shown_as_escapes(control: str, tmp_path: Path) -> None:
    text = f'project lane "a{control}b"\n  county: Cass\n  x{control}y: 1\n'
    (tmp_path / "a.case").write_bytes(text.encode())
    done = lexempt("check", "a.case", cwd=tmp_path)
    assert done.returncode == 3
    for stream in (done.stdout, done.stderr, in_terminal(tmp_path / "a.case").replace(b"\r\n", b"\n")):
        assert control.encode() not in stream


def test_file_names_are_escaped_too(tmp_path: Path) -> None:
    name = "a\x1b[2Jb.case"
    (tmp_path / name).write_text("project p\n")
    for asked in (name, "missing\x1b[2J.case", "."):
        done = lexempt("check", asked, cwd=tmp_path)
        assert b"\x1b" not in done.stdout + done.stderr


def test_broken_pipe_is_no_fault(tmp_path: Path) -> None:
    command = f"{sys.executable} -m lexempt.cli.main facts impact | head -n 1"
    done = subprocess.run(["bash", "-c", command], env=environment(), capture_output=True, timeout=60, check=False)
    assert done.returncode == 0 and done.stderr == b""
