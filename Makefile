# Every verb does its own set-up; hooks and CI call these, so nothing is configured twice.
.DEFAULT_GOAL := help
.PHONY: help setup review test check fix docs bench bench-panel check-quality mine alarm locate fuzz lives bodies redteam agents contract kill-matrix guards lock

PYTHON ?= python3
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)
SOURCES := pyproject.toml requirements/run.txt requirements/dev.txt

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# Two stamps: reviewing needs only the run-time lock, everything else the tools too.
.venv/run.stamp: $(SOURCES)
	@echo "setting up .venv (once)"
	@./scripts/environment $(PYTHON) requirements/run.txt
	@touch $@

.venv/dev.stamp: $(SOURCES)
	@echo "setting up .venv with the development tools (once)"
	@./scripts/environment $(PYTHON) requirements/dev.txt
	@touch $@ .venv/run.stamp

setup: .venv/dev.stamp ## everything needed to work on Postil, in .venv
	@./scripts/browser

review: .venv/run.stamp ## review this checkout's last change
	@$(BIN)/postil review $(ARGS) || [ $$? -eq 1 ]

test: setup ## all checks and tests, as CI runs them
	@$(MAKE) --no-print-directory check
	@$(BIN)/python -m pytest -n 2 --dist worksteal -q --cov --cov-report= $(ARGS)
	@$(BIN)/python scripts/covered.py

check: .venv/dev.stamp ## lint, types, import contracts, freshness of generated text
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports
	@$(BIN)/zizmor --offline --quiet --no-progress .github

fix: .venv/dev.stamp ## format and repair what a tool can repair
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --fix --quiet .

docs: .venv/dev.stamp ## regenerate everything that is made from the code
	@$(BIN)/python scripts/generate.py

bench: .venv/dev.stamp ## time and memory, as ratios to `git diff` alone
	@$(BIN)/python bench/speed.py $(ARGS)

bench-panel: .venv/dev.stamp ## time and tokens of a panel against scripted models
	@$(BIN)/python bench/panel.py $(ARGS)

.PHONY: gh
contract: .venv/dev.stamp ## cut what we use of GitHub's published description anew, from npm
	@$(BIN)/python scripts/github_contract.py $(ARGS)

gh: .venv/dev.stamp ## Debian's gh, from apt, against the GitHub stand-in
	@./scripts/gh
	@$(BIN)/python -m pytest -q tests/testing/github/test_gh.py $(ARGS)

check-quality: .venv/dev.stamp ## precision and recall of each check on its page
	@$(BIN)/python scripts/quality.py

mine: .venv/dev.stamp ## what later commits mended, named in time? ARGS="REPOSITORY…"
	@$(BIN)/python bench/mine.py --show $(ARGS)

alarm: .venv/dev.stamp ## findings on ordinary commits, a sample to read, and what was mended; ARGS="REPOSITORY…"
	@$(BIN)/python bench/alarm.py --out $(or $(OUT),/dev/null) $(ARGS)

locate: .venv/dev.stamp ## how surely lines are followed through the histories in REPOSITORIES
	@$(BIN)/python bench/locate.py $(REPOSITORIES) $(ARGS)

fuzz: .venv/dev.stamp ## twenty thousand answers no model should give
	@POSTIL_FUZZ_ANSWERS=20000 $(BIN)/python -m pytest -q tests/fuzz $(ARGS)

lives: .venv/dev.stamp ## twenty thousand pushes, replies, fixes and failures over one memory
	@POSTIL_LIFE_STEPS=20000 $(BIN)/python -m pytest -q -s tests/track/test_many_lives.py $(ARGS)

redteam: .venv/dev.stamp ## every injection in every carrier before a model that obeys
	@POSTIL_REDTEAM=all $(BIN)/python -m pytest -q tests/redteam $(ARGS)

bodies: .venv/dev.stamp ## twenty thousand bodies to post, shown by another renderer: nothing is live
	@POSTIL_BODIES=20000 $(BIN)/python -m pytest -q tests/publish/test_bodies.py $(ARGS)

agents: .venv/dev.stamp ## the real agent programs, from npm, against the scripted models
	@./scripts/agents
	@$(BIN)/python -m pytest -q -m agents tests/testing/agents $(ARGS)

kill-matrix: .venv/dev.stamp ## killed at every request of publishing, also two at once, and every write left in doubt
	@KILLS=4 KILL_SEEDS=20 AMBIGUOUS_SEEDS=50 $(BIN)/python -m pytest -q -n 2 --dist worksteal \
		tests/journeys/test_kill_matrix.py tests/publish/test_carrying_out.py tests/publish/test_two_runners.py \
		tests/publish/test_ambiguous_writes.py tests/forges/github/test_ambiguous_writes.py $(ARGS)

guards: .venv/dev.stamp ## each guard taken away in a copy: its test must fail; ARGS="GH-01…"
	@$(BIN)/python scripts/unguarded.py $(ARGS)

lock: ## lock the dependencies again, with hashes and without any address
	@./scripts/lock
