from experiments.interactions import synthetic
from table_checks import rows_of_markdown, written

from gec_attribution.experiments.interactions import strongest_table as strongest_interactions
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


def test_the_strongest_pairs(tmp_path):
    table = synthetic.strongest_interactions(datasets=("JFLEG",), metrics=("SOME",))
    shown = strongest_interactions.tabulate(table)
    _, row = rows_of_markdown(written(tmp_path, shown)["md"])
    assert row == [
        *("JFLEG", "SOME", "T5", "3", "go → goes", "∅ → the", "R:VERB:SVA + M:DET", "0"),
        *("+0.250", "−0.031", "−0.125", "−0.500", "1"),
    ]
