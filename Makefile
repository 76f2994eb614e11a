# `make` lists the commands. Each does all of its own set-up; Python 3.11 or newer, git and make are all it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --progress-bar off
# uv finds versions that fit in seconds, where pip may take minutes; what uv cannot reach by its settings, pip may.
INSTALL := { command -v uv >/dev/null || test -x $(BIN)/uv || $(PIP) --quiet uv >/dev/null 2>&1; \
	PATH="$$PATH:$(abspath $(BIN))" uv pip install --quiet --python $(BIN)/python "$$@" 2>/dev/null || $(PIP) "$$@"; }
# Compiled modules are kept, whatever the machine's habit: the tests start some sixty processes.
TESTS := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder
# The tested set with its checksums; LOCK= takes the newest that requirements.txt allows, as does an index without it.
LOCK ?= requirements.lock
ifdef SOURCE
export TRILENS_SOURCE := $(SOURCE)
endif

.DEFAULT_GOAL := help
.PHONY: help run test test-all checked lint bench soak accuracy interop docs lock screenshots clean

help:  ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/.runtime  ## get the data, build the warehouse, start the dashboard (SOURCE=FOLDER: take the data from there)
	@$(BIN)/python -m core prepare || echo "trilens: starting without data; the dashboard says what to do."
	@$(BIN)/python -m core serve

test: TESTS += -m "not slow"
test: checked  ## lint, types and the tests that are not slow, some in a real browser: a few minutes

test-all: TESTS += --junitxml=tests/output/tests.xml
test-all: export TRILENS_WALK_ACTIONS ?= 300
test-all: checked  ## the same with every test and long random walks: about 40 minutes on two cores

checked: $(VENV)/.tests
	@tests/install_browser.sh
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@echo "$(BIN)/mypy, beside the tests; what it says stands below theirs"
	@mkdir -p tests/output
	@$(BIN)/mypy >tests/output/mypy.txt 2>&1 & types=$$!; trap 'kill $$types' INT TERM; \
	echo "$(TESTS)"; $(TESTS); tests=$$?; \
	wait $$types; types=$$?; cat tests/output/mypy.txt; test $$tests = 0 && test $$types = 0

lint: $(VENV)/.tests  ## put the code in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.tests  ## measure speed and size, print a table (SCALE=1000000: of builds and pages with so many answers)
	@tests/install_browser.sh
	@$(BIN)/python -m $(if $(SCALE),tests.bench_scale $(SCALE),tests.bench)

soak: $(VENV)/.tests  ## watch the memory of a read-only server under a thousand visitors, for about half an hour
	@$(BIN)/python -m tests.soak

accuracy: $(VENV)/.tests  ## print how good geometry, reading (SOURCE=FOLDER) and claims are, and what image statistics reach (SEEDS=0,1)
	@$(BIN)/python -m core accuracy $(if $(BENCHMARK),--benchmark $(BENCHMARK)) $(if $(SOURCE),--source $(SOURCE))
	@$(BIN)/python -m tests.bench_claims
	@$(BIN)/python -m tests.bench_shortcuts $(or $(SEEDS),0)

docs: $(VENV)/.tests  ## write the pages of the command line and the configuration again
	@$(BIN)/python -m tests.make_docs

screenshots: $(VENV)/.tests  ## make the README's pictures again
	@$(BIN)/python -m tests.screenshots

interop: $(VENV)/.tests  ## open our exports in the real programs, in an environment of their own
	@$(BIN)/python -m tests.interop

# The set fits the tools of the tests too, else the tests would run on another one: first with them, then the same without.
lock: $(VENV)/.tests  ## make requirements.lock and docs/developing/licences.md again, with the newest packages that fit
	@uv=$$(command -v uv || echo $(BIN)/uv); set -- pip compile --quiet --universal --python-version 3.11 --no-header \
	--no-emit-index-url --output-file .lock.part requirements.txt; \
	$$uv "$$@" --upgrade tests/requirements.txt && $$uv "$$@" --generate-hashes
	@{ grep '^#' requirements.lock | head -2; cat .lock.part; } >.lock.whole && rm .lock.part
	@mv .lock.whole requirements.lock && $(BIN)/python -m tests.make_licences

clean:  ## remove the virtual environment and the caches, keep the data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache tests/output

$(VENV)/.runtime: requirements.txt pyproject.toml $(LOCK)
	@echo "Setting up the virtual environment ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Trilens needs Python 3.11 or newer; try make PYTHON=python3.12 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@{ test -n "$(LOCK)" && set -- --require-hashes -r $(LOCK) && $(INSTALL); } || { \
	echo "Without the locked set: the newest packages that requirements.txt allows."; set -- -r requirements.txt; $(INSTALL); }
	@set -- --no-deps --editable .; $(INSTALL) || echo "The command trilens could not be installed; use $(BIN)/python -m core."
	@touch $@

$(VENV)/.tests: $(VENV)/.runtime tests/requirements.txt
	@echo "Setting up the tools of the tests ..."
	@set -- -r tests/requirements.txt; $(INSTALL)
	@touch $@
