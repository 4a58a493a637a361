"""Efficiency and sampling error, measured on metrics that are formulas."""

import numpy as np
import pytest
from toy_games import english_game, shapley_by_orders

from gec_attribution.attribution import load_method
from gec_attribution.edits.model import Edit
from gec_attribution.experiments.efficiency.compute import measure_efficiency
from gec_attribution.experiments.sampling_error.compute import measure_sampling_error
from gec_attribution.games.coalitions import lattice_masks, sample_permutations
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.seeds import readable_seed_from, seed_from
from gec_attribution.timing.devices import describe_device
from gec_attribution.timing.direct_scoring import attribute_directly, draw_sentences


class HashMetric:
    """Scores that depend on the sentence alone and know no structure; counts what it scored."""

    def __init__(self, undefined=()):
        self.undefined = undefined
        self.calls = []

    def score(self, sources, hypotheses):
        self.calls.append(len(hypotheses))
        assert len(sources) == len(hypotheses)
        scores = np.array([seed_from(text) % 1000 / 1000 for text in hypotheses])
        return np.where(np.isin(hypotheses, self.undefined), np.nan, scores)


def sentence(name, n):
    source = " ".join(f"{name}{k}" for k in range(n + 1))
    return source, tuple(Edit(k, k + 1, f"{name.upper()}{k}", "R:NOUN") for k in range(n))


ONE = [sentence("a", 2), sentence("b", 3), sentence("c", 3), sentence("d", 0), sentence("e", 5)]
TWO = [sentence("a", 2), sentence("f", 3), sentence("c", 3), sentence("g", 5), sentence("h", 5)]


def test_sentences_are_drawn_by_content_not_by_order():
    def draw(*systems, seed=0):
        drawn = draw_sentences(systems, min_edits=3, max_edits=5, language=ENGLISH, seed=seed)
        return [item.game.source.split()[0][0] for item in drawn]

    assert sorted(draw(ONE, TWO)) == ["b", "c", "e", "f", "g", "h"]
    assert draw(ONE, TWO) == draw(TWO, ONE) == draw(TWO[::-1], ONE[::-1])
    assert len({tuple(draw(ONE, TWO, seed=seed)) for seed in range(5)}) > 1
    smaller = draw(ONE)
    assert [name for name in draw(ONE, TWO) if name in smaller] == smaller


def test_a_drawn_sentence_has_the_sampling_seed_it_has_everywhere():
    [drawn] = draw_sentences(
        [[sentence("a", 2)]], min_edits=1, max_edits=5, language=ENGLISH, seed=7
    )
    assert drawn.game.seed == readable_seed_from(7, "permutations", "a0 a1 a2", "A0 A1 a2")


def test_direct_attribution_scores_what_the_method_needs_once():
    metric = HashMetric()
    [drawn] = draw_sentences(
        [[sentence("a", 4)]], min_edits=4, max_edits=4, language=ENGLISH, seed=0
    )
    method = load_method("s", {"type": "shapley"}, max_edits=4, above_max_edits="skip")
    found = attribute_directly(metric, method, drawn.game)
    assert metric.calls == [16]
    texts = drawn.game.texts(lattice_masks(4))
    values = HashMetric().score(texts, texts)
    np.testing.assert_allclose(found.attribution.phi, shapley_by_orders(values), atol=1e-12)
    assert found.seconds > 0


def test_efficiency_has_a_row_for_each_number_of_edits_there_is():
    methods = [
        load_method(name, {"type": name}, max_edits=4, above_max_edits="skip")
        for name in ("shapley", "add")
    ]
    metric = HashMetric()
    table = measure_efficiency(
        "d",
        "hash",
        metric,
        methods,
        [ONE, TWO],
        max_edits=4,
        sentences=2,
        device="abacus",
        resamples=50,
        signature="s",
    )
    assert table[["method", "edits", "sentences"]].to_numpy().tolist() == [
        *[["shapley", 2, 1], ["shapley", 3, 2], ["add", 2, 1], ["add", 3, 2]]
    ]
    # One call to warm up, then each sentence once for each method.
    assert metric.calls == [1, 4, 8, 8, 4, 5, 5]
    assert (table["seconds_mean"] > 0).all()
    # The two with three edits are at the same line.
    assert table["sources"].tolist() == [1, 1, 1, 1]
    assert table["low"].isna().all()
    assert (table["device"] == "abacus").all()


def test_efficiency_resamples_sources_not_their_corrections():
    # Twelve sources, each corrected in two ways.
    sources = [f"s{line} a b c" for line in range(12)]
    systems = [
        [(source, (Edit(1, 2, word, "R:NOUN"),)) for source in sources] for word in ("x", "y")
    ]
    method = load_method("add", {"type": "add"}, max_edits=4, above_max_edits="skip")
    table = measure_efficiency(
        "d", "m", HashMetric(), [method], systems, max_edits=4, sentences=24, device="abacus"
    )
    assert table[["sentences", "sources", "note"]].to_numpy().tolist() == [[24, 12, ""]]
    assert table["low"][0] <= table["seconds_mean"][0] <= table["high"][0]
    few = measure_efficiency(
        "d",
        "m",
        HashMetric(),
        [method],
        [lines[:9] for lines in systems],
        max_edits=4,
        sentences=24,
        device="abacus",
    )
    # Eighteen sentences were timed, of nine sources.
    assert few[["sentences", "sources"]].to_numpy().tolist() == [[18, 9]]
    assert few["low"].isna().all()


