# Everything here needs only make and Python 3.11 or newer. Each command makes its own .venv, once per pyproject.toml.
#
#   make demo    the virtual table plays a match of Block, live in the terminal
#   make test    all tests, with the time each part took (budget: 15 minutes on 2 cores)
#                PARTS="core sim" runs only those
#   make lint    ruff and pyright (the firmware against micropython-rp2-stubs)
#   make soak    the same tests with many more seeded cases
#   make bench   the figures of benchmarks/
#   make files   write the device's file lists again after adding a module
#   make clean   remove everything that was made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HASH := $(shell cksum < pyproject.toml | cut -d' ' -f1)
SIM := $(VENV)/ready-sim-$(HASH)
DEV := $(VENV)/ready-dev-$(HASH)
STUBS := .stubs/ready-$(HASH)

.PHONY: demo test soak lint bench files clean

demo: $(SIM)
	$(BIN)/dominotable demo

test: $(DEV)
	$(BIN)/python tools/run_tests.py $(PARTS)

soak: $(DEV)
	SOAK=1 $(BIN)/python tools/run_tests.py $(PARTS)

lint: $(DEV) $(STUBS)
	$(BIN)/python tools/lint.py

bench: $(DEV)
	$(BIN)/python benchmarks/core.py
	$(BIN)/python benchmarks/micropython.py
	$(BIN)/python benchmarks/memory.py

files: $(DEV)
	$(BIN)/python tools/filelist.py --write

clean:
	rm -rf $(VENV) .stubs build dist .pytest_cache .ruff_cache .hypothesis demo-*.dgr demo-*.dtj
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/ready-%-$(HASH):
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed: make PYTHON=...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing what is needed for this into $(VENV) (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@rm -f $(VENV)/ready-$*-*
	@touch $@

$(STUBS): $(DEV)
	@rm -rf .stubs
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --target .stubs 'micropython-rp2-stubs>=1.29,<1.30'
	@touch $@
