"""Filters of edits, on corrections whose right and wrong edits are known."""

import numpy as np
import pandas as pd
import pytest

from gec_attribution.edits.model import Edit
from gec_attribution.judging.errant_scores import corpus_score
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics.gleu import gleu
from gec_attribution.statistics import bootstrap
from gec_attribution.systems.filtered import harmful, without_harmful
from gec_study.experiments.filtering import table as filtering_table
from gec_study.experiments.filtering.compute import (
    DRAWS,
    best_thresholds,
    filtering,
    tune_filters,
)

LINES = 12
SOURCES = ["a b c d e f g h"] * LINES
RIGHT, WRONG = Edit(0, 1, "A", "R:OTHER"), Edit(3, 4, "X", "R:OTHER")
OTHER = Edit(6, 7, "G", "R:OTHER")
# In the reference, but made by no system.
MISSED = Edit(5, 6, "F", "R:OTHER")
REFERENCES = [[(RIGHT, MISSED, OTHER)]] * LINES
EDITS = [(RIGHT, WRONG, OTHER)] * LINES


def attributed(shares, systems=("s",), metric="m", method="shapley"):
    """The same normalised attributions in every line of every system."""
    rows = [
        ("d", system, metric, method, line, edit, share, "x")
        for system in systems
        for line in range(1, LINES + 1)
        for edit, share in enumerate(shares)
    ]
    names = ["dataset", "system", "metric", "method", "line", "edit", "phi_normalised"]
    return pd.DataFrame(rows, columns=[*names, "signature"])


def filtered(*tables, systems=None, threshold=0.0, **options):
    return filtering(
        SOURCES,
        systems or {"s": EDITS},
        REFERENCES,
        tables,
        lambda *_: {"fixed": threshold},
        resamples=100,
        **options,
    )


def test_leaving_out_the_wrong_edit_makes_precision_1_and_leaves_recall():
    (row,) = filtered(attributed([0.5, -0.3, 0.2])).to_dict("records")
    assert (row["edits"], row["dropped"], row["unknown"]) == (36, 12, 0)
    assert (row["precision_before"], row["precision"]) == pytest.approx((2 / 3, 1))
    assert (row["recall_before"], row["recall"]) == pytest.approx((2 / 3, 2 / 3))
    f = 1.25 * (2 / 3) / (0.25 + 2 / 3)
    assert (row["f_before"], row["f"]) == pytest.approx((2 / 3, f))
    assert row["f_difference"] == pytest.approx(f - 2 / 3)
    # Every line is the same, so that every resample is.
    assert row["f_difference_low"] == pytest.approx(row["f_difference_high"])
    assert row["f_over_random"] > 0.05
    tokens = [source.split() for source in SOURCES]
    kept = [["A", *"bcdef", "G", "h"]] * LINES
    reference = [[["A", *"bcde", "F", "G", "h"]]] * LINES
    assert row["gleu"] == pytest.approx(gleu(tokens, kept, reference))


def test_edits_without_attribution_stay_and_those_at_the_threshold_too():
    (row,) = filtered(attributed([0.0, np.nan, -0.1])).to_dict("records")
    assert (row["dropped"], row["unknown"]) == (12, 12)
    assert row["precision"] == pytest.approx(1 / 2)
    (row,) = filtered(attributed([-1, -1, -1]), threshold=-1).to_dict("records")
    assert (row["dropped"], row["f_difference"], row["f_over_random"]) == (0, 0, 0)


def test_a_random_filter_leaves_out_as_many_edits_and_is_the_same_each_time(monkeypatch):
    sizes = []

    def count_kept(_self, kept):
        sizes.append(sum(int(line.sum()) for line in kept))
        return np.ones((LINES, 3), dtype=int)

    table = attributed([0.5, -0.3, np.nan])
    filtered_once, filtered_again = filtered(table), filtered(table)
    pd.testing.assert_frame_equal(filtered_once, filtered_again)
    assert filtered(table, seed=1)["f_random"].item() != filtered_once["f_random"].item()
    corrections = "gec_study.experiments.filtering.compute._Corrections"
    monkeypatch.setattr(f"{corrections}.counts", count_kept)
    filtered(table)
    # Before, after, and the draws.
    assert sizes == [36, 24, *[24] * DRAWS]


