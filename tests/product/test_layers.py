"""Imports point one way, each library stays in its layer, and what is not needed is not imported."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.product.calls import SRC, environment

PACKAGE = SRC / "lexempt"
# What each layer may import of ours, beside itself. `words` are the names of things for people: no rendering of results.
LAYERS: dict[str, set[str]] = {
    "records": set(),
    "wording": set(),
    "case": {"records"},
    "places": set(),
    "result": {"case", "records"},
    "agenda": {"case", "records", "result"},
    "law": {"records", "places"},
    "language": {"records", "wording", "case", "places", "law"},
    "solving": {"records", "wording", "case", "places", "result", "agenda", "law"},
    "advice": {"records", "wording", "case", "result"},
    "advising": {"records", "wording", "case", "result", "advice", "law", "solving"},
    "asking": {"records", "case", "result", "agenda", "law", "language", "solving"},
    "explanation": {"records", "case", "result"},
    "explaining": {"records", "wording", "case", "result", "law", "explanation", "solving"},
    "amending": {
        "records",
        "case",
        "places",
        "result",
        "law",
        "language",
        "solving",
        "rendering.words",
        "rendering.markdown",
    },
    "finding": {"records", "result"},
    "linting": {"records", "case", "result", "finding", "law", "language", "solving", "amending", "rendering.words"},
    "rendering": {"records", "wording", "case", "result", "advice", "agenda", "explanation", "finding"},
    "suite": {"records", "case", "result", "law", "language", "solving", "rendering.words"},
    "cli": {
        "",
        "records",
        "case",
        "result",
        "law",
        "language",
        "solving",
        "advice",
        "advising",
        "agenda",
        "asking",
        "explanation",
        "explaining",
        "rendering",
        "suite",
        "places",
        "amending",
        "linting",
        "finding",
    },
    "": {"agenda", "case", "result", "law", "language", "solving", "advice", "advising", "explanation", "explaining"},
    "__main__": {"cli"},
}
LIBRARIES = {
    "lark": {"language", "amending.syntax"},
    "clingo": {"solving", "law.rule_source"},
    "click": {"cli"},
    "rich": {"rendering.colour"},
}
STANDARD = set(sys.stdlib_module_names)
FILES = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)


def _layer(module: str) -> str:
    return module.partition(".")[0]


def module_of(path: Path) -> str:
    """`solving.engine`; empty for the package itself."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports anywhere, those for type checking among them."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module or ""


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports(path: Path) -> None:
    module = module_of(path)
    layer = _layer(module)
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "lexempt":
            allowed = LAYERS[layer]
            assert _layer(rest) == layer or _layer(rest) in allowed or rest in allowed, f"{module} imports {name}"
        elif top not in STANDARD:
            homes = LIBRARIES.get(top)
            assert homes is not None, f"{module} imports {name}, which is no dependency"
            assert layer in homes or module in homes, f"{module} imports {name}"


def test_layers_have_an_order() -> None:
    """No layer can come back to itself."""
    done: list[str] = []
    left = dict(LAYERS)
    while left:
        ready = [name for name, needs in left.items() if {_layer(n) if n else n for n in needs} <= set(done)]
        assert ready, f"in a circle: {sorted(left)}"
        done += ready
        left = {name: needs for name, needs in left.items() if name not in ready}


HEAVY = ("clingo", "lark", "rich", "cffi", "lexempt.solving")


def imported(*arguments: str, cwd: Path) -> tuple[int, set[str]]:
    """The exit code of a call and all modules it imported."""
    command = [sys.executable, "-X", "importtime", "-m", "lexempt.cli.main", *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, env=environment(), timeout=60, check=False)
    lines = done.stderr.decode().splitlines()
    return done.returncode, {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}


INVALID = "project p\n  county: Nowhere\n"


@pytest.mark.parametrize(
    ("arguments", "code", "without"),
    [
        (("--help",), 0, (*HEAVY, "lexempt.language", "lexempt.law", "lexempt.rendering")),
        (("--version",), 0, HEAVY),
        (("check", "--help"), 0, HEAVY),
        (("check", "invalid.case"), 3, HEAVY),
        (("check", "missing.case"), 2, HEAVY),
        (("chekc",), 2, HEAVY),
        (("fmt", "valid.case"), 0, HEAVY),
        (("facts", "impact"), 0, HEAVY),
        (("new", "--county", "Cass", "--work", "driveway"), 0, HEAVY),
        (("law", "readings"), 0, HEAVY),
        (("amend", "--help"), 0, HEAVY),
        (("amend", "start", "9(a)(4)"), 0, ("clingo", "lark", "rich")),
        (("options", "--help"), 0, HEAVY),
        (
            ("check", "valid.case"),
            0,
            ("rich", "lark", "inspect", "lexempt.law.rows", "lexempt.law.source", "lexempt.advising"),
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) and len(value) < 6 else "",
)
def test_lazy(arguments: tuple[str, ...], code: int, without: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "invalid.case").write_text(INVALID)
    (tmp_path / "valid.case").write_text(
        "project p\n  county: Cass\n  work: 2018-06-01\n  assume: ordinary\nwetland w\n  size: 9 acres\n"
        "impact i in w\n  activity: fill\n  type: 2\n  area: 9 sqft\n"
    )
    imported(*arguments, cwd=tmp_path)  # fills the cache, where this is the first call
    got, modules = imported(*arguments, cwd=tmp_path)
    assert got == code
    assert not {m for m in modules for heavy in without if m == heavy or m.startswith(heavy + ".")}
