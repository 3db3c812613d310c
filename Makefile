# Needs make and a python3 (3.11 or later) with venv; everything else is installed into .venv.
#   make play ARGS="--seed tuesday"      PYTHON=python3.12 make setup

PYTHON ?= python3
JOBS   ?= 2
GAMES  ?= 20000
ARGS   ?=

VENV  := .venv
STAMP := $(VENV)/.stamp
PY    := $(VENV)/bin/python

.DEFAULT_GOAL := help
.PHONY: help setup play test nightly mutants games cards-report format docs bench bots clean

help:
	@echo "make play    play at the terminal (ARGS=... is passed on)"
	@echo "make test    lint, types and all tests, as CI runs them"
	@echo "make nightly many whole games of the rules, with all invariants (GAMES=20000), and what occurred in them"
	@echo "make mutants break one thing in the rules at a time, and list what no scenario notices (ARGS='300 --seed monday -j 2')"
	@echo "make games   let bots play, and write docs/games.md: how games end (GAMES_EACH=40)"
	@echo "make cards-report let bots play, and write docs/cards.md: what they do with the cards"
	@echo "make format  let ruff lay the Python out"
	@echo "make docs    write docs/reference.md anew"
	@echo "make bench   measure (ARGS=... is passed on), then make bots"
	@echo "make bots    let bots play against each other, and write docs/bots.md (ARGS=... is passed on)"
	@echo "make setup   only install into $(VENV)"
	@echo "make clean   remove $(VENV) and everything that can be made again"

setup: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "archidsl needs Python 3.11 or later; try: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV); this happens once ..."
	@$(PY) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: $(STAMP)
	@$(PY) -m archidsl play $(ARGS)

# pytest comes last, so that the last line printed is its count.
test: $(STAMP)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

# In one process and with its output, so that the counts of all games stand together.
nightly: $(STAMP)
	ARCHIDSL_GAMES=$(GAMES) $(PY) -m pytest -s tests/rules/test_invariants.py tests/rules/test_secrets.py $(ARGS)

# Which of these changes of the rules no scenario notices; half an hour for 1000.
mutants: $(STAMP)
	PYTHONPATH=. $(PY) tests/rules/rule_mutants.py $(or $(ARGS),300)

games: $(STAMP)
	PYTHONPATH=. $(PY) tests/rules/distribution.py $(or $(GAMES_EACH),40)

cards-report: $(STAMP)
	PYTHONPATH=. $(PY) tests/rules/cards_report.py $(ARGS)

format: $(STAMP)
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

docs: $(STAMP)
	@$(PY) -m archidsl reference --out docs/reference.md

bench: $(STAMP)
	@$(PY) -m tests.bench.run $(ARGS)
	@$(PY) -m tests.bench.bots

bots: $(STAMP)
	@$(PY) -m tests.bench.bots $(ARGS)

clean:
	rm -rf $(VENV) dist build *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find archidsl tests -name __pycache__ -type d -prune -exec rm -rf {} +
