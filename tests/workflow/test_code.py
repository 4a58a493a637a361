"""A change of code makes its results anew, and nothing else."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import project
import pytest
from project import copy_project, write_edits
from written_study import changed

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
        write_edits(folder, SOURCES, [EDITS] * 2)
        self.config = changed(
            datasets__d__references=["d.txt"],
            systems__s__files={"d": "s.m2"},
            metrics={
                "overlap": {"type": "token_overlap"},
                "tokens": {"type": "tokens"},
            },
            methods__add={"type": "add"},
            evaluation__efficiency={},
        )

    def snakemake(self, *arguments: str, **keys: object) -> str:
        path = project.python_path(self.project)
        code = {"code": self.project, "PYTHONPATH": path}
        study = changed(self.config, **keys)
        return project.snakemake(self.folder, *arguments, study=study, **code)

    def jobs(self, **keys: object) -> dict[str, int]:
        """How many jobs of each rule the next run has, if some keys have other values."""
        return counted(self.snakemake("--dry-run", **keys))

    @contextmanager
    def edited(
        self,
        *names: str | Path,
        old: str = "\n\n\n",
        new: str = "\n\nCHANGED = True\n\n\n",
    ) -> Iterator[None]:
        """The project with an edit in some files, in which the first `old` becomes `new`."""
        before = {
            self.project / name: (self.project / name).read_text() for name in names
        }
        for file, text in before.items():
            assert old in text
            file.write_text(text.replace(old, new, 1))
        try:
            yield
        finally:
            for file, text in before.items():
                file.write_text(text)


def counted(printed: str) -> dict[str, int]:
    """How many jobs of each rule a dry run has, less those that only gather."""
    assert "Job stats:" in printed or "Nothing to be done" in printed
    table = printed.partition("Job stats:")[2].partition("total")[0]
    counts = dict(re.findall(r"^(\w+) +(\d+)$", table, re.MULTILINE))
    gathering = {"all", "default"}
    return {rule: int(count) for rule, count in counts.items() if rule not in gathering}


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Study:
    """A study that counts as finished: its files are there, empty, and recorded as made."""
    study = Study(tmp_path_factory.mktemp("finished"))
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
    (study.folder / "results/small/tables/warnings.csv").write_text(
        "dataset,metric,warning,sentences,of_sentences,coalitions,of_coalitions,where,signature\n"
    )
    study.snakemake("--touch", "--forceall")
    return study


def test_a_change_of_code_remakes_what_it_touches(finished):
    changed_code = ("bias/compute.py", "agreement/figure.py", "warnings/table.py")
    with finished.edited(
        *(finished.package / "experiments" / name for name in changed_code)
    ):
        jobs = finished.jobs()
    touched = ["evaluate_bias", "plot_bias", "tabulate_bias", "plot_agreement"]
    # The other figure is drawn by the module of the first.
    touched += ["plot_agreement_one_reference", "tabulate_warnings", "make_report"]
    touched += ["write_provenance"]
    assert jobs == dict.fromkeys(touched, 1)


def test_other_code_and_what_is_said_about_code_remake_nothing(finished):
    unused = (
        "metrics/some.py",
        "networks/encoder.py",
        "explain/explainer.py",
        "pages/html.py",
    )
    computed = finished.package / "experiments/agreement/compute.py"
    commented = finished.package / "storage/files.py", "scripts/experiments/evaluate.py"
    # Settings of how models are run do not count either.
    sizes = {"batch_tokens": 4096, "device": "cpu"}
    with (
        finished.edited(*(finished.package / name for name in unused)),
        finished.edited(computed, old='"""', new='"""So: '),
        finished.edited(*commented, new="\n\n# A comment.\n\n\n"),
    ):
        assert finished.jobs(correction=sizes, scoring=sizes) == {}


def test_a_change_of_a_metric_remakes_its_scores_and_what_is_made_of_them(finished):
    with finished.edited(finished.package / "metrics/tokens.py"):
        jobs = finished.jobs()
    assert jobs["score_pairs"] == 1
    assert {
        "attribute_edits",
        "evaluate_bias",
        "plot_bias",
        "make_report",
    } <= jobs.keys()
    earlier = ("download_", "prepare_", "correct_", "import_", "extract_", "plan_")
    assert not [rule for rule in jobs if rule.startswith(earlier)]


def test_an_input_that_is_exchanged_for_an_older_file_is_noticed(finished):
    file, kept = finished.folder / "s.m2", finished.folder / "kept"
    file.rename(kept)
    file.write_text(kept.read_text().replace(EDITS[0], "A 0 1|||R:OTHER|||w"))
    os.utime(file, (0, 0))
    try:
        assert finished.jobs()["import_outputs"] == 1
    finally:
        kept.replace(file)


def test_labels_remake_figures_tables_and_pages_alone(finished):
    kinds = ("datasets", "systems", "metrics", "methods")
    first_labels = [
        f"{kind}__{next(iter(finished.config[kind]))}__label" for kind in kinds
    ]
    labelled = finished.jobs(**dict.fromkeys(first_labels, "The first"))
    assert labelled
    assert all(
        rule.startswith(("plot_", "tabulate_", "make_", "write_")) for rule in labelled
    )


def test_every_rule_has_the_digest_of_its_code(finished):
    """Changed scripts of all rules make the outputs of every rule again."""
    with finished.edited(*finished.project.glob("scripts/*/*.py")):
        assert finished.jobs() == finished.all_jobs
