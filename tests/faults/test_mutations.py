"""Breaks parts of the library on purpose: a test that cannot fail tests nothing.

`make mutations` makes small changes of attribution, judging and statistics. Here are, for other
rooms, misunderstandings of a definition, which no small change of code makes: each case replaces a
part by one that would be right if a paper were read otherwise (`breakages`), and names a test that
must notice.
"""

import inspect

import breakages as broken
import pytest
from experiments.agreement import test_compute as test_agreement
from experiments.bias import test_compute as test_bias
from experiments.consistency import test_compute as test_consistency
from experiments.meta_evaluation import test_compute as test_meta_evaluation
from experiments.precision import test_compute as test_precision
from experiments.sampling_error import test_compute as test_sampling_error
from games import test_coalitions
from metrics import test_gleu
from scores import test_store

from gec_attribution.games.game import Game
from gec_attribution.metrics import gleu
from gec_attribution.scores import store
from gec_attribution.statistics import bootstrap
from gec_study.experiments.agreement import compute as agreement
from gec_study.experiments.bias import compute as bias
from gec_study.experiments.consistency import compute as consistency
from gec_study.experiments.meta_evaluation import compute as meta_evaluation
from gec_study.experiments.precision import compute as precision

RATIO = (bootstrap, "ratio")
MATCHED = (gleu, "_matched")
REFERENCES = (gleu, "draw_references")


@pytest.mark.parametrize(
    ("target", "breakage", "test", "arguments"),
    [
        (
            (consistency, "regroup"),
            broken.zeros_merged_with_positives,
            test_consistency.test_edits_without_effect_are_merged_with_neither_sign,
            [],
        ),
        (
            (consistency, "is_trivial"),
            broken.positive_only_is_trivial,
            test_consistency.test_trivial_and_undefined_sentences_are_counted_and_left_out,
            [],
        ),
        (
            (agreement, "most_agreeing"),
            broken.first_of_equals,
            test_agreement.test_among_references_that_agree_equally_the_last_is_taken,
            [],
        ),
        (
            MATCHED,
            broken.nothing_counts_against,
            test_gleu.test_scores_worked_out_by_hand,
            test_gleu.UNCHANGED,
        ),
        (
            MATCHED,
            broken.below_zero,
            test_gleu.test_scores_worked_out_by_hand,
            test_gleu.UNCHANGED,
        ),
        (
            MATCHED,
            broken.as_in_the_equation,
            test_gleu.test_scores_worked_out_by_hand,
            test_gleu.REPEATED,
        ),
        (
            REFERENCES,
            broken.drawn_by_python_3,
            test_gleu.test_references_are_drawn_as_in_the_published_script,
            [],
        ),
        (
            REFERENCES,
            broken.first_reference,
            test_gleu.test_a_score_is_the_mean_over_drawn_references,
            [],
        ),
        (
            (bias, "main_type"),
            broken.operations_told_apart,
            test_bias.test_the_mean_of_a_type_is_over_all_operations_and_systems,
            [],
        ),
        (
            RATIO,
            broken.sums_not_means,
            test_bias.test_the_mean_of_a_type_is_over_all_operations_and_systems,
            [],
        ),
        (
            (bias, "is_sampled"),
            broken.nothing_is_sampled,
            test_bias.test_sampled_attributions_are_counted_and_may_be_left_out,
            [],
        ),
        (
            (precision, "signs_of"),
            broken.every_difference_counts,
            test_precision.test_an_attribution_that_is_noise_is_no_share,
            [],
        ),
        (
            RATIO,
            broken.sums_not_means,
            test_precision.test_precision_is_the_positive_share_of_normalised_attribution,
            [],
        ),
        (
            (meta_evaluation, "F_DIGITS"),
            broken.unrounded,
            test_meta_evaluation.test_equal_fractions_are_ties_of_f,
            [],
        ),
        (
            RATIO,
            broken.sums_not_means,
            test_meta_evaluation.test_agreeing_and_disagreeing_pairs_by_hand,
            [],
        ),
        (
            RATIO,
            broken.sums_not_means,
            test_sampling_error.test_sampling_errors_are_mean_absolute_differences_to_exact_values,
            [],
        ),
        (
            (Game, "texts"),
            broken.edits_counted_from_the_last,
            test_coalitions.test_masks_reach_the_sixty_third_edit,
            [],
        ),
        (
            (store, "_hash"),
            broken.lengths_left_out,
            test_store.test_keys_tell_where_the_source_ends,
            [],
        ),
        (
            (store, "_among"),
            broken.all_are_known,
            test_store.test_what_was_put_is_found_in_any_order,
            [],
        ),
    ],
)
def test_a_broken_part_fails_its_test(monkeypatch, tmp_path, *, target, breakage, test, arguments):
    def run(folder):
        given = {"monkeypatch": monkeypatch, "tmp_path": tmp_path / folder}
        given["tmp_path"].mkdir()
        names = inspect.signature(test).parameters
        test(*arguments, **{name: given[name] for name in names if name in given})

    run("whole")
    monkeypatch.setattr(*target, breakage(getattr(*target)))
    with pytest.raises(AssertionError):
        run("broken")
