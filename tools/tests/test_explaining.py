"""The benchmark of the explainer, on a metric that costs nothing."""

import itertools

from gec_attribution import Edit, Explainer, load_metric
from tools.benchmarks.explaining import planned_pairs, ratio

SENTENCES = [("a b", [Edit(0, 1, "x", "R:OTHER"), Edit(1, 2, "y", "R:OTHER")]), ("c d", [])]


def test_both_take_turns_and_the_best_of_each_counts():
    explainer = Explainer({"metrics": {"m": {"type": "token_overlap"}}}, progress=False)
    sources, texts = planned_pairs(SENTENCES, explainer)
    assert sources == ["a b"] * 4 + ["c d"]
    assert texts == ["a b", "x b", "a y", "x y", "c d"]
    # Scoring takes 3, then 2 seconds; explaining 4, then 9.
    clock = itertools.accumulate([0, 3, 4, 1, 2, 9]).__next__
    metrics = {"m": load_metric("m", {"type": "token_overlap"})}
    assert ratio(SENTENCES, explainer, metrics, 2, clock) == 2 / 4
