"""Breaks each estimator and each evaluation on purpose: a test that cannot fail tests nothing.

Every case replaces one part of the library by a broken one (`breakages`), and names a test that
must notice, and the assertion that must fail in it: another failure is no proof.
"""

import importlib.util
import inspect
import traceback
from pathlib import Path

import breakages as broken
import pytest
import scipy.stats
from attribution import test_interactions, test_methods
from experiments.agreement import test_compute as test_agreement
from experiments.bias import test_compute as test_bias
from experiments.consistency import test_compute as test_consistency
from experiments.meta_evaluation import test_compute as test_meta_evaluation
from experiments.precision import test_compute as test_precision
from experiments.sampling_error import test_compute as test_sampling_error
from games import test_coalitions
from judging import test_errant_scores
from metrics import test_gleu
from scores import test_store
from toy_games import (
    check_additivity,
    check_definition,
    check_dummy,
    check_efficiency,
    check_symmetry,
    check_unanimity,
    table_of,
)

from gec_attribution.attribution import (
    add,
    base,
    interactions,
    official_sampling,
    shapley,
    shapley_sampling,
    sub,
)
from gec_attribution.experiments.agreement import compute as agreement
from gec_attribution.experiments.bias import compute as bias
from gec_attribution.experiments.consistency import compute as consistency
from gec_attribution.experiments.meta_evaluation import compute as meta_evaluation
from gec_attribution.experiments.precision import compute as precision
from gec_attribution.games.game import Game
from gec_attribution.judging import errant_scores
from gec_attribution.metrics import gleu
from gec_attribution.scores import store
from gec_attribution.statistics import bootstrap

# A folder of tests called `statistics` gives way to the standard library's module.
_SPEC = importlib.util.spec_from_file_location(
    "test_bootstrap", Path(__file__).parents[1] / "statistics/test_bootstrap.py"
)
test_bootstrap = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(test_bootstrap)


def failing_line(test, *arguments):
    """The line of the test's own file at which it fails; None if it passes."""
    try:
        test(*arguments)
    except (AssertionError, pytest.fail.Exception) as error:
        file = inspect.getsourcefile(inspect.unwrap(test))
        frames = traceback.extract_tb(error.__traceback__)
        return [frame.line for frame in frames if frame.filename == file][-1]
    return None


def exact(values):
    return shapley.shapley_values(values)


def all_orders(values):
    return shapley_sampling.sampled_shapley_values(table_of(values), 120, seed=0).phi


def few_orders(values):
    return shapley_sampling.sampled_shapley_values(table_of(values), 5, seed=0).phi


SHAPLEY = (shapley, "shapley_values")
WEIGHTS = (shapley, "_weights")
CONTRIBUTIONS = (shapley_sampling, "marginal_contributions")
ORDERS = (shapley_sampling, "sample_permutations")


@pytest.mark.parametrize(
    ("target", "breakage", "check", "estimator"),
    [
        (WEIGHTS, broken.banzhaf_weights, check_definition, exact),
        (WEIGHTS, broken.banzhaf_weights, check_unanimity, exact),
        (WEIGHTS, broken.banzhaf_weights, check_efficiency, exact),
        (WEIGHTS, broken.without_the_empty_coalition, check_definition, exact),
        (WEIGHTS, broken.without_the_empty_coalition, check_efficiency, exact),
        (SHAPLEY, broken.bits_reversed, check_definition, exact),
        (SHAPLEY, broken.bits_reversed, check_dummy, exact),
        (SHAPLEY, broken.equal_shares, check_dummy, exact),
        (SHAPLEY, broken.equal_shares, check_unanimity, exact),
        (SHAPLEY, broken.first_order_only, check_symmetry, exact),
        (SHAPLEY, broken.winner_takes_all, check_additivity, exact),
        (ORDERS, broken.one_order_repeated, check_definition, all_orders),
        (ORDERS, broken.one_order_repeated, check_symmetry, all_orders),
        (CONTRIBUTIONS, broken.steps_credited_by_position, check_dummy, few_orders),
        (CONTRIBUTIONS, broken.steps_credited_by_position, check_definition, all_orders),
        (CONTRIBUTIONS, broken.last_step_forgotten, check_efficiency, few_orders),
    ],
)
def test_a_broken_estimator_loses_its_property(monkeypatch, target, breakage, check, estimator):
    assert failing_line(check, estimator) is None
    monkeypatch.setattr(*target, breakage(getattr(*target)))
    assert failing_line(check, estimator).startswith(("assert ", "np.testing.assert_"))


