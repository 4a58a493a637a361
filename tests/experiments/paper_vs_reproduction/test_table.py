import pandas as pd
import pytest
from computed_rows import table_of
from explained import explained
from table_checks import rows_of_markdown, written

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.explained_corpora.compute import corpus_statistics
from gec_attribution.experiments.paper_vs_reproduction import (
    table as paper_vs_reproduction,
)
from gec_attribution.tables.printed import numbers


def study(models=(), **papers):
    """Data sets with their names in a paper, and metrics with their types."""
    return {
        "datasets": {name: (paper, "en") for name, paper in papers.items()},
        "models": [(name, kind, name) for name, kind in models],
    }


def meta_evaluation(*rows):
    """Data sets, metrics and accuracies, with τ and intervals."""
    table = pd.DataFrame(rows, columns=["dataset", "metric", "accuracy"])
    low, high = table["accuracy"] - 0.01, table["accuracy"] + 0.01
    tau = {"kendall": -0.066, "kendall_low": -0.09, "kendall_high": 0.04}
    return table.assign(accuracy_low=low, accuracy_high=high, **tau, signature="v:1")


def test_the_paper_beside_our_numbers():
    rows = [("jfleg-dev", "some", 0.531), ("conll14", "ppl", 0.5)]
    meta = meta_evaluation(
        *rows, ("essays", "some", 0.531), ("jfleg-dev", "some-g", 0.531)
    )
    precision = pd.DataFrame(
        {"system": ["t5", "t5", "ours"], "corpus_score": [0.8, 0.8, 0.9]}
    )
    precision = precision.assign(
        dataset="jfleg-dev", metric="some", signature="metric:some|v:1"
    )
    claimed = study(
        [("ppl", "perplexity")], **{"jfleg-dev": "jfleg-dev"}, conll14="conll14"
    )
    table = paper_vs_reproduction.join(
        meta_evaluation=meta, precision=precision, claimed=claimed
    )
    keys = (
        table[["place", "dataset", "metric", "system", "measure"]].to_numpy().tolist()
    )
    assert keys == [
        ["section 4.4", "jfleg-dev", "some", "", "accuracy"],
        ["section 4.4", "jfleg-dev", "some", "", "kendall"],
        ["section 4.4", "conll14", "ppl", "", "accuracy"],
        ["Figure 7", "jfleg-dev", "some", "t5", "corpus_score"],
    ]
    assert table["published"].tolist() == [0.529, 0.058, 0.522, 0.803]
    assert table["difference"].tolist() == pytest.approx(
        [0.002, -0.124, -0.022, -0.003]
    )
    shown = paper_vs_reproduction.tabulate(table)
    assert shown["Ours"].tolist() == [
        "0.531 [0.521, 0.541]",
        "−0.066 [−0.090, 0.040]",
        "0.500 [0.490, 0.510]",
        "0.800",
    ]
    assert shown["Difference"].tolist() == ["+0.002", "−0.124", "−0.022", "−0.003"]
    assert shown.index[-1] == "metric:some|v:1"


@pytest.mark.parametrize(
    "measured", [{}, {"meta_evaluation": meta_evaluation(("conll14", "some", 0.5))}]
)
def test_a_study_of_other_data_or_measures_leaves_the_comparison_empty(
    measured, tmp_path
):
    table = paper_vs_reproduction.join(claimed=study(essays="conll14"), **measured)
    files = written(tmp_path, paper_vs_reproduction.tabulate(table), numbers=table)
    assert len(rows_of_markdown(files["md"])) == 1


def test_the_numbers_of_excgec_beside_ours():
    sentences = [explained("我门", "我们", (1, 2, "们", "词语误用", 2))] * 12
    statistics = corpus_statistics(Evaluation("mine", resamples=100), sentences)
    names = {
        "explainer": {"written": "qwen-post"},
        "system": {"strong": "own", "weak": "reference"},
    }
    systems = table_of("explained_systems", datasets=("mine",)).replace(names)
    people = table_of("description_ratings", datasets=("mine",))
    people["value"] = (people["level"] == "system").map({True: 0.9, False: 0.5})
    table = paper_vs_reproduction.join(
        corpus_statistics=statistics,
        explained_systems=systems.assign(
            accuracy=0.8, accuracy_low=0.7, accuracy_high=0.9, mae=0.75
        ),
        description_ratings=people,
        claimed=study(mine="excgec-test"),
    ).set_index(["place", "system", "measure"])
    ours = table["ours"].to_dict()
    assert ours["EXCGEC, Table 1", "", "minor_types"] == 16
    assert ours["EXCGEC, Table 1", "", "major_types"] == 5
    assert ours["EXCGEC, Table 2", "", "characters"] == 2
    assert ours["EXCGEC, Table 4", "qwen-post (reference)", "accuracy"] == 80
    assert ours["EXCGEC, Table 5", "qwen-post (own)", "mae"] == 0.75
    assert ours["EXCGEC, Table 7", "people", "pearson"] == 0.9
    assert (
        table.loc[("EXCGEC, Table 4", "qwen-post (reference)", "accuracy"), "published"]
        == 81.53
    )
    shown = paper_vs_reproduction.tabulate(table.reset_index())
    assert "80.000 [70.000, 90.000]" in shown["Ours"].tolist()


def test_the_papers_numbers_are_copied_right():
    value = {
        (row.dataset, row.metric, row.system, row.measure): row.value
        for row in numbers()
    }
    assert len(value) == len(numbers())
    for (dataset, metric, system, measure), number in value.items():
        if measure == "kendall":
            accuracy = value[dataset, metric, "", "accuracy"]
            assert number == pytest.approx(2 * accuracy - 1, abs=0.0016)
        # F0.5 is a mean over runs of what follows from precision and recall.
        if measure.endswith("f0_5"):
            stem = measure.removesuffix("f0_5")
            p, r = (
                value[dataset, metric, system, stem + part]
                for part in ("precision", "recall")
            )
            assert number == pytest.approx(1.25 * p * r / (0.25 * p + r), abs=0.35), (
                system
            )
