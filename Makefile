# Everything a person types in this repository; `make` alone lists it.
SHELL := /bin/bash
PYTHON ?= python3
PORT ?= 8000
# Every process would compile its modules, and every test run rewrite its assertions, without the saved bytecode.
export PYTHONDONTWRITEBYTECODE :=
export PATH := $(CURDIR)/.tools/bin:$(CURDIR)/.venv/bin:$(PATH)
REPORTS := .tools/reports
FRONT := npm --prefix frontend run --silent

.DEFAULT_GOAL := help
.PHONY: help run dev setup fresh-reports check check-fast static lint lint-language types contracts lint-back-end lint-front-end \
	types-back-end types-front-end contracts-back-end contracts-front-end test test-back-end test-front-end test-browser \
	test-long test-install fix wheel gen migration hooks bench drills soak defects python-packages python-is-new-enough

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

run: python-is-new-enough ## start Régie with demo data, installing what is missing (PORT=8000 REGIE_DATA=./var)
	@exec $(PYTHON) scripts/run.py --port="$(PORT)"

dev: python-is-new-enough ## start Régie for development: both halves reload on save (PORT=8000 REGIE_DATA=./var)
	@exec $(PYTHON) scripts/dev.py --port="$(PORT)"

setup: python-is-new-enough ## install what running, testing and checking need
	@scripts/debian.sh test
	@$(PYTHON) scripts/bootstrap.py everything

check: setup ## all that must hold before a change is taken
	$(MAKE) --no-print-directory -j2 --output-sync=target static
	$(MAKE) --no-print-directory test

static: lint types contracts ## style, types and contracts

check-fast: setup ## style, types, contracts and the tests that a change touches, on SQLite
	$(PYTHON) scripts/check_fast.py

lint: lint-back-end lint-front-end lint-language ## style, likely mistakes, language

lint-back-end: setup
	ruff check -q backend scripts bench
	ruff format -q --check backend scripts bench

lint-front-end: setup
	$(FRONT) lint
	npm --prefix e2e run --silent lint

lint-language: ## labels in two languages, commit subjects
	$(PYTHON) scripts/check_language.py

types: types-back-end types-front-end ## Python and TypeScript types

types-back-end: setup
	pyright -p backend

types-front-end: setup
	$(FRONT) typecheck
	npm --prefix e2e run --silent typecheck

contracts: contracts-back-end contracts-front-end ## import contracts, dead code

contracts-back-end: setup
	cd backend && PYTHONPATH=../scripts lint-imports --no-cache
	python scripts/dead.py backend/regie backend/tests scripts bench

contracts-front-end: setup
	$(FRONT) layers
	$(FRONT) dead

test: setup fresh-reports test-back-end test-front-end test-browser ## back end on both databases, front end, browser

test-back-end: setup ## back end on SQLite and PostgreSQL
	cd backend && $(PYTHON) ../scripts/postgres.py -- pytest -n auto --dist worksteal --durations=12 --junitxml=../$(REPORTS)/back-end.xml

test-front-end: setup ## front end, without a browser
	$(FRONT) test -- --reporter=default --reporter=junit --outputFile.junit=../$(REPORTS)/front-end.xml
	$(FRONT) budgets

test-browser: setup ## the whole product in Chromium (SHARD=1/2 for half of it)
	npm --prefix e2e run --silent test -- $(if $(SHARD),--shard=$(SHARD))

python-packages: python-is-new-enough
	@$(PYTHON) scripts/bootstrap.py python

fresh-reports:
	@rm -rf $(REPORTS) && mkdir -p $(REPORTS)

fix: setup ## repair what the formatters and linters can
	ruff check -q --fix backend scripts bench || true
	ruff format -q backend scripts bench
	$(FRONT) fix
	npm --prefix e2e run --silent fix

wheel: python-is-new-enough ## build a release into dist/: one wheel with the front end, and its locked dependencies
	@$(PYTHON) scripts/wheel.py

test-install: setup ## follow docs/installation.md in an empty Debian (as root; minutes)
	@command -v debootstrap >/dev/null || apt-get install -y --no-install-recommends debootstrap
	@$(PYTHON) scripts/test_install.py

gen: python-is-new-enough ## write the OpenAPI document and the front end's types, if the back end changed
	@$(PYTHON) scripts/bootstrap.py api-types

migration: python-packages ## write the next migration from the models: make migration name="legal name of clients"
	@test -n "$(name)" || { echo 'Name what it changes: make migration name="legal name of clients"' >&2; exit 1; }
	@$(CURDIR)/.venv/bin/regie revise "$(name)"

hooks: setup ## run the linters before each commit, as Git hooks (.pre-commit-config.yaml)
	@$(CURDIR)/.venv/bin/pre-commit install

bench: setup ## speed beside its goals, on both databases (BENCH_SCALE=demo for a quick look)
	$(CURDIR)/.venv/bin/python -m bench

test-long: setup ## back end at length: every test on both databases, all examples, shuffled plans (hours)
	cd backend && REGIE_TEST_LONG=1 $(PYTHON) ../scripts/postgres.py -- pytest -n auto --dist worksteal

drills: setup ## the long tests of durability, and of several servers and workers
	@scripts/debian.sh drills
	cd backend && REGIE_TEST_LONG=1 $(PYTHON) ../scripts/postgres.py -- pytest tests/drills tests/scale

soak: setup ## steady load for long: nothing fails, memory and open files stop growing (MINUTES=30)
	cd backend && REGIE_TEST_LONG=1 REGIE_SOAK_MINUTES=$(or $(MINUTES),30) $(PYTHON) ../scripts/postgres.py -- pytest -s tests/drills/test_soak.py

defects: setup ## plant known mistakes one by one and show which test catches each (ONLY="csrf sync")
	$(CURDIR)/.venv/bin/python scripts/planted_defects.py $(ONLY)

python-is-new-enough:
	@command -v $(PYTHON) >/dev/null || { echo "Régie needs Python 3.11 or newer, and $(PYTHON) is not installed; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Régie needs Python 3.11 or newer; name one with PYTHON=...")'
