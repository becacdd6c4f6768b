# Each target sets up what it needs. DIR: the workspace of `make demo` and `make bench`.
PYTHON ?= python3
DIR ?= server/cotext
QUERY ?= keep the exact text of a chunk
CURSOR ?= $(DIR)/embedding/load.py:40
BIN := .venv/bin

.PHONY: demo test check bench neovim clean

demo: .venv/installed
	$(BIN)/cotext index $(DIR)
	@echo
	@echo 'What an inline model would be shown at $(CURSOR):'
	@echo
	$(BIN)/cotext context $(CURSOR) $(DIR) --max-chunks 3
	@echo
	@echo 'A search:'
	@echo
	$(BIN)/cotext search '$(QUERY)' $(DIR) --limit 5

test: .venv/development neovim
	$(BIN)/python -m pytest

check: .venv/development
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/development
	COTEXT_BENCHMARK_FOLDER='$(DIR)' $(BIN)/python -m pytest tests/benchmarks -o python_files='bench_*.py' --benchmark-only

# The end-to-end tests drive a real editor. Elsewhere than on Debian as root, install it by hand.
neovim:
	@command -v nvim >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
		&& apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y neovim; } \
		|| echo 'Neovim is not installed, and cannot be from here: the tests that need it will not pass.'

.venv/python:
	$(PYTHON) -m venv .venv
	touch $@

.venv/installed: .venv/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

# torch is pinned, so that a release of it cannot break the tests of a day without changes here.
.venv/development: .venv/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,sentence-transformers]'
	touch $@ .venv/installed

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
