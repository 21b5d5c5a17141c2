"""The wheel carries the law and the grammar, and works from any folder."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.product.calls import ROOT, environment

DEMO = ROOT / "cases" / "demo" / "field-lane-and-turnout.case"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the sources so that nothing is written beside them."""
    place = tmp_path_factory.mktemp("wheel")
    copy = place / "copy"
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in ("src", "asp", "grammar"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignore)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy / name)
    if importlib.util.find_spec("hatchling"):
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    else:  # pip brings the builder along, in a place of its own
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(place), "."]
    done = subprocess.run(command, cwd=copy, capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return next(place.glob("*.whl"))


def test_carries_the_law_and_the_grammar(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("asp", "grammar"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and (path.suffix in (".lp", ".lark") or path.parent.name == "starts"):
                assert f"lexempt/_data/{path.relative_to(ROOT).as_posix()}" in names
    assert not [
        name
        for name in names
        if "tests/" in name or "__pycache__" in name or (name.endswith(".case") and "/grammar/" not in name)
    ]


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """A fresh environment with the wheel; its dependencies are those of this one."""
    place = wheel.parent / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True, timeout=120)
    python = place / "bin" / "python"
    found = subprocess.run(
        [str(python), "-c", "import site; print(site.getsitepackages()[0])"], capture_output=True, check=True
    )
    packages = Path(found.stdout.decode().strip())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    import clingo

    (packages / "dependencies.pth").write_text(f"{Path(clingo.__file__).parents[1]}\n")
    return python


def _python(python: Path, code: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    env = {name: value for name, value in environment(cwd).items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(python), "-c", code, *arguments], cwd=cwd, env=env, capture_output=True, timeout=120, check=False
    )


def _run(python: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    return _python(python, "from lexempt.cli.main import main; main()", *arguments, cwd=cwd)


def test_runs_from_another_folder(installed: Path, tmp_path: Path) -> None:
    shutil.copy(DEMO, tmp_path / "lane.case")
    done = _run(installed, "check", "lane.case", cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    assert b"A replacement plan is required" in done.stdout
    where = _python(installed, "import lexempt; print(lexempt.__file__)", cwd=tmp_path)
    assert str(installed.parent.parent) in where.stdout.decode(), "the wheel's, not the checkout's"


def test_cases_facts_and_law_are_there(installed: Path, tmp_path: Path) -> None:
    shutil.copy(DEMO, tmp_path / "lane.case")
    for arguments in (
        ("cases", "."),
        ("facts", "impact"),
        ("law", "show", "9(a)(2)"),
        ("fmt", "lane.case"),
        ("--version",),
    ):
        done = _run(installed, *arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr.decode()


def test_metadata(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    name = next(n for n in archive.namelist() if n.endswith(".dist-info/entry_points.txt"))
    assert "lexempt = lexempt.__main__:main" in archive.read(name).decode()
    metadata = archive.read(name.replace("entry_points.txt", "METADATA")).decode()
    assert "Requires-Python: >=3.11" in metadata
    lines = [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra" not in line]
    assert {line.split()[1].split("<")[0].split(">")[0] for line in lines} == {"clingo", "lark", "click", "rich"}
