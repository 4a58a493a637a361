import functools

import numpy as np
import pytest
from attributed import edit

from gec_attribution.edits.matching import corpus_counts, f_score, plus
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.system_scores.by_metrics import metric_scores
from gec_attribution.experiments.system_scores.by_references import reference_scores
from gec_attribution.experiments.system_scores.compute import system_scores
from gec_attribution.experiments.system_scores.table import tabulate
from gec_attribution.metrics.gleu import gleu
from gec_attribution.statistics import bootstrap
from gec_attribution.storage.seeds import seed_from
from gec_attribution.tables.labels import UNCHANGED


def inserting(position, correction):
    return Edit(position, position, correction, "M:OTHER")


SOURCES = ["a b c d e", "f g h i j", "k l m n o"]
RIGHT = [(edit(1, "x"),), (inserting(0, "y"), edit(4, "z")), ()]
REFERENCES = [[edits] for edits in RIGHT]
SYSTEMS = {"perfect": RIGHT, "partly": [(edit(1, "x"), edit(3, "w")), (), ()]}


def rows():
    table = reference_scores(Evaluation("d", resamples=100), SOURCES, SYSTEMS, REFERENCES)
    return table.set_index("system")


def test_edits_are_counted_against_the_references():
    table = rows()
    assert list(table.index) == [UNCHANGED, "perfect", "partly"]
    counts = table[["edits", "tp", "fp", "fn"]]
    assert counts.to_numpy().tolist() == [[0, 0, 0, 3], [3, 3, 0, 0], [2, 1, 1, 2]]
    assert table["changed"].tolist() == pytest.approx([0, 2 / 3, 1 / 3])
    scores = table[["precision", "recall", "f"]]
    f = 1.25 * 1 / 2 * 1 / 3 / (1 / 4 * 1 / 2 + 1 / 3)
    assert scores.to_numpy().tolist() == [[1, 0, 0], [1, 1, 1], pytest.approx([1 / 2, 1 / 3, f])]


def test_texts_are_compared_with_the_references():
    table = rows()
    assert table["gleu"]["perfect"] == 1
    sources = [source.split() for source in SOURCES]
    references = [
        [apply_edits(source, choice) for choice in choices]
        for source, choices in zip(sources, REFERENCES, strict=True)
    ]
    hypotheses = list(map(apply_edits, sources, SYSTEMS["partly"]))
    assert table["gleu"][UNCHANGED] == pytest.approx(gleu(sources, sources, references))
    assert table["gleu"]["partly"] == pytest.approx(gleu(sources, hypotheses, references))


def test_intervals_are_those_of_resampled_sentences():
    generator = np.random.default_rng(0)
    lines = 60
    sources = [f"a b c d e f {'g ' * k}" for k in range(lines)]
    edits, correct = (
        [(edit(k, "xy"[k % 2]),) if k < 6 else () for k in generator.integers(0, 8, lines)]
        for _ in range(2)
    )
    references = [[edits] for edits in correct]
    evaluation = Evaluation("d", resamples=100, seed=5)
    table = reference_scores(evaluation, sources, {"s": edits}, references)
    row = table.iloc[1]
    f, overlaps = [], []
    for counts in bootstrap.resample_counts(lines, 100, seed_from(5, "bootstrap", "d")):
        drawn = np.repeat(np.arange(lines), counts.astype(int))
        by_line = corpus_counts([edits[k] for k in drawn], [references[k] for k in drawn])
        f.append(f_score(functools.reduce(plus, by_line)))
        tokens = [sources[k].split() for k in drawn]
        hypotheses = [apply_edits(text, edits[k]) for text, k in zip(tokens, drawn, strict=True)]
        wanted = [[apply_edits(text, correct[k])] for text, k in zip(tokens, drawn, strict=True)]
        overlaps.append(gleu(tokens, hypotheses, wanted))
    assert row[["f_low", "f_high"]].tolist() == pytest.approx(np.quantile(f, [0.025, 0.975]))
    assert row[["gleu_low", "gleu_high"]].tolist() == pytest.approx(
        np.quantile(overlaps, [0.025, 0.975])
    )
    assert row["f_low"] < row["f"] < row["f_high"]
    assert row["gleu_low"] < row["gleu"] < row["gleu_high"]


def by_metric(metric, **means):
    scores = np.array([[0.5] * 3, *([mean] * 3 for mean in means.values())])
    return metric_scores(Evaluation("d", metric).signed(), list(means), scores)


def test_a_table_of_systems_has_a_row_for_each_and_a_column_for_each_metric():
    metrics = [by_metric(name, perfect=0.75, partly=0.25) for name in ("m", "n")]
    against = rows().reset_index().assign(dataset="d")
    table = system_scores(metrics, against)
    assert len(table) == 2 * 3
    assert table["signature"].str.contains(";gleu_draws:500").all()
    shown = tabulate(table)
    assert shown["System"].tolist() == [UNCHANGED, "perfect", "partly"]
    assert shown["Changed, %"].tolist() == ["0.0", "66.7", "33.3"]
    assert shown["Precision"].tolist() == ["100.00", "100.00", "50.00"]
    assert shown["GLEU"].iloc[1].startswith("100.00 (3 sources)")
    assert shown["n"].str.split(" ").str[0].tolist() == ["0.5000", "0.7500", "0.2500"]


def test_a_star_marks_a_difference_to_the_first_system():
    random = np.random.default_rng(0)
    scores = random.normal([[0.5], [0.8], [0.9]], 0.01, size=(3, 100))
    shown = tabulate(metric_scores(Evaluation("d", "m").for_tests(), ["one", "two"], scores))
    assert [cell.endswith("*") for cell in shown["m"]] == [True, False, True]
    assert list(shown) == ["Dataset", "System", "m"]


def test_systems_can_be_scored_by_references_alone():
    table = system_scores([], rows().reset_index().assign(dataset="d"))
    shown = tabulate(table)
    assert shown["F0.5"].iloc[1].startswith("100.00")
    assert list(shown)[-1] == "GLEU"
