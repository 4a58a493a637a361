import numpy as np
import pytest
from timed_sentences import ONE, TWO, HashMetric, sentence
from toy_games import english_game, shapley_by_orders

from gec_attribution.experiments.sampling_error.compute import measure_sampling_error
from gec_attribution.games.coalitions import lattice_masks, sample_permutations
from gec_attribution.storage.seeds import readable_seed_from


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
