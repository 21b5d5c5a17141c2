# Each target sets itself up in .venv; no other step is needed.
PY := .venv/bin/python
JOBS := $(shell nproc 2>/dev/null || echo 2)

.PHONY: demo test bench fmt lint clean

.venv/.ready: pyproject.toml
	python3 -m venv .venv
	$(PY) -m pip install --quiet --upgrade pip
	$(PY) -m pip install --quiet --editable '.[dev]'
	touch $@

demo: .venv/.ready
	.venv/bin/lexempt check cases/demo/field-lane-and-turnout.case

test: .venv/.ready
	$(PY) -m ruff check src tests
	$(PY) -m mypy
	$(PY) -m pytest -n $(JOBS)

bench: .venv/.ready
	$(PY) -m tests.benchmarks

fmt: .venv/.ready
	$(PY) -m ruff format src tests
	$(PY) -m ruff check --fix src tests

clean:
	rm -rf .venv