def test_several_systems_have_a_row_for_their_mean():
    systems = {"s": EDITS, "t": [(RIGHT,)] * LINES}
    table = filtered(
        attributed([0.5, -0.3, 0.2], ("s",)).pipe(
            lambda of_s: pd.concat([of_s, attributed([-1.0], ("t",))])
        ),
        systems=systems,
    ).set_index("system")
    assert list(table.index) == ["s", "t", "all systems"]
    for measure in ("f", "f_before", "f_difference", "f_random", "recall", "gleu"):
        own = table.loc[["s", "t"], measure]
        assert table.loc["all systems", measure] == pytest.approx(own.mean())
    assert table.loc["all systems", ["edits", "dropped"]].tolist() == [48, 24]


def test_the_corpus_is_scored_as_errant_scores_it_with_several_references():
    random = np.random.default_rng(0)
    pool = [Edit(k, k + 1, word, "R:OTHER") for k in range(8) for word in "XY"]

    def some():
        return tuple(pool[2 * k + random.integers(2)] for k in range(8) if random.random() < 0.4)

    edits, references = [some() for _ in SOURCES], [[some(), some()] for _ in SOURCES]
    rows = [
        ("d", "s", "m", "add", line, edit, random.uniform(-1, 1), "x")
        for line, own in enumerate(edits, start=1)
        for edit in range(len(own))
    ]
    table = pd.DataFrame(rows, columns=attributed([]).columns)
    arguments = (SOURCES, {"s": edits}, references, [table])
    (row,) = filtering(*arguments, lambda *_: {"fixed": 0.1}, resamples=100).to_dict("records")
    shares = iter(table["phi_normalised"])
    kept = [[edit for edit in own if next(shares) >= 0.1] for own in edits]
    _, scores = corpus_score(kept, references)
    assert (row["precision"], row["recall"], row["f"]) == pytest.approx(tuple(scores))
    tuned = tune_filters(*arguments).set_index("threshold")
    assert tuned.loc[0.1, ["precision", "recall", "f"]].tolist() == pytest.approx(list(scores))


def test_the_tuned_threshold_is_the_lowest_of_the_best():
    good, bad = attributed([0.5, -0.3, 0.2]), attributed([-0.3, 0.5, -0.2], method="sub")
    table = tune_filters(SOURCES, {"s": EDITS}, REFERENCES, [good, bad])
    assert len(table) == 2 * 41
    # Above -0.3 the wrong edit is left out, above 0.2 a right one, too. The other keeps all.
    assert best_thresholds(table) == {("m", "shapley"): -0.25, ("m", "sub"): -1.0}


def test_a_filtered_correction_is_the_source_with_the_edits_that_are_kept():
    shares = [0.5, -0.3, -0.2]
    assert harmful([*shares, np.nan], -0.2).tolist() == [False, True, False, False]
    text = without_harmful(SOURCES[0], EDITS[0], shares, -0.2, ENGLISH)
    assert text == "A b c d e f G h"
    assert without_harmful(SOURCES[0], EDITS[0], shares, -1) == "A b c X e f G h"


def test_the_table_has_the_means_over_systems():
    systems = {"s": EDITS, "t": EDITS}
    table = filtered(attributed([0.5, -0.3, 0.2], tuple(systems)), systems=systems)
    (row,) = filtering_table.tabulate(table).to_dict("records")
    assert row["Dropped, %"] == "33.3"
    assert row["F0.5 before"] == "66.7"
    assert row["Δ P"] == "33.3 [33.3, 33.3]"
    assert row["Threshold"] == "0.00"


def test_all_filters_of_a_data_set_are_one_family():
    tables = [
        attributed(shares, systems=("s", "t"), method=f"m{number}")
        for number, shares in enumerate([[0.5, -0.3, 0.2], [0.5, 0.3, 0.2]])
    ]
    results = filtered(*tables, systems={"s": EDITS, "t": EDITS})
    assert len(results) == 6
    for name in ("f_p", "over_random_p"):
        np.testing.assert_array_equal(results[f"{name}_holm"], bootstrap.holm(results[name]))
    by_method = results.groupby("method")["f_p_holm"].max()
    # Every resample gains by the first filter; the second leaves nothing out.
    assert by_method["m0"] == pytest.approx(6 * 2 / 20001)
    assert by_method["m1"] == 1
