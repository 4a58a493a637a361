"""Tables of dependent edits from pairs whose interactions are known."""

import numpy as np
import pandas as pd
import pytest

from gec_attribution.attribution.pairs import COLUMNS
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.interactions.compute import (
    DISTANCES,
    interactions,
    strongest,
)
from gec_attribution.languages import load_language
from gec_attribution.languages.en import ENGLISH


def pairs(rows, **columns):
    """One row a pair: (line, shapley, φ_i, φ_j[, distance[, type_i, type_j]])."""
    filled = [(*row, *(0, "R:NOUN", "M:DET")[len(row) - 4 :]) for row in rows]
    names = ["line", "shapley", "phi_i", "phi_j", "distance", "type_i", "type_j"]
    edits = {"edit_i": 0, "original_i": "a", "correction_i": "b"}
    edits |= {"edit_j": 1, "original_j": "", "correction_j": "c d", "n_edits": 2}
    numbers = {
        "taylor": 0.5,
        "left_out": 0.25,
        "baseline": 0.0,
        "score": 1.0,
        "evaluations": 4,
    }
    about = {"dataset": "d", "system": "one", "metric": "m", "signature": "v:1"}
    table = pd.DataFrame(filled, columns=names).assign(**about, **edits, **numbers)
    return table.assign(**columns)[list(COLUMNS)].astype(COLUMNS)


def evaluated(table, min_frequency=1):
    evaluation = Evaluation("d", "m", resamples=200)
    return interactions(evaluation, table, min_frequency=min_frequency)


def values(table, by):
    rows = table[table["by"] == by]
    return rows.pivot(index="group", columns="measure", values="value").to_dict("index")


ROWS = [
    (0, 0.5, 1.0, 1.0, 0),
    (1, -0.1, 0.2, -0.6, 1),
    (2, -0.3, 0.0, 0.2, 4, "U:DET", "R:NOUN"),
    (3, 0.0, 1.0, 1.0, 40, "R:VERB", "R:VERB:SVA"),
]


def test_interactions_are_measured_in_all_and_by_distance_and_by_types():
    table = evaluated(pairs(ROWS))
    assert values(table, "all") == {
        "all": {
            "mean": pytest.approx(0.9 / 4),
            "relative": pytest.approx(0.9 / (1 + 0.4 + 0.1 + 1)),
            "negative": 0.5,
            "left_out": 0.25,
        }
    }
    by_distance = values(table, "distance")
    assert list(table.loc[table["by"] == "distance", "group"].unique()) == list(
        DISTANCES.values()
    )
    known = {
        group: found["mean"]
        for group, found in by_distance.items()
        if found["mean"] >= 0
    }
    assert known == pytest.approx({"0": 0.5, "1": 0.1, "3–4": 0.3, "≥ 17": 0})
    assert by_distance["3–4"]["relative"] == pytest.approx(3)
    # Whichever comes first, and whatever was done to it.
    by_types = values(table, "types")
    types = table.loc[table["by"] == "types", "group"].unique()
    assert types.tolist() == ["DET + NOUN", "VERB + VERB:SVA"]
    assert by_types["DET + NOUN"]["mean"] == pytest.approx(0.3)
    items = table.groupby(["by", "group"])["items"].first()
    assert (
        items["types", "DET + NOUN"],
        items["distance", "2"],
        items["all", "all"],
    ) == (3, 0, 4)
    assert list(values(evaluated(pairs(ROWS), min_frequency=2), "types")) == [
        "DET + NOUN"
    ]


def test_the_strongest_pairs_can_be_read():
    alike = pairs(ROWS[:1], system="two", shapley=0.4)
    table = strongest(
        pd.concat([pairs(ROWS), alike, pairs([(5, np.nan, 0.0, 0.0)])]), ENGLISH, 2
    )
    assert table["shapley"].tolist() == [0.5, -0.3]
    strongest_pair = table.iloc[0]
    assert (strongest_pair["system"], strongest_pair["line"]) == ("one", 0)
    assert (strongest_pair["one"], strongest_pair["other"]) == ("a → b", "∅ → c d")
    assert strongest_pair["type"] == "R:NOUN + M:DET"
    assert (strongest_pair["phi_one"], strongest_pair["phi_other"]) == (1, 1)
    chinese = strongest(pairs(ROWS[:1]), load_language("zh"))
    assert chinese.iloc[0]["other"] == "∅ → cd"
    assert len(strongest(pairs([]), ENGLISH)) == 0
