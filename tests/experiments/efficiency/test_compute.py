from timed_sentences import ONE, TWO, HashMetric

from gec_attribution.attribution import load_method
from gec_attribution.edits.model import Edit
from gec_attribution.experiments.efficiency.compute import measure_efficiency
from gec_attribution.experiments.evaluation import Evaluation


def test_efficiency_has_a_row_for_each_number_of_edits_there_is():
    methods = [
        load_method(name, {"type": name}, max_edits=4, above_max_edits="skip")
        for name in ("shapley", "add")
    ]
    metric = HashMetric()
    table = measure_efficiency(
        Evaluation("d", "hash", resamples=50),
        metric,
        methods,
        [ONE, TWO],
        max_edits=4,
        sentences=2,
        device="abacus",
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

    def timed(systems):
        return measure_efficiency(
            *(Evaluation("d", "m"), HashMetric(), [method], systems),
            max_edits=4,
            sentences=24,
            device="abacus",
        )

    table = timed(systems)
    assert table[["sentences", "sources", "note"]].to_numpy().tolist() == [[24, 12, ""]]
    assert table["low"][0] <= table["seconds_mean"][0] <= table["high"][0]
    few = timed([lines[:9] for lines in systems])
    # Eighteen sentences were timed, of nine sources.
    assert few[["sentences", "sources"]].to_numpy().tolist() == [[18, 9]]
    assert few["low"].isna().all()


def test_efficiency_of_no_sentences_is_an_empty_table():
    table = measure_efficiency(
        Evaluation("d", "m"), HashMetric(), [], [[]], max_edits=3, sentences=1, device="cpu"
    )
    assert table.empty
    assert "seconds_mean" in table
