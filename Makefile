# make figures   everything the default study makes, in results/learner
# make test      the tests
# Both first make the virtual environment .venv with the pinned requirements.

SHELL := bash
PYTHON ?= python3
BIN := .venv/bin
SLURM ?= ../shared/tools/slurm-single-node.sh

.PHONY: figures metric-digests test test-faults test-hub test-slurm test-soak coverage-experiments lint benchmark benchmark-scale gpu-report models sums probes docs site tutorial lock clean

figures: .venv/installed
	$(BIN)/snakemake --cores all

# Side by side, each file's tests in one process, which build what they share once.
test: .venv/installed
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile

# Which lines of the experiments the tests of the experiments run, those of subprocesses not counted.
coverage-experiments: .venv/installed
	$(BIN)/coverage run --source=src/gec_attribution/experiments -m pytest -q tests/experiments
	$(BIN)/coverage report --skip-covered --fail-under=95

# The tests of docs/reliability.md, twenty kills among them.
test-faults: .venv/installed
	$(BIN)/pytest tests/faults/test_faults.py -m ""

# The studies and trainings that start from models of the Hugging Face hub, with small ones of a hub on this machine:
# config/README.md, "Models of the Hugging Face hub".
test-hub: .venv/installed
	$(BIN)/pytest -m hub tests/hub

# After a change of code that computes scores and moves none of them: compares with the authors' numbers, then
# records the code anew (docs/reliability.md).
metric-digests: .venv/installed
	$(BIN)/pytest tests/oracle
	$(BIN)/python tests/metric_digests.py

# A study on a Slurm scheduler of one node, which $(SLURM) starts where it can, as root; $(SLURM) stop ends it.
# Where no scheduler runs, the tests are skipped.
test-slurm: .venv/installed
	-test ! -e $(SLURM) || bash $(SLURM) start
	$(BIN)/pytest -m slurm tests/workflow/test_slurm.py

# One file scored 200 times while other processes compute: docs/reliability.md.
test-soak: .venv/installed
	$(BIN)/pytest -m soak tests/scores/test_soak.py tests/playground/test_soak.py

lint: .venv/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy
	$(BIN)/snakemake --lint

benchmark: .venv/installed
	$(BIN)/snakemake --cores 1 benchmark

# Time and memory of all stages at 10,000 and 100,000 sentence pairs: docs/scaling.md. For a million, which takes about
# half an hour of one core, the target is benchmark_million.
benchmark-scale: .venv/installed
	$(BIN)/snakemake --cores 1 --configfile config/paper-offline.yaml -- benchmark_scale

# On a machine with a GPU: the tests that need one, and the speed of the paper's scoring on it (docs/gpu.md).
# GEC_MIRROR names a mirror of the data where the network is closed.
gpu-report: .venv/installed
	$(BIN)/pytest -m gpu
	$(BIN)/snakemake --cores all --configfile config/paper-offline.yaml --config scoring='{device: cuda}' -- document_gpu

# Ships what `snakemake --configfile config/training.yaml -- train train_systems train_chinese train_explanations` made; the model cards stay.
models:
	cp -r results/training/models/{gpt2-embedded,gpt2-zh,spacy-en,encoder,gector,edit-classifier,channel-zh,explainer-zh} models/
	rm -f models/*/.snakemake_timestamp
	$(MAKE) sums

# Lists what the model folders hold, so that a damaged or exchanged file is noticed.
sums:
	for folder in models/*/; do (cd $$folder && \
		find * -type f ! -name README.md ! -name SHA256SUMS | LC_ALL=C sort | xargs sha256sum \
		> SHA256SUMS); done

# The probes that a study reads, from the sentences and templates that were written.
probes: .venv/installed
	$(BIN)/python -m gec_attribution.corpora.probes data/probes

# The made parts of the documentation: the keys of a study, the rooms of the library, the graph of the rules; then the site.
docs: .venv/installed
	$(BIN)/python -m gec_attribution.study.parameter_table config/README.md
	$(BIN)/python -m gec_attribution.pages.record_page docs/record.md
	$(BIN)/python -m gec_attribution.pages.notice NOTICE
	$(BIN)/snakemake --cores 1 --quiet all --rulegraph mermaid-js | \
		$(BIN)/python -m gec_attribution.pages.architecture docs/architecture.md
	$(MAKE) site

# The documentation as a site, in build/site; it opens from the disk. A link to nothing is an error.
site: .venv/installed
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

# Runs the tutorial's notebook and stores its outputs, which the site shows.
tutorial: .venv/installed
	PYTHONWARNINGS=ignore:IProgress $(BIN)/jupyter execute --inplace docs/tutorial.ipynb

.venv/installed: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

# Pins every requirement of pyproject.toml and its dependencies. A build tag such as +cpu is removed,
# so that the lock names the same release wherever pip finds it.
lock: .venv/installed
	CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --all-extras --strip-extras \
		--no-emit-index-url --no-emit-find-links --output-file requirements.lock pyproject.toml
	sed -i 's/+cpu$$//' requirements.lock

clean:
	rm -rf .venv results .snakemake
