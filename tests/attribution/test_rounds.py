"""Rounds that no plan can know: what they score, and that attributions then find it."""

import numpy as np
import pandas as pd
import pytest
from toy_games import english_game

from gec_attribution.attribution import load_method
from gec_attribution.attribution.dataset import attribute_dataset
from gec_attribution.attribution.rounds import COLUMNS, later_rounds
from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.games.game import play
from gec_attribution.games.plan import plan_coalitions, write_plan
from gec_attribution.games.values import sentences_with_values
from gec_attribution.languages.en import ENGLISH

TOLERANCE = 0.004


def corrected(n):
    edits = tuple(Edit(k, k + 1, f"Y{k}", "R:OTHER") for k in range(n))
    return " ".join(f"x{k}" for k in range(9)), edits


SYSTEMS = {"short": [corrected(3), corrected(4)], "long": [corrected(9), corrected(3)]}


class Counting:
    """A metric that remembers, with interactions of every size, and counts what it scored."""

    def __init__(self):
        self.scored = {}

    def __call__(self, sources, texts):
        for pair in zip(sources, texts, strict=True):
            inside = np.array([word.startswith("Y") for word in pair[1].split()])
            total = inside @ np.arange(1.0, len(inside) + 1)
            self.scored[pair] = total + np.cos(total)
        return [self.scored[pair] for pair in zip(sources, texts, strict=True)]


@pytest.fixture
def method():
    spec = {"type": "leverage_shap", "evaluations": 40, "tolerance": TOLERANCE}
    return load_method("shapley", {"type": "shapley", "estimator": spec}, max_edits=4,
                       above_max_edits="sample")  # fmt: skip


def rounds_of(method, systems=SYSTEMS, seed=0):
    rounds = later_rounds(systems, [method], Counting(), ENGLISH, seed)
    return pd.concat(rounds, ignore_index=True)


def test_only_what_was_not_asked_for_first_is_in_the_table(method):
    table = rounds_of(method)
    assert list(table.columns) == list(COLUMNS)
    assert set(zip(table["system"], table["line"], strict=True)) == {("long", 1)}
    game = english_game(*SYSTEMS["long"][0])
    [outcome] = play([game], [method.asking(game.n, game.seed)], Counting())
    first_masks = method.masks(game.n, game.seed)
    assert len(first_masks) == 40 < len(outcome.table.masks)
    expected = np.setdiff1d(outcome.table.masks, first_masks)
    np.testing.assert_array_equal(table["mask"], expected)
    np.testing.assert_array_equal(table["score"], outcome.table.at(expected))
    assert rounds_of(method).equals(table)
    assert set(rounds_of(method, seed=1)["mask"]) != set(table["mask"])
    without = load_method("m", {"type": "add"}, max_edits=4, above_max_edits="sample")
    assert rounds_of(without).empty


def test_attributions_of_a_study_are_those_of_the_game_itself(method, tmp_path):
    paths = {}
    for system, sentences in SYSTEMS.items():
        paths[system] = tmp_path / f"{system}.m2"
        annotated = [AnnotatedSentence(source, {0: edits}) for source, edits in sentences]
        write_m2(paths[system], annotated)
    pairs_path, coalitions_path = tmp_path / "pairs.parquet", tmp_path / "coalitions.parquet"
    write_plan(plan_coalitions(SYSTEMS, [method.masks], ENGLISH), pairs_path, coalitions_path)
    pairs = pd.read_parquet(pairs_path)
    pairs["score"] = Counting()(pairs["source"], pairs["sentence"])
    pairs[["pair", "score"]].to_parquet(tmp_path / "scores.parquet")
    rounds_of(method).to_parquet(tmp_path / "rounds.parquet")
    files = (paths, coalitions_path, tmp_path / "scores.parquet")
    values = sentences_with_values(*files, rounds_path=tmp_path / "rounds.parquet")
    [table] = attribute_dataset("d", "m", method, values, language=ENGLISH)
    long = table[(table["system"] == "long") & (table["line"] == 1)]
    game = english_game(*SYSTEMS["long"][0])
    [outcome] = play([game], [method.asking(game.n, game.seed)], Counting())
    np.testing.assert_array_equal(long["phi"], outcome.result.phi)
    assert (long["evaluations"] == outcome.result.evaluations).all()
    half_width = outcome.result.half_width
    assert (half_width <= TOLERANCE * np.abs(outcome.result.phi).sum()).all()
    with pytest.raises(KeyError):
        list(attribute_dataset("d", "m", method, sentences_with_values(*files), language=ENGLISH))
