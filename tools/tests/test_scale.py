import runpy
import subprocess
import sys
from collections import Counter
from types import SimpleNamespace

import pandas as pd
import project
import pytest
from hypothesis import given
from hypothesis import strategies as st
from project import ROOT

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import apply_edits, m2_tokens
from gec_study.config import all_experiments, load_study
from gec_study.experiments.catalogue import experiments
from tools.benchmarks import scale
from tools.benchmarks.scale import Cost, measure, synthetic_corrections


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1),
    st.integers(0, 20),
    st.integers(0, 2**32),
)
def test_synthetic_sentences_are_as_long_and_as_much_edited_as_real_ones(shapes, count, seed):
    sentences = list(synthetic_corrections(shapes, count, seed))
    assert len(sentences) == count
    assert sentences == list(synthetic_corrections(shapes, count, seed))
    possible = {(max(tokens, edits), edits) for tokens, edits in shapes}
    for sentence in sentences:
        tokens, edits = m2_tokens(sentence.source), sentence.coders[0]
        assert (len(tokens), len(edits)) in possible
        changed = apply_edits(tokens, edits)
        assert sum(map(str.__ne__, tokens, changed)) == len(edits)


def test_shapes_are_drawn_as_often_as_they_occur():
    shapes = [(5, 0)] * 3 + [(5, 2)]
    drawn = Counter(len(s.coders[0]) for s in synthetic_corrections(shapes, 4000, seed=0))
    assert drawn[0] / 4000 == pytest.approx(3 / 4, abs=0.03)


def test_a_command_is_measured():
    small = measure([sys.executable, "-c", ""])
    busy = "import time\nwhile time.process_time() < 0.3: pass\nb'x' * (400 * 2**20)"
    large = measure([sys.executable, "-c", busy])
    assert 400 < large.peak_mb < 800 + small.peak_mb
    assert large.cpu_seconds > 0.3
    with pytest.raises(subprocess.CalledProcessError):
        measure([sys.executable, "-c", "raise SystemExit(3)"])


# Those whose rules are made from their declarations, and which read nothing but a study's results.
MEASURED = (
    *("metric_scores", "warnings", "edit_counts", "consistency", "agreement"),
    *("meta_evaluation", "bias", "precision", "faithfulness", "missed_value"),
    *("score_decomposition", "interactions", "joined_players", "system_scores"),
    *("chance", "normalisation", "right_by_construction", "published_attributions"),
)


def rules_of(experiment):
    """The rules that are made from a declaration, for a study of no published metric."""
    yield experiment.rule
    yield from (figure.rule for figure in experiment.figures)
    yield from (
        table.rule
        for table in experiment.tables
        if not table.variants and "published" not in table.takes
    )


def run_here(command):
    """Run a script as `measure` does, but in this process, which has the libraries loaded."""
    _, run_alone, *arguments = command
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [run_alone, *arguments])
        runpy.run_path(run_alone, run_name="__main__")
    return Cost(seconds=1, cpu_seconds=1, peak_mb=1)


@pytest.mark.workflow
def test_every_stage_is_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(scale, "measure", run_here)
    write_m2(tmp_path / "x.m2", synthetic_corrections([(6, 2), (4, 0)], 9, seed=0))
    evaluation = all_experiments(load_study(ROOT / "config" / "config.yaml"))
    evaluation["consistency"]["max_edits"] = 4
    scoring = {"device": "auto", "dtype": "float32", "batch_tokens": 128, "max_length": 128}
    rule = SimpleNamespace(
        input=SimpleNamespace(edits=[tmp_path / "x.m2"]),
        output=[tmp_path / "scale.csv"],
        params=SimpleNamespace(
            sizes=[8, 32],
            coalitions={"max_edits": 4, "above_max_edits": "sample"},
            scoring=scoring,
            experiments=evaluation,
            seed=1,
        ),
        log=[tmp_path / "log"],
        resources={},
        scriptdir=str(ROOT / "scripts" / "benchmarks"),
    )
    runpy.run_path(str(project.script("benchmark_scale")), init_globals={"snakemake": rule})
    table = pd.read_csv(tmp_path / "scale.csv")
    jobs = table["stage"].tolist()
    assert jobs[: len(jobs) // 2] == jobs[len(jobs) // 2 :]
    assert {
        "extract_edits (reference.0)",
        "score_pairs",
        "attribute_edits (add)",
        "list_sentences",
    } < set(jobs)
    assert {name for name in jobs if name.startswith(("evaluate_", "plot_", "tabulate_"))} == {
        rule for name in MEASURED for rule in rules_of(experiments()[name])
    }
    assert set(table["sentence_pairs"]) == {8, 32}
    # `import_outputs`, say, writes a file; none writes nothing.
    assert (table.drop(columns="stage") > 0).all(axis=None)
