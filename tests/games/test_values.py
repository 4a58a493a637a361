import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.plan import plan_coalitions
from gec_attribution.games.values import ValueTable, sentences_with_values
from gec_attribution.languages.en import ENGLISH

FIX = Edit(1, 2, "went", "R:VERB:TENSE")
STOP = Edit(3, 3, ".", "M:PUNCT")


@pytest.fixture
def files(tmp_path):
    """Two systems on two lines: one edits the second line twice, the other the first line once."""
    sources = ["a b", "he go home"]
    edits = {"one": [(), (FIX, STOP)], "two": [(Edit(0, 1, "", "U:DET"),), ()]}
    games = {
        system: list(zip(sources, lines, strict=True))
        for system, lines in edits.items()
    }
    # Both ends, and the first edit alone.
    plan = plan_coalitions(games, [lambda n, _: lattice_masks(min(n, 1))], ENGLISH)
    scores = pd.DataFrame({"pair": range(5), "score": [0.0, 0.4, 0.1, np.nan, 0.3]})
    scores["fluency"] = scores["pair"].astype(float)
    return games, plan.coalitions, scores, tmp_path


def read(files, **options):
    games, *tables, folder = files
    tables.insert(0, plan_coalitions(games, [], ENGLISH).games)
    paths = [folder / f"{name}.parquet" for name in ("games", "coalitions", "scores")]
    for table, path in zip(tables, paths, strict=True):
        table.to_parquet(path)
    systems = sentences_with_values(*paths, list(games), **options)
    return {system: list(sentences) for system, sentences in systems.items()}


def test_masks_beyond_the_integers_that_floats_can_tell_apart_stay_apart():
    masks = np.array([0, 2**62, 2**62 + 1, 2**63 - 1], dtype=np.uint64)
    table = ValueTable(63, masks, np.arange(4.0))
    assert_array_equal(table.at(masks), np.arange(4))


def test_each_sentence_gets_the_values_of_its_own_coalitions(files):
    systems = read(files)
    first_sentence, second_sentence = systems["one"]
    assert (first_sentence.line, first_sentence.table.n) == (1, 0)
    assert (second_sentence.line, second_sentence.edits) == (2, (FIX, STOP))
    assert_array_equal(first_sentence.table.values, [0.0])
    assert_array_equal(second_sentence.table.masks, [0, 1, 3])
    assert_array_equal(second_sentence.table.values, [0.1, np.nan, 0.3])
    assert_array_equal(systems["two"][0].table.values, [0.0, 0.4])


def test_a_component_can_be_the_value_and_an_unknown_one_is_an_error(files):
    assert_array_equal(read(files, column="fluency")["one"][1].table.values, [2, 3, 4])
    with pytest.raises(InputError, match="'meaning'; there are score, fluency"):
        read(files, column="meaning")


@pytest.mark.parametrize("pair", [3, 4])
def test_a_pair_without_a_score_is_named(files, pair):
    games, coalitions, scores, folder = files
    with pytest.raises(InputError, match=f"pair {pair} has no score"):
        read((games, coalitions, scores[scores["pair"] != pair], folder))


@pytest.mark.parametrize("lost", [0, 3])
def test_coalitions_of_other_edits_are_refused(files, lost):
    games, coalitions, scores, folder = files
    coalitions = coalitions[(coalitions["line"] != 2) | (coalitions["mask"] != lost)]
    with pytest.raises(
        InputError, match="line 2 lacks the source or the hypothesis of its 2 edits"
    ):
        read((games, coalitions, scores, folder))
