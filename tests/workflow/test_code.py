"""A change of code makes its results anew, and nothing else."""

import copy
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import project
import pytest
from project import copy_project

pytestmark = pytest.mark.workflow

METRIC = '''"""How many tokens there are."""

import numpy as np

from gec_attribution.metrics.base import Metric


class Tokens(Metric):
    version = 1

    def score(self, sources, hypotheses):
        return np.array([1.0 * len(text.split()) for text in hypotheses])
'''
SOURCES = ["a b c d e", "f g h i j"]
EDITS = ["A 0 1|||R:OTHER|||x", "A 2 3|||R:OTHER|||y", "A 4 5|||R:OTHER|||z"]


class Study:
    """A study of two sentences and two metrics, with a copy of the project that makes it."""

    def __init__(self, folder: Path) -> None:
        self.project = copy_project(folder / "project")
        self.package = self.project / "src/gec_attribution"
        self.folder = folder
        (self.package / "metrics/tokens.py").write_text(METRIC)
        (folder / "sources.txt").write_text("".join(f"{source}\n" for source in SOURCES))
        m2 = [
            "\n".join([f"S {source}", *(f"{edit}|||REQUIRED|||-NONE-|||0" for edit in EDITS), "\n"])
            for source in SOURCES
        ]
        (folder / "one.m2").write_text("".join(m2))
        self.config = {
            "study": "tiny",
            "datasets": {"essays": {"sources": "sources.txt", "references": ["sources.txt"]}},
            "systems": {"one": {"type": "outputs", "files": {"essays": "one.m2"}}},
            "metrics": {
                "overlap": {"type": "token_overlap"},
                "tokens": {"type": "tokens"},
            },
            "methods": {"shapley": {"type": "shapley"}, "add": {"type": "add"}},
            "scoring": {"shards": 1},
            "evaluation": {"efficiency": {}},
        }

    def snakemake(self, *arguments: str) -> str:
        path = project.python_path(self.project)
        code = {"code": self.project, "PYTHONPATH": path}
        return project.snakemake(self.folder, *arguments, study=self.config, **code)

    def jobs(self) -> dict[str, int]:
        """How many jobs of each rule the next run has."""
        return counted(self.snakemake("--dry-run"))

    @contextmanager
    def edited(self, name: str, old: str, new: str) -> Iterator[None]:
        """The project with an edit in one file, of which the first `old` becomes `new`."""
        file = self.project / name
        before = file.read_text()
        assert old in before
        file.write_text(before.replace(old, new, 1))
        try:
            yield
        finally:
            file.write_text(before)


def counted(printed: str) -> dict[str, int]:
    """How many jobs of each rule a dry run has, less the one that only gathers."""
    assert "Job stats:" in printed or "Nothing to be done" in printed
    table = printed.partition("Job stats:")[2].partition("total")[0]
    counts = dict(re.findall(r"^(\w+) +(\d+)$", table, re.MULTILINE))
    counts.pop("all", None)
    return {rule: int(count) for rule, count in counts.items()}


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Study:
    """A study that counts as finished: its files are there, empty, and recorded as made."""
    return made(Study(tmp_path_factory.mktemp("finished")))


def made(study: Study) -> Study:
    said = study.snakemake("--dry-run")
    study.all_jobs = counted(said)
    for outputs in re.findall(r"^ +output: (.*)$", said, re.MULTILINE):
        for output in outputs.split(", "):
            file = study.folder / output
            if file.suffix:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.touch()
            else:
                file.mkdir(parents=True)
    # The one table that is read at the end of a run.
    (study.folder / "results/tiny/tables/warnings.csv").write_text(
        "dataset,metric,warning,sentences,of_sentences,coalitions,of_coalitions,where,signature\n"
    )
    study.snakemake("--touch", "--forceall")
    return study


CODE = "\n\nCHANGED = True\n"


