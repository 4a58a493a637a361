from experiments.interactions import synthetic

from gec_attribution.experiments.interactions import table as interactions


def test_interactions_of_all_pairs_and_by_types():
    table = synthetic.interactions(datasets=("JFLEG",), metrics=("SOME",))
    shown = interactions.tabulate(table)
    assert shown.columns.tolist() == [
        *("Dataset", "Metric", "Pairs of", "Pairs"),
        *("Mean |I|", "Relative, %", "Negative, %", "Left out, %"),
    ]
    assert shown["Pairs of"].tolist() == ["all", "DET + NOUN", "PUNCT + SPELL"]
    assert shown.iloc[0].tolist() == [
        *("JFLEG", "SOME", "all", "2,000", "0.400 [0.320, 0.480]"),
        *("40.0 [32.0, 48.0]", "40.0 [32.0, 48.0]", "12.5 [10.0, 15.0]"),
    ]
    assert shown.iloc[1, -1] == ""
    assert shown.index.tolist() == table["signature"].tolist()[:3]
