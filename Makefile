# Everything that is done here by hand or by a machine. `make help` lists it.
# PYTHON names another interpreter: make demo PYTHON=python3.12

PYTHON  ?= python3
BIN     := .venv/bin
OUT     := out/assistant
EXAMPLE := examples/assistant/spec.yaml
PAGE    ?= 7

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-all check lint types rooms unit generated picture bench mutations accuracy clean libraries test-packages

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "  make %-12s %s\n", $$1, $$2}'

demo: libraries .venv/installed  ## install, then render the example spec into out/assistant/
	@$(BIN)/pliego render $(EXAMPLE) -o $(OUT)
	@$(BIN)/pliego size $(EXAMPLE) --format json -o $(OUT)/sizing.json && echo $(OUT)/sizing.json

test: lint types rooms unit  ## set up and check everything: ruff, mypy, import-linter, pytest

test-all: lint types rooms libraries test-packages .venv/tested  ## the same with every example in every language, in browser and PDF
	@$(BIN)/python -m pytest -q -m ''

check: lint types rooms  ## what needs no test run: ruff, mypy, import-linter

lint: .venv/tested  ## ruff: rules and layout
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: .venv/tested  ## mypy, strict
	@$(BIN)/mypy

rooms: .venv/tested  ## import-linter: who may import whom
	@$(BIN)/lint-imports --no-cache

unit: libraries test-packages .venv/tested  ## pytest, the built wheel included
	@$(BIN)/python -m pytest -q

generated: .venv/tested  ## write anew what is generated: schemas/ and docs/findings.md
	@$(BIN)/python tools/generate.py

picture: demo test-packages  ## write docs/page.png, a page of the English example's PDF (PAGE=n)
	@$(BIN)/pliego render examples/service-70b/spec.yaml -o out/service-70b --format pdf --quiet
	@pdftoppm -png -r 96 -singlefile -f $(PAGE) out/service-70b/rfq.pdf docs/page && ls docs/page.png

bench: libraries .venv/tested  ## time pliego against the tools it stands on
	@for bench in validate estimate render; do $(BIN)/python benchmarks/$$bench.py || exit 1; done

mutations: .venv/tested  ## ten thousand mutated specs: no traceback, no hang, bounded memory
	@$(BIN)/python benchmarks/mutations.py --keep out/mutations

accuracy: .venv/tested  ## compare with measurements of others: make accuracy PLIEGO_MEASURED=folder
	@$(BIN)/python benchmarks/accuracy.py

clean:  ## remove .venv, out/ and caches
	rm -rf .venv out build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests tools benchmarks -name __pycache__ -type d -exec rm -rf {} +

libraries: .venv/bin/python
	@$(BIN)/python tools/system_packages.py

test-packages: .venv/bin/python
	@$(BIN)/python tools/system_packages.py --tests

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pliego needs Python 3.11 or later; name one with: make demo PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv is missing; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml | .venv/bin/python
	@echo "installing pliego into .venv" && $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q src  # pip compiles what it copies, but not what it links
	@touch $@

.venv/tested: pyproject.toml | .venv/bin/python
	@echo "installing pliego and its checks into .venv" && \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -m compileall -q src
	@touch $@ .venv/installed
