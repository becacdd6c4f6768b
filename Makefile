# Each target sets up what it needs. `make demo DIR=... QUERY=... CURSOR=FILE:LINE:COLUMN` shows a workspace of yours.
PYTHON ?= python3
EXAMPLE := fixtures/workspaces/key_value_store_go
DIR ?= $(EXAMPLE)
QUERY ?= map failures to HTTP status codes
# Without a cursor of yours, that of the example; in another workspace, the place that the search finds first.
CURSOR ?= $(if $(filter $(EXAMPLE),$(DIR)),$(DIR)/internal/engine/engine.go:80:10)
# What `make bench` measures; nothing: the package itself.
BENCHMARK_DIR ?=
BIN := .venv/bin
EXTENSION := vscode-extension

.PHONY: demo test check bench quality generate neovim editor clean

# Through the environment, so that the shell does not read what a person wrote.
export DIR QUERY CURSOR

demo: .venv/installed
	@echo 'Indexing:'
	@$(BIN)/cotext index "$$DIR"
	@echo; echo "A search for \"$$QUERY\":"; echo
	@$(BIN)/cotext search "$$QUERY" "$$DIR" --limit 3
	@cursor="$$CURSOR"; \
	test -n "$$cursor" || cursor=$$($(BIN)/cotext search "$$QUERY" "$$DIR" --limit 1 | sed -n '1s/: .*//; 1s/:$$//; 1p'); \
	line=$${cursor#*:}; file=$${cursor%%:*}; test -e "$$file" || file="$$DIR/$$file"; \
	echo; echo "What an inline model would be shown with the cursor at $$cursor, in this line:"; \
	sed -n "$${line%%:*}p" "$$file"; echo; \
	$(BIN)/cotext context "$$cursor" "$$DIR" --max-characters 1200

test: .venv/development neovim editor
	$(BIN)/python -m pytest
	cd $(EXTENSION) && npm run --silent check

check: .venv/development $(EXTENSION)/node_modules/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd $(EXTENSION) && npm run --silent compile && npm run --silent lint

# Where the right answers to known questions stand; UPDATE=1 takes today's ranks as the golden ones.
quality: .venv/development
	$(BIN)/python -m pytest tests/quality $(if $(UPDATE),--update-goldens)

# The extension's files that follow from the server's declarations; tests compare them.
generate: .venv/development
	PYTHONPATH=server $(BIN)/python -m generators.protocol_types
	PYTHONPATH=server $(BIN)/python -m generators.extension_settings
	PYTHONPATH=server $(BIN)/python -m generators.settings_table

bench: .venv/development editor
	COTEXT_BENCHMARK_FOLDER='$(BENCHMARK_DIR)' $(BIN)/python -m pytest tests/benchmarks -o python_files='bench_*.py' --benchmark-only
	cd $(EXTENSION) && npm run --silent bench

# The end-to-end tests drive real editors. Elsewhere than on Debian as root, install it by hand.
neovim:
	@command -v nvim >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
		&& apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y neovim; } \
		|| echo 'Neovim is not installed, and cannot be from here: the tests that need it will not pass.'

# A VS Code and a browser for it, in the user's cache folder.
editor: $(EXTENSION)/node_modules/installed
	cd $(EXTENSION) && npm run --silent test:install

$(EXTENSION)/node_modules/installed: $(EXTENSION)/package-lock.json
	@command -v npm >/dev/null || { echo 'The extension needs Node 20 or later, with npm.'; exit 1; }
	cd $(EXTENSION) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

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
	rm -rf .venv build dist $(EXTENSION)/dist $(EXTENSION)/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
