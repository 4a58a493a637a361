"""The benchmark, on a metric that costs nothing and a clock that is known."""

import itertools

from gec_attribution import Edit, Explainer, load_metric
from tools.benchmark import planned_pairs, relative_times

SENTENCES = [("a b", [Edit(0, 1, "x", "R:OTHER"), Edit(1, 2, "y", "R:OTHER")]), ("c d", [])]


def test_each_step_takes_turns_and_its_fastest_counts():
    explainer = Explainer({"metrics": {"m": {"type": "token_overlap"}}}, progress=False)
    sources, texts = planned_pairs(SENTENCES, explainer)
    assert sources == ["a b"] * 4 + ["c d"]
    assert texts == ["a b", "x b", "a y", "x y", "c d"]
    # A turn of scoring, explaining, attributing and scoring one pair at a time, then another.
    turns = [*(3, 4, 1, 8), *(2, 9, 2, 6)]
    ticks = itertools.accumulate(tick for turn in turns for tick in (0, turn))
    metrics = {"m": load_metric("m", {"type": "token_overlap"})}
    times = relative_times(SENTENCES, explainer, metrics, 2, ticks.__next__)
    assert times == {"scoring": 1, "explaining": 2, "attributing": 0.5, "one at a time": 3}
