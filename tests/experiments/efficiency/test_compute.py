from timed_sentences import ONE, TWO, HashMetric

from gec_attribution.attribution import load_method
from gec_attribution.experiments.efficiency.compute import measure_efficiency
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.languages.en import ENGLISH
from gec_attribution.timing.direct_scoring import draw_sentences


def timed(systems, *methods, metric=None, sentences=24):
    """The times of all corrections by methods of these types."""
    drawn = draw_sentences(
        systems, fewest_edits=1, most_edits=4, language=ENGLISH, seed=0
    )
    return measure_efficiency(
        Evaluation("d", "hash"),
        metric or HashMetric(),
        [
            load_method(name, {"type": name}, exact_up_to=4, above="skip")
            for name in methods
        ],
        drawn,
        sentences=sentences,
        device="abacus",
    )


def test_efficiency_has_a_row_for_each_number_of_edits_there_is():
    metric = HashMetric()
    table = timed([ONE, TWO], "shapley", "add", metric=metric, sentences=2)
    assert table[["method", "edits", "sentences"]].to_numpy().tolist() == [
        ["shapley", 2, 1],
        ["shapley", 3, 2],
        ["add", 2, 1],
        ["add", 3, 2],
    ]
    # One call to warm up, then each sentence once for each method.
    assert metric.calls == [1, 4, 8, 8, 4, 5, 5]
    assert (table["seconds_mean"] > 0).all()
    # The two with three edits are at the same line.
    assert table["sources"].tolist() == [1, 1, 1, 1]
    assert table["low"].isna().all()
    assert (table["device"] == "abacus").all()
    named = table["signature"].str.extract(
        r"metric:hash\|.*\|method:(\w+)\|", expand=False
    )
    assert named.tolist() == table["method"].tolist()
