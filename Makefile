# Everything a person types in this repository; `make` alone lists it.
SHELL := /bin/bash
PYTHON ?= python3
PORT ?= 8000
export PATH := $(CURDIR)/.tools/bin:$(CURDIR)/.venv/bin:$(PATH)
REPORTS := .tools/reports
FRONT := npm --prefix frontend run --silent

.DEFAULT_GOAL := help
.PHONY: help run setup fresh-reports check lint types contracts test test-back-end test-front-end test-browser \
	fix gen bench drills python-is-new-enough

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

run: python-is-new-enough ## start Régie with demo data, installing what is missing (PORT=8000 REGIE_DATA=./var)
	@exec $(PYTHON) scripts/run.py --port $(PORT)

setup: python-is-new-enough ## install what running, testing and checking need
	@scripts/debian.sh test
	@$(PYTHON) scripts/bootstrap.py everything

check: lint types contracts test ## all that must hold before a change is taken

lint: setup ## style and likely mistakes
	ruff check -q backend scripts bench
	ruff format -q --check backend scripts bench
	$(FRONT) lint
	npm --prefix e2e run --silent lint

types: setup ## Python and TypeScript types
	pyright -p backend
	$(FRONT) typecheck
	npm --prefix e2e run --silent typecheck

contracts: setup ## the walls between rooms, dead code, the generated client
	cd backend && PYTHONPATH=../scripts lint-imports --no-cache
	python scripts/dead.py backend/regie backend/tests scripts bench
	$(FRONT) walls
	$(FRONT) dead
	scripts/generated.sh --check

test: setup fresh-reports test-back-end test-front-end test-browser ## back end on both databases, front end, browser

test-back-end: setup ## back end on SQLite and PostgreSQL
	cd backend && $(PYTHON) ../scripts/postgres.py -- pytest -n auto $(if $(CI),--reruns 1 -rR) --durations=12 --junitxml=../$(REPORTS)/back-end.xml

test-front-end: setup ## front end, without a browser
	$(FRONT) test -- --reporter=default --reporter=junit --outputFile.junit=../$(REPORTS)/front-end.xml
	$(FRONT) budgets

test-browser: setup ## the whole product in Chromium
	npm --prefix e2e run --silent test -- --reporter=default --reporter=junit --outputFile.junit=../$(REPORTS)/browser.xml

fresh-reports:
	@rm -rf $(REPORTS) && mkdir -p $(REPORTS)

fix: setup ## repair what the formatters and linters can
	ruff check -q --fix backend scripts bench || true
	ruff format -q backend scripts bench
	$(FRONT) fix
	npm --prefix e2e run --silent fix

gen: setup ## write the OpenAPI document and the front end's types from the back end
	scripts/generated.sh

bench: setup ## speed as ratios to a floor server, on both databases (BENCH_SCALE=demo for a quick look)
	$(CURDIR)/.venv/bin/python -m bench

drills: setup ## the long tests of durability
	cd backend && $(PYTHON) ../scripts/postgres.py -- pytest tests/drills

python-is-new-enough:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Régie needs Python 3.11 or newer; name one with PYTHON=...")'
