import pandas as pd
import pytest
from table_checks import meta_evaluation_row, rows_of_markdown, written

from gec_attribution.tables import (
    paper_vs_reproduction,
)
from gec_attribution.tables.published import NUMBERS


def precision_rows(system, score):
    return pd.DataFrame(
        {
            "dataset": "jfleg-dev",
            "metric": "some",
            "system": system,
            "type": ["DET", "PREP"],
            "corpus_score": score,
            "signature": "metric:some|method:shapley|v:1",
        }
    )


def test_the_paper_beside_our_numbers():
    meta = pd.DataFrame(
        [
            meta_evaluation_row(),
            meta_evaluation_row("conll14", "ppl", 0.5),
            meta_evaluation_row("essays", "some"),
            meta_evaluation_row("jfleg-dev", "some-g"),
        ]
    )
    precision = pd.concat([precision_rows("t5", 0.8), precision_rows("ours", 0.9)])
    published = {"jfleg-dev": "jfleg-dev", "conll14": "conll14"}
    table = paper_vs_reproduction.join(meta, precision, published)
    keys = table[["place", "dataset", "metric", "system", "measure"]].to_numpy().tolist()
    assert keys == [
        ["section 4.4", "jfleg-dev", "some", "", "accuracy"],
        ["section 4.4", "jfleg-dev", "some", "", "kendall"],
        ["section 4.4", "conll14", "ppl", "", "accuracy"],
        ["Figure 7", "jfleg-dev", "some", "t5", "corpus_score"],
    ]
    assert table["published"].tolist() == [0.529, 0.058, 0.522, 0.803]
    assert table["difference"].tolist() == pytest.approx([0.002, -0.124, -0.022, -0.003])
    shown = paper_vs_reproduction.tabulate(table)
    assert shown["Ours"].tolist() == [
        "0.531 [0.521, 0.541]",
        "−0.066 [−0.090, 0.040]",
        "0.500 [0.490, 0.510]",
        "0.800",
    ]
    assert shown["Difference"].tolist() == ["+0.002", "−0.124", "−0.022", "−0.003"]
    assert shown.index[-1] == "metric:some|method:shapley|v:1"


def test_a_data_set_is_compared_by_what_it_is_not_by_its_name():
    meta = pd.DataFrame([meta_evaluation_row("essays"), meta_evaluation_row("conll14", "ppl")])
    rows = precision_rows("ours", 0.9)
    table = paper_vs_reproduction.join(meta, rows, {"essays": "jfleg-dev"})
    assert table["dataset"].tolist() == ["essays", "essays"]
    assert table["published"].tolist() == [0.529, 0.058]


def test_a_study_of_other_data_leaves_the_comparison_empty(tmp_path):
    table = paper_vs_reproduction.join(
        pd.DataFrame([meta_evaluation_row("conll14")]), precision_rows("ours", 0.9), {}
    )
    files = written(tmp_path, paper_vs_reproduction.tabulate(table), numbers=table)
    assert len(rows_of_markdown(files["md"])) == 1


def test_published_accuracies_and_correlations_agree():
    value = {(row.dataset, row.metric, row.system, row.measure): row.value for row in NUMBERS}
    assert len(value) == len(NUMBERS)
    for (dataset, metric, _, measure), kendall in value.items():
        if measure == "kendall":
            accuracy = value[dataset, metric, "", "accuracy"]
            assert kendall == pytest.approx(2 * accuracy - 1, abs=0.0016)