def test_efficiency_of_no_sentences_is_an_empty_table():
    table = measure_efficiency(
        "d", "m", HashMetric(), [], [[]], max_edits=3, sentences=1, device="cpu"
    )
    assert table.empty
    assert "seconds_mean" in table


def expected_error(sentences, estimate):
    errors = []
    for source, edits in sentences:
        texts = english_game(source, edits).texts(lattice_masks(len(edits)))
        values = HashMetric().score(texts, texts)
        seed = readable_seed_from(0, "permutations", texts[0], texts[-1])
        errors.append(np.abs(estimate(values, len(edits), seed) - shapley_by_orders(values)))
    return np.concatenate(errors).mean()


def mean_over(orders_of):
    def estimate(values, n, seed):
        phi = np.zeros(n)
        orders = orders_of(n, seed)
        for order in orders:
            for before, player in enumerate(order):
                mask = sum(1 << int(other) for other in order[:before])
                phi[player] += (values[mask | 1 << player] - values[mask]) / len(orders)
        return phi

    return estimate


def test_sampling_errors_are_mean_absolute_differences_to_exact_values():
    table = measure_sampling_error(
        "d",
        "hash",
        HashMetric(),
        [ONE, TWO],
        min_edits=5,
        max_edits=5,
        permutations=(3, 120),
        resamples=50,
    ).set_index(["method", "permutations"])
    long = [sentence("e", 5), sentence("g", 5), sentence("h", 5)]
    expected = {
        ("shapley-sampling", 3): expected_error(
            long, mean_over(lambda n, seed: sample_permutations(n, 3, seed))
        ),
        ("shapley-sampling", 120): 0,
        ("official-sampling", 3): expected_error(
            long, mean_over(lambda n, seed: sample_permutations(n, 1, seed))
        ),
    }
    assert table["mae"].to_dict() == pytest.approx(expected, abs=1e-12)
    assert (table["sentences"] == 3).all()
    assert (table["edits"] == 15).all()
    # Two of the three are at the same line.
    assert (table["sources"] == 2).all()
    assert table["mae_low"].isna().all()
    assert (table["note"] == "no interval: 2 of at least 10 source sentences").all()
    assert (table["seconds_exact"] > 0).all()
    assert (table["seconds_sampling"] > 0).all()


def test_the_distribution_of_exact_values_stands_beside_the_error():
    table = measure_sampling_error(
        "d", "hash", HashMetric(), [[sentence("e", 5)]], min_edits=5, max_edits=5, resamples=50
    )
    source, edits = sentence("e", 5)
    texts = english_game(source, edits).texts(lattice_masks(5))
    phi = np.abs(shapley_by_orders(HashMetric().score(texts, texts)))
    assert table["abs_phi_mean"].tolist() == pytest.approx([phi.mean()] * 3)
    assert table["abs_phi_sd"].tolist() == pytest.approx([phi.std()] * 3)
    assert table["mae_low"].isna().all()


def test_sampling_scores_no_more_than_its_orders_need():
    metric = HashMetric()
    measure_sampling_error(
        "d",
        "hash",
        metric,
        [[sentence("e", 5)]],
        min_edits=5,
        max_edits=5,
        permutations=[2],
        resamples=50,
    )
    warm_up, exact, sampling, official = metric.calls
    assert (warm_up, exact, official) == (1, 32, 6)
    assert sampling <= 2 * 4 + 2


def test_a_smaller_sample_can_be_asked_for():
    table = measure_sampling_error(
        "d", "m", HashMetric(), [ONE, TWO], min_edits=3, max_edits=5, sentences=2, resamples=50
    )
    assert (table["sentences"] == 2).all()


@pytest.mark.parametrize("systems", [[], [[sentence("a", 2)]]])
def test_no_sentence_of_that_length_is_a_table_of_undefined_errors(systems):
    table = measure_sampling_error("d", "m", HashMetric(), systems, min_edits=3, resamples=50)
    assert len(table) == 3
    assert (table["sentences"] == 0).all()
    assert table[["mae", "abs_phi_mean", "abs_phi_sd", "seconds_exact"]].isna().all(axis=None)


def test_sentences_with_an_undefined_score_are_counted_and_left_out():
    metric = HashMetric(undefined=["A0 a1 A2 a3"])
    systems = [[sentence("a", 3), sentence("b", 3)]]
    table = measure_sampling_error(
        "d", "m", metric, systems, min_edits=3, max_edits=3, resamples=50
    )
    assert (table["missing"] == 1).all()
    assert (table["sentences"] == 1).all()
    assert not table["mae"].isna().any()


def test_the_device_is_described_in_words():
    assert "CPU" in describe_device("cpu")
