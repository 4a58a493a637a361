"""Attributions of chunks beside those of their edits, in games whose answer is known."""

import numpy as np
import pandas as pd
import pytest
from attributed import attributions
from toy_games import additive, method, table_of

from gec_attribution.edits.model import Edit
from gec_attribution.experiments.consistency.granularity import chunks_of, granularity
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.games.values import SentenceValues

# No token between the first two edits, one between the second and the third, then four.
EDITS = tuple(Edit(start, start + 1, "x", "R") for start in (0, 1, 3, 8))


def evaluate(chosen, games):
    sentences, rows = {}, []
    for line, values in enumerate(games, start=1):
        table = table_of(values)
        sentences["one", line] = SentenceValues(line, "a", EDITS, table)
        attribution = chosen.attribute(table, 0)
        own = [(e.start, e.end, e.correction, e.type) for e in EDITS]
        rows.append(("one", line, attribution.phi.tolist(), own, attribution.scale))
    made = attributions(rows, method=chosen.name)
    consistency = granularity(Evaluation(resamples=50), made, chosen, sentences)
    return consistency.set_index(["granularity", "measure"])


@pytest.mark.parametrize(
    ("name", "chunks"),
    [
        ("0", [[0, 1], [2], [3]]),
        ("1", [[0, 1, 2], [3]]),
        ("2", [[0, 1, 2], [3]]),
        ("all", [[0, 1, 2, 3]]),
    ],
)
def test_edits_with_few_tokens_between_them_are_a_chunk(name, chunks):
    assert [members.tolist() for members in chunks_of(EDITS, name)] == chunks


def test_an_insertion_beside_an_edit_is_in_its_chunk():
    edits = (Edit(1, 1, "x", "M"), Edit(1, 2, "y", "R"), Edit(2, 2, "z", "M"), Edit(4, 4, "v", "M"))
    assert [members.tolist() for members in chunks_of(edits, "0")] == [[0, 1, 2], [3]]


@pytest.mark.parametrize("kind", ["shapley", "add", "sub"])
def test_without_interactions_every_granularity_is_consistent(kind):
    random = np.random.default_rng(0)
    table = evaluate(method(kind), [additive(random.normal(size=4) + 0.1) for _ in range(20)])
    np.testing.assert_allclose(table["value"], 1)
    assert table["chunks"].tolist() == [20] * 12
    assert table.loc[("0", "spearman"), ["sentences", "sources", "chance"]].tolist() == [20, 20, 0]


def test_what_edits_do_together_shows_in_their_chunk():
    # The first two edits cancel each other, 1 and 1 alone, −1 together: Sub gives each of them −2.
    values = additive([1, 1, 3, 1])
    values[(np.arange(16) & 3) == 3] -= 3
    table = evaluate(method("sub", rescale=False), [values + n for n in range(3)])
    row = table.loc[("0", "sign_agreement")]
    assert (row["value"], row["chunks"]) == (1, 3)
    table = evaluate(method("add", rescale=False), [values] * 3)
    # Add gives them 1 and 1, and the chunk −1.
    assert table.loc[("0", "sign_agreement"), "value"] == 0
    assert table.loc[("1", "sign_agreement"), "value"] == 1


def test_signs_agree_by_chance_as_often_as_independent_ones_without_effect_too():
    # The first two edits as one chunk: helpful once, harmful once, three times without effect.
    effects = ([1, 1], [-1, -1], [0, 0], [0, 0], [0, 0])
    table = evaluate(method("shapley"), [additive([*first, 3, 1]) for first in effects])
    assert table.loc[("0", "sign_agreement"), "chance"] == pytest.approx((1 + 1 + 9) / 25)


def test_the_whole_correction_is_consistent_by_efficiency():
    random = np.random.default_rng(1)
    table = evaluate(method("shapley"), [random.normal(size=16) for _ in range(12)])
    np.testing.assert_allclose(table.xs("all")["value"], 1)
    assert table.xs("0")["value"].max() < 1
    assert pd.notna(table["low"]).all()