ESTIMATE = (shapley_sampling, "sampled_shapley_values")
RATIO = (bootstrap, "ratio")
MATCHED = (gleu, "_matched")
REFERENCES = (gleu, "draw_references")


@pytest.mark.parametrize(
    ("target", "breakage", "test", "arguments", "assertion"),
    [
        (
            ESTIMATE,
            broken.uncorrected,
            test_methods.test_standard_error_is_the_true_spread,
            [],
            "assert_allclose",
        ),
        (
            ESTIMATE,
            broken.spread_instead_of_error,
            test_methods.test_standard_error_predicts_distances,
            [],
            "assert 0.8 < ",
        ),
        (
            ORDERS,
            broken.one_order_repeated,
            test_methods.test_more_permutations_come_closer,
            [],
            "assert error",
        ),
        (
            (official_sampling.OfficialSampling, "_distinct"),
            broken.many_orders,
            test_methods.test_official_sampling_is_one_order_however_many_are_asked_for,
            [64],
            "assert_allclose",
        ),
        (
            (add, "differences"),
            broken.scale_without_sign,
            test_methods.test_rescaled_differences_sum_to_the_change,
            ["add"],
            "check_efficiency(",
        ),
        (
            (add, "differences"),
            broken.division_by_rounding,
            test_methods.test_differences_that_sum_to_zero_cannot_be_rescaled,
            ["add", [0.1, 0.2, -0.3]],
            "np.zeros(3)",
        ),
        (
            (sub, "all_but_one"),
            broken.swapped,
            test_methods.test_add_and_sub_are_the_first_and_the_last_difference,
            [],
            "[5, 6, 8]",
        ),
        (
            (base, "_check_efficiency"),
            broken.gap_ignored,
            test_methods.test_a_method_that_loses_value_is_caught,
            [],
            "pytest.raises(InputError",
        ),
        (
            (interactions, "shapley_interactions"),
            broken.banzhaf_interactions,
            test_interactions.test_indices_are_their_definitions,
            [],
            "by_differences(values)",
        ),
        (
            (interactions, "shapley_taylor"),
            broken.shapley_interactions_of_pairs,
            test_interactions.test_edits_and_pairs_sum_to_the_change,
            ["taylor"],
            "assert abs(total",
        ),
        (
            (consistency, "regroup"),
            broken.zeros_merged_with_positives,
            test_consistency.test_edits_without_effect_are_merged_with_neither_sign,
            [],
            "assert found",
        ),
        (
            (consistency, "is_trivial"),
            broken.positive_only_is_trivial,
            test_consistency.test_trivial_and_undefined_sentences_are_counted_and_left_out,
            [],
            "assert count",
        ),
        (
            (bootstrap, "_ranks"),
            broken.ranks_without_ties,
            test_bootstrap.test_a_correlation_is_scipys_on_the_rows_of_each_resample,
            [test_bootstrap.tied_data(), "spearman", scipy.stats.spearmanr],
            "statistic(x, y)[0]",
        ),
        (
            RATIO,
            broken.items_drawn_not_sentences,
            test_bootstrap.test_outputs_of_the_same_sentence_are_no_further_evidence,
            [test_bootstrap.tied_data()],
            "systems.low",
        ),
        (
            (agreement, "most_agreeing"),
            broken.first_of_equals,
            test_agreement.test_among_references_that_agree_equally_the_last_is_taken,
            [],
            "0.3] == 1",
        ),
        (
            (errant_scores, "score"),
            broken.nothing_proposed_is_no_precision,
            test_errant_scores.test_a_line_is_scored_against_its_best_reference,
            [],
            "(0.125 + 1), 1]",
        ),
        (
            MATCHED,
            broken.nothing_counts_against,
            test_gleu.test_scores_worked_out_by_hand,
            test_gleu.UNCHANGED,
            "approx(expected)",
        ),
        (
            MATCHED,
            broken.below_zero,
            test_gleu.test_scores_worked_out_by_hand,
            test_gleu.UNCHANGED,
            "approx(expected)",
        ),
        (
            MATCHED,
            broken.as_in_the_equation,
            test_gleu.test_scores_worked_out_by_hand,
            test_gleu.REPEATED,
            "approx(expected)",
        ),
        (
            REFERENCES,
            broken.drawn_by_python_3,
            test_gleu.test_references_are_drawn_as_in_the_published_script,
            [],
            ".tolist() == [",
        ),
        (
            REFERENCES,
            broken.first_reference,
            test_gleu.test_a_score_is_the_mean_over_drawn_references,
            [],
            "abs=0.08",
        ),
        (
            (bias, "main_type"),
            broken.operations_told_apart,
            test_bias.test_the_mean_of_a_type_is_over_all_operations_and_systems,
            [],
            '"VERB:SVA"]',
        ),
        (
            RATIO,
            broken.sums_not_means,
            test_bias.test_the_mean_of_a_type_is_over_all_operations_and_systems,
            [],
            "0.25 / 2, 0.5]",
        ),
        (
            (bias, "is_sampled"),
            broken.nothing_is_sampled,
            test_bias.test_sampled_attributions_are_counted_and_may_be_left_out,
            [],
            '"VERB:SVA": 1}',
        ),
        (
            (precision, "signs_of"),
            broken.every_difference_counts,
            test_precision.test_an_attribution_that_is_noise_is_no_share,
            [],
            "== [1, -1]",
        ),
        (
            RATIO,
            broken.sums_not_means,
            test_precision.test_precision_is_the_positive_share_of_normalised_attribution,
            [],
            "0.75 / 1.5",
        ),
        (
            (meta_evaluation, "F_DIGITS"),
            broken.unrounded,
            test_meta_evaluation.test_equal_fractions_are_ties_of_f,
            [],
            'row["pairs"] == 1',
        ),
        (
            RATIO,
            broken.sums_not_means,
            test_meta_evaluation.test_agreeing_and_disagreeing_pairs_by_hand,
            [],
            "== 2 / 5",
        ),
        (
            RATIO,
            broken.sums_not_means,
            test_sampling_error.test_sampling_errors_are_mean_absolute_differences_to_exact_values,
            [],
            'table["mae"]',
        ),
        (
            (Game, "texts"),
            broken.edits_counted_from_the_last,
            test_coalitions.test_masks_reach_the_sixty_third_edit,
            [],
            '"b62"]',
        ),
        (
            (store, "_hash"),
            broken.lengths_left_out,
            test_store.test_keys_tell_where_the_source_ends,
            [],
            'keys["pair"].tolist()',
        ),
        (
            (store, "_among"),
            broken.all_are_known,
            test_store.test_what_was_put_is_found_in_any_order,
            [],
            "found.tolist() ==",
        ),
    ],
)
def test_a_broken_part_fails_its_test(
    monkeypatch, tmp_path, *, target, breakage, test, arguments, assertion
):
    def fixtures(folder):
        given = {"monkeypatch": monkeypatch, "tmp_path": tmp_path / folder}
        (tmp_path / folder).mkdir()
        return [given[name] for name in inspect.signature(test).parameters if name in given]

    assert failing_line(test, *fixtures("whole"), *arguments) is None
    monkeypatch.setattr(*target, breakage(getattr(*target)))
    assert assertion in failing_line(test, *fixtures("broken"), *arguments)
