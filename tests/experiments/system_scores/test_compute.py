import json

import numpy as np
import pytest
import scipy.stats
from attributed import edit
from project import ROOT

from gec_attribution import cli
from gec_attribution.edits.model import Edit
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.system_scores.compute import (
    chinese_reference_scores,
    metric_scores,
    reference_scores,
)
from gec_attribution.experiments.system_scores.table import tabulate
from gec_attribution.languages.chinese_alignment import ChineseAligner
from gec_attribution.languages.chinese_lexicons import Lexicons
from gec_attribution.languages.zh import CHINESE
from gec_attribution.statistics import bootstrap
from gec_attribution.storage.text import read_lines
from gec_attribution.tables.labels import UNCHANGED

NAN = float("nan")


def inserting(position, correction):
    return Edit(position, position, correction, "M:OTHER")


SOURCES = ["a b c d e", "f g h i j", "k l m n o"]
RIGHT = [(edit(1, "x"),), (inserting(0, "y"), edit(4, "z")), ()]
REFERENCES = [[edits] for edits in RIGHT]
SYSTEMS = {"perfect": RIGHT, "partly": [(edit(1, "x"), edit(3, "w")), (), ()]}


def rows():
    table = reference_scores(
        Evaluation("d", resamples=100), SOURCES, SYSTEMS, REFERENCES
    )
    return table.set_index("system")


def test_edits_are_counted_against_the_references():
    table = rows()
    assert list(table.index) == [UNCHANGED, "perfect", "partly"]
    counts = table[["edits", "tp", "fp", "fn"]]
    assert counts.to_numpy().tolist() == [[0, 0, 0, 3], [3, 3, 0, 0], [2, 1, 1, 2]]
    assert table["changed"].tolist() == pytest.approx([0, 2 / 3, 1 / 3])
    scores = table[["precision", "recall", "f"]]
    f = 1.25 * 1 / 2 * 1 / 3 / (1 / 4 * 1 / 2 + 1 / 3)
    assert scores.to_numpy().tolist() == [
        [1, 0, 0],
        [1, 1, 1],
        pytest.approx([1 / 2, 1 / 3, f]),
    ]


def test_chinese_corrections_have_the_scores_of_the_command_evaluate(capsys):
    """From edits as a study has them: EXCGEC's, near ones joined."""
    folder = ROOT / "data/learner-zh"
    files = {
        name: folder / f"{name}.txt" for name in ("sources", "strong", "reference.0")
    }
    call = [
        "evaluate",
        "--language",
        "zh",
        "--json",
        "--sources",
        str(files["sources"]),
    ]
    call += [
        "--hypotheses",
        str(files["strong"]),
        "--references",
        str(files["reference.0"]),
    ]
    assert cli.main(call) == 0
    evaluated = json.loads(capsys.readouterr().out)
    sources, strong, right = map(read_lines, files.values())
    extractor = CHINESE.extractor()
    (corrected, expected) = (
        list(extractor.extract(list(zip(sources, texts, strict=True))))
        for texts in (strong, right)
    )
    table = chinese_reference_scores(
        Evaluation("d", resamples=10),
        sources,
        {"strong": corrected},
        [[edits] for edits in expected],
        language=CHINESE,
        aligner=ChineseAligner(Lexicons()),
    ).set_index("system")
    own = table.loc["strong"]
    cherrant = evaluated["cherrant"]["all"]
    assert own[["tp", "fp", "fn"]].tolist() == [
        cherrant[name] for name in ("tp", "fp", "fn")
    ]
    assert own["f"] == cherrant["f0_5"]
    assert own["cleme"] == evaluated["cleme"]["dependent"]["corpus"]["weighted"]["f0_5"]
    shown = tabulate(
        table.reset_index().assign(metric="", lines=len(sources), dataset="d")
    )
    assert shown["By"].tolist() == ["ChERRANT"] * 2
    assert "GLEU" not in shown


def evaluate(scores):
    evaluation = Evaluation("d", "m").with_test_resamples()
    return metric_scores(
        evaluation, ["one", "two", "three"], np.array(scores)
    ).set_index("system")


def test_means_and_differences_by_hand():
    table = evaluate([[1.0, 2, 6], [2.0, 2, 8], [1.0, 2, 9], [5.0, NAN, 7]])
    assert table.index.tolist() == [UNCHANGED, "one", "two", "three"]
    # The third has no score of the second sentence, which is left out for all.
    assert table["mean"].tolist() == [3.5, 5, 5, 6]
    counts = table[["sentences", "left_out", "sources"]]
    assert counts.to_numpy().tolist() == [[2, 1, 2]] * 4
    assert table["undefined"].tolist() == [0, 0, 0, 1]
    assert table["difference"].tolist() == pytest.approx([-1.5, NAN, 0, 1], nan_ok=True)
    assert (table["other_system"] == "one").all()
    assert table["low"].isna().all()
    assert table["note"][UNCHANGED] == "no interval: 2 of at least 10 source sentences"


def test_a_paired_test_finds_what_two_intervals_hide():
    random = np.random.default_rng(4)
    sources = random.normal(size=200)
    noise = random.normal(scale=0.3, size=(3, 200))
    scores = np.vstack([sources, sources + noise + [[0], [0.2], [0]]])
    table = evaluate(scores)
    system_one, system_two, system_three = (
        table.loc["one"],
        table.loc["two"],
        table.loc["three"],
    )
    assert system_one["high"] > system_two["low"]
    assert scipy.stats.ttest_rel(scores[2], scores[1]).pvalue < 1e-6
    assert system_two["p"] == 2 / (1 + bootstrap.TEST_RESAMPLES)
    assert system_two["difference_low"] > 0
    assert system_three["p"] == pytest.approx(
        scipy.stats.ttest_rel(scores[3], scores[1]).pvalue, abs=0.03
    )
    assert np.isnan(system_one["p"])
    # Three comparisons are corrected: with the source, and with the two other systems.
    assert system_two["p_holm"] == pytest.approx(3 * system_two["p"])
