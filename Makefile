# Every command that people run. `make` alone lists them.

CARGO ?= cargo
RECKONERS := $(CARGO) run --release --bin reckoners --
# Builds with libtorch only when the settings ask for it.
TRAINER := CARGO="$(CARGO)" scripts/train.sh

# Arguments of `make eval`, `make frontier`, `make train`, `make fuzz`, `make attack` and `make serve`; override them on the command line.
EVAL ?= --agents random,greedy,scripted,net --readme README.md
FRONTIER ?= --agents scripted,net --games 200 --readme README.md
TRAIN ?= --config configs/train/standard.toml --run runs/standard
FUZZ ?= --steps 10000000
ATTACK ?=
SERVE ?=

# An empty LIBTORCH means the same as none, to cargo as well.
ifeq ($(strip $(LIBTORCH)),)
unexport LIBTORCH
endif

.DEFAULT_GOAL := help
.PHONY: help test demo bench eval frontier train fuzz attack libtorch clean distclean cargo compiler
.PHONY: python test-python test-python-full wheel serve web-test load-test

# Where scripts/python.sh puts the wheel and the virtual environments.
PYTHONS := target/python
PYTEST := bin/python -m pytest -c python/pyproject.toml -p no:cacheprovider

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile

test: libtorch ## Set up libtorch, check format and lints, run every test, build the docs
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy -p reckoners-train --no-default-features --all-targets -- -D warnings
	$(CARGO) test --workspace
	if command -v python3 >/dev/null; then python3 -B -m unittest discover scripts; fi
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items
	$(MAKE) test-python
	RECKONERS="$(CURDIR)/target/debug/reckoners" scripts/web-test.sh

serve: cargo ## Start the page for phones and laptops around the board (SERVE="...")
	$(RECKONERS) serve $(SERVE)

web-test: cargo ## Try the page in a browser: narrow, wide, by keyboard, for screen readers
	CARGO="$(CARGO)" scripts/web-test.sh

load-test: cargo ## A minute of load on the server of the page
	RECKONERS_LOAD_SECONDS=60 $(CARGO) test -p reckoners-eval --test serve fifty -- --nocapture

python: wheel ## Build the Python package and a virtual environment with it (target/python/env)
	scripts/python.sh venv env gymnasium,pettingzoo,pandas
	@echo "$(PYTHONS)/env/bin/python has reckoners, Gymnasium, PettingZoo and pandas; docs/python.md is the manual"

test-python: wheel ## Test the Python package with Gymnasium and PettingZoo
	scripts/python.sh venv light test,lint
	$(PYTHONS)/light/bin/ruff format --check --no-cache python
	$(PYTHONS)/light/bin/ruff check --no-cache python
	$(PYTHONS)/light/bin/mypy --config-file python/pyproject.toml --cache-dir $(PYTHONS)/mypy python/reckoners
	$(PYTHONS)/light/$(PYTEST) python/tests

test-python-full: wheel ## Test it with Stable-Baselines3, PyTorch and Ray too (fetches 3 GB, 6 GB on disk)
	scripts/python.sh venv full test,sb3,torch,ray,pandas
	$(PYTHONS)/full/$(PYTEST) -o filterwarnings=default -o addopts=--durations=5 python/tests_full

wheel: cargo
	scripts/python.sh wheel

demo: cargo ## Train for minutes, compare with the baselines, give one hint
	@echo "about ten minutes on two cores the first time: five to build, three to train, two to compare"
	$(TRAINER) --config configs/train/quick.toml --run runs/demo --fresh
	$(RECKONERS) eval --agents random,greedy,scripted,net:runs/demo/best.safetensors \
		--players 2,4 --difficulty beginner,standard --games 500
	$(RECKONERS) hint configs/tables/middle-4.json

bench: cargo ## Measure the speed of the engine and the environment
	$(RECKONERS) bench

eval: cargo ## Measure the agents and renew the table in the README (EVAL="...")
	$(RECKONERS) eval $(EVAL)

frontier: cargo ## Measure the strongest players and renew their table in the README (FRONTIER="...")
	$(RECKONERS) eval --suite frontier $(FRONTIER)

train: cargo ## Train a policy; a run that was stopped goes on (TRAIN="...")
	$(TRAINER) $(TRAIN)

fuzz: cargo ## Play random games with every check on (FUZZ="...")
	$(CARGO) run --profile checked --bin reckoners -- fuzz $(FUZZ)

attack: cargo ## Attack the programs with thousands of wrong inputs (ATTACK="...")
	$(CARGO) build --release --bin reckoners
	$(CARGO) build --release -p reckoners-train --no-default-features
	python3 scripts/attack.py $(ATTACK)

libtorch: cargo compiler ## Fetch libtorch for run.backend = "torch", once; a LIBTORCH that is set wins
	@if command -v python3 >/dev/null; then \
		python3 scripts/libtorch.py; \
	elif [ -z "$$LIBTORCH" ]; then \
		echo "python3 is missing: install it with pip, or set LIBTORCH to a libtorch 2.13.0" >&2; \
		exit 1; \
	fi

clean: cargo ## Remove what was built; libtorch and runs/ stay
	$(CARGO) clean

distclean: clean ## Remove libtorch and its downloads too; runs/ stays
	rm -rf .libtorch .libtorch-cache .libtorch.partial

cargo:
	@command -v $(CARGO) >/dev/null || { \
		echo "cargo is missing: install a Rust toolchain, 1.89 or newer, from rustup.rs" >&2; exit 1; }

compiler:
	@command -v $${CXX:-c++} >/dev/null || { \
		echo "$${CXX:-c++} is missing: install a C++17 compiler (package g++), or set CXX" >&2; exit 1; }