def test_a_change_of_code_remakes_what_it_touches(finished):
    changed_code = ("bias/compute.py", "agreement/figure.py", "warnings/table.py")
    with ExitStack() as edits:
        for name in changed_code:
            file = f"src/gec_attribution/experiments/{name}"
            edits.enter_context(finished.edited(file, "\n\n\n", f"{CODE}\n\n"))
        jobs = finished.jobs()
    touched = ["evaluate_bias", "plot_bias", "plot_agreement", "tabulate_warnings", "make_report"]
    # The claims of the paper are about bias, too.
    touched += ["tabulate_paper_claims"]
    assert jobs == dict.fromkeys(touched, 1)


def test_other_code_and_what_is_said_about_code_remake_nothing(finished):
    unused = ("metrics/some.py", "networks/encoder.py", "explain/explainer.py", "pages/html.py")
    with ExitStack() as edits:
        for name in unused:
            file = f"src/gec_attribution/{name}"
            edits.enter_context(finished.edited(file, "\n\n\n", f"{CODE}\n\n"))
        for name, old, new in (
            ("src/gec_attribution/experiments/agreement/compute.py", '"""', '"""So: '),
            ("src/gec_attribution/storage/files.py", "\n\n\n", "\n\n# A comment.\n\n\n"),
            ("scripts/experiments/evaluate.py", "\n\n\n", "\n\n# A comment.\n\n\n"),
        ):
            edits.enter_context(finished.edited(name, old, new))
        # Settings of how models are run do not count either.
        sizes = {"batch_tokens": 4096, "device": "cpu"}
        edits.enter_context(changed(finished, correction=sizes, scoring=sizes))
        assert finished.jobs() == {}


def test_a_change_of_a_metric_remakes_its_scores_and_what_is_made_of_them(finished):
    with finished.edited("src/gec_attribution/metrics/tokens.py", "\n\n\n", f"{CODE}\n\n"):
        jobs = finished.jobs()
    assert jobs["score_pairs"] == 1
    assert {"attribute_edits", "evaluate_bias", "plot_bias", "make_report"} <= jobs.keys()
    earlier = ("download_", "prepare_", "correct_", "import_", "extract_", "plan_")
    assert not [rule for rule in jobs if rule.startswith(earlier)]


@contextmanager
def changed(study: Study, **changes: dict) -> Iterator[None]:
    """The study with other values of some keys of its configuration."""
    before = study.config
    study.config = copy.deepcopy(before)
    for key, value in changes.items():
        entry = study.config
        *above, last = key.split("__")
        for name in above:
            entry = entry.setdefault(name, {})
        entry[last] = value
    try:
        yield
    finally:
        study.config = before


def test_an_input_that_is_exchanged_for_an_older_file_is_noticed(finished):
    file, kept = finished.folder / "one.m2", finished.folder / "kept"
    file.rename(kept)
    file.write_text(kept.read_text().replace(EDITS[0], "A 0 1|||R:OTHER|||w"))
    os.utime(file, (0, 0))
    try:
        assert finished.jobs()["import_outputs"] == 1
    finally:
        kept.replace(file)


def test_a_figure_that_was_deleted_is_drawn_again(finished):
    figure = finished.folder / "results/tiny/figures/bias.pdf"
    figure.unlink()
    try:
        assert finished.jobs() == {"plot_bias": 1, "make_report": 1}
    finally:
        figure.touch()


def test_labels_remake_figures_tables_and_pages_alone(finished):
    kinds = ("datasets", "systems", "metrics", "methods")
    first_labels = [f"{kind}__{next(iter(finished.config[kind]))}__label" for kind in kinds]
    with changed(finished, **dict.fromkeys(first_labels, "The first")):
        labelled = finished.jobs()
    assert labelled
    assert all(rule.startswith(("plot_", "tabulate_", "make_")) for rule in labelled)


def test_another_length_remakes_the_scores_of_every_metric(finished):
    with changed(finished, scoring__max_length=64):
        assert finished.jobs()["score_pairs"] == len(finished.config["metrics"])


def test_every_rule_has_the_digest_of_its_code(finished):
    """Changed scripts of all rules make the outputs of every rule again."""
    scripts = sorted(finished.project.glob("scripts/*/*.py"))
    before = {file: file.read_text() for file in scripts}
    for file in scripts:
        file.write_text(before[file] + CODE)
    try:
        assert finished.jobs() == finished.all_jobs
    finally:
        for file, text in before.items():
            file.write_text(text)
