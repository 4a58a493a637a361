"""Where a system's score comes from: games with known scores and attributions."""

import numpy as np
import pytest
from attributed import attributions

from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.precision.decomposition import score_decomposition

EVALUATION = Evaluation("d", "m", resamples=100)
NOUN, DET, PUNCT = (0, 1, "x", "R:NOUN"), (1, 2, "", "U:DET"), (2, 2, "!", "M:PUNCT")
# M(S|S) and M(H|S) of four sentences; the second line has no edit, the last is left out.
SENTENCES = {
    "one": [
        (0.5, [0.2, -0.1], [NOUN, DET]),
        (0.4, [], []),
        (0.3, [0.1, 0.2], [NOUN, NOUN]),
        (0.2, [np.nan], [PUNCT]),
    ],
    "other": [
        (0.5, [0.5], [NOUN]),
        (0.4, [0.1], [PUNCT]),
        (0.3, [], []),
        (0.2, [0.25, 0.05], [DET, PUNCT]),
    ],
}
ADDED = 0.35  # by the sentence without attribution


def decomposed(sentences=SENTENCES):
    ends = {
        system: np.array(
            [
                (base, base + (np.sum(phi) if not np.isnan(phi).any() else ADDED))
                for base, phi, _ in of
            ]
        )
        for system, of in sentences.items()
    }
    rows = [
        (system, line, phi, edits)
        for system, of in sentences.items()
        for line, (_, phi, edits) in enumerate(of, start=1)
        if phi
    ]
    return score_decomposition(EVALUATION, ends, attributions(rows))


def values(table, **where):
    for column, value in where.items():
        table = table[table[column] == value]
    return table.set_index("group")


def test_the_parts_are_what_types_of_edits_add_per_sentence():
    table = decomposed()
    parts = values(table, system="one")
    assert parts.index.tolist() == ["source", "NOUN", "DET", "PUNCT", "unattributed", "score"]
    expected = [1.4 / 4, 0.5 / 4, -0.1 / 4, 0, ADDED / 4, (0.6 + 0.4 + 0.6 + 0.2 + ADDED) / 4]
    assert parts["value"].tolist() == pytest.approx(expected)
    assert parts["edits"].tolist() == [0, 3, 1, 0, 0, 4]
    assert set(parts["unattributed"]) == {1}
    other_parts = values(table, system="other")
    assert other_parts.loc["unattributed", "value"] == pytest.approx(0, abs=1e-15)
    assert set(other_parts["unattributed"]) == {0}
    assert other_parts.loc["PUNCT", "value"] == pytest.approx(0.15 / 4)


@pytest.mark.parametrize("seed", range(3))
def test_parts_sum_to_the_score(seed):
    random = np.random.default_rng(seed)
    kinds, baselines = [NOUN, DET, PUNCT], random.normal(size=60)
    sentences = {
        system: [
            (base, random.normal(size=n).tolist(), [kinds[k] for k in random.integers(0, 3, n)])
            for base, n in zip(baselines, random.integers(0, 4, 60), strict=True)
        ]
        for system in ("one", "two", "three")
    }
    table = decomposed(sentences)
    for _, rows in table.groupby("system"):
        parts = rows[rows["by"] != "score"]["value"].sum()
        assert parts == pytest.approx(rows["value"].iloc[-1], abs=1e-9)
        assert rows["low"].iloc[0] <= rows["value"].iloc[0] <= rows["high"].iloc[0]


def test_sentences_that_a_system_has_no_score_for_are_left_out_for_all():
    broken = {**SENTENCES, "other": [(np.nan, [np.nan], [NOUN]), *SENTENCES["other"][1:]]}
    broken["one"] = SENTENCES["one"]
    ends_one = decomposed({"one": SENTENCES["one"][1:]})
    table = decomposed(broken)
    assert set(table["undefined"]) == {1}
    assert set(table["sentences"]) == {3}
    assert values(table, system="one").loc["score", "value"] == pytest.approx(
        values(ends_one).loc["score", "value"]
    )


def test_what_rounding_leaves_is_attributed():
    """Where both ends and all of φ are about 0, and the scores in between are not."""
    by_size = np.array([0, 0.1, 0.7, 0])
    phi = shapley_values(by_size[np.bitwise_count(np.arange(8, dtype=np.uint64))])
    assert 0 < np.abs(phi).max() < 1e-15
    rows = attributions([("one", 1, phi.tolist(), [NOUN, DET, PUNCT])])
    parts = score_decomposition(EVALUATION, {"one": np.zeros((1, 2))}, rows)
    assert set(parts["unattributed"]) == {0}
    none = attributions([("one", 1, [np.nan, np.nan], [NOUN, DET])])
    changed = {"one": np.array([[0, 1e-15]])}
    parts = score_decomposition(EVALUATION, changed, none)
    assert set(parts["unattributed"]) == {1}
