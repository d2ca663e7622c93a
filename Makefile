# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# A command that is run a thousand times should not be compiled as often.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test quick test-data goldens goldens-write bench check lock clean

$(VENV)/ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 …")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

demo: $(VENV)/ready  ## Read the bundled law and case files, look them up, show them
	$(BIN)/python scripts/demo.py

test: $(VENV)/ready  ## Every test that needs no outside data
	sh scripts/system-components.sh
	$(MAKE) --no-print-directory -j 2 check quick

# Three on two cores: a quarter of the time they wait for servers and processes.
quick: $(VENV)/ready
	$(BIN)/python -m pytest -m "not data and not slow" -n 3 --dist loadfile --no-loadscope-reorder

test-data: $(VENV)/ready  ## The same promises over real law (see tests/data.py)
	$(BIN)/python -m pytest -m "data or slow" --durations=15

goldens: $(VENV)/ready  ## Which replies are no longer those that were reviewed
	$(BIN)/python scripts/golden_replies.py

goldens-write: $(VENV)/ready  ## Accept the replies as they are now
	$(BIN)/python scripts/golden_replies.py --write

bench: $(VENV)/ready  ## Every performance claim, measured
	$(BIN)/python benchmarks/ingest.py
	$(BIN)/python benchmarks/lookup.py
	$(BIN)/python benchmarks/casefiles.py
	$(BIN)/python benchmarks/losses.py
	$(BIN)/python benchmarks/citations.py
	$(BIN)/python benchmarks/vectors.py
	$(BIN)/python benchmarks/encoders.py
	$(BIN)/python benchmarks/heads.py --pool 40
	$(BIN)/python benchmarks/expansions.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/quality.py
	$(BIN)/python benchmarks/encoded_shares.py
	$(BIN)/python benchmarks/pipeline.py
	$(BIN)/python benchmarks/confidence.py
	$(BIN)/python benchmarks/scope.py
	$(BIN)/python benchmarks/scope_lines.py benchmarks/marks/scope-lines.jsonl
	$(BIN)/python benchmarks/references.py benchmarks/marks/references.jsonl
	$(BIN)/python benchmarks/force.py
	$(BIN)/python benchmarks/status.py
	$(BIN)/python benchmarks/validate.py
	$(BIN)/python benchmarks/answers.py
	$(BIN)/python benchmarks/answered.py
	$(BIN)/python benchmarks/external.py
	$(BIN)/python benchmarks/invariance.py
	$(BIN)/python benchmarks/gates.py
	$(BIN)/python benchmarks/ablation.py
	$(BIN)/python benchmarks/refusals.py
	$(BIN)/python benchmarks/packs.py
	$(BIN)/python benchmarks/serve.py
# A million takes the better part of an hour: by hand, with --sizes 50000,200000,1000000.
	$(BIN)/python benchmarks/scale.py --sizes 50000,200000
	$(BIN)/python benchmarks/team.py
	$(BIN)/python benchmarks/replicas.py
	$(BIN)/python benchmarks/capacity.py

check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright --pythonpath $(BIN)/python
	PYTHONPATH=src $(BIN)/lint-imports

lock: $(VENV)/ready  ## Renew requirements.lock: names, versions and hashes, no address
	$(BIN)/python scripts/lock.py

clean:
	rm -rf $(VENV) out .pytest_cache .ruff_cache .hypothesis
