"""What a study's style shows: rows, columns, and what is bold."""

import json

import pandas as pd
import project
import pytest

from gec_attribution.errors import ConfigError
from gec_attribution.storage.csv_files import write_csv
from gec_study.tables.chosen import best_cells, chosen_columns, chosen_rows
from gec_study.tables.render import read_printed, write_table

ROWS = pd.DataFrame(
    [
        (dataset, system, metric)
        for dataset in ("essays", "letters")
        for system in ("a", "b", "unchanged source")
        for metric in ("some", "ppl")
    ],
    columns=["dataset", "system", "metric"],
)
FRAME = pd.DataFrame(
    [
        ["Essays", "A", "SOME", "0.700 [0.600, 0.800]", "−1,200"],
        ["Essays", "B", "SOME", "0.800 [0.700, 0.900]", "−40.5"],
        ["Essays", "A", "PPL", "0.500 [0.400, 0.600]", "–"],
        ["Essays", "B", "PPL", "0.500 [0.450, 0.550]", "3"],
        ["Letters", "A", "SOME", "0.100", "0"],
    ],
    columns=["Dataset", "System", "Metric", "Accuracy", "Score"],
    index=["s1", "s1", "s2", "s2", "s3"],
)


def shown(**names):
    return list(chosen_rows(ROWS, names).itertuples(index=False, name=None))


def test_without_a_list_all_rows_stay_as_they_are():
    pd.testing.assert_frame_equal(chosen_rows(ROWS, {"dataset": None, "metric": None}), ROWS)


def test_rows_of_one_data_set_alone():
    assert {row[0] for row in shown(dataset=["letters"])} == {"letters"}
    assert len(shown(dataset=["letters"])) == 6


def test_lists_say_the_order_within_that_of_the_data_sets():
    assert shown(metric=["ppl", "some"], system=["b", "a"]) == [
        (dataset, system, metric)
        for dataset in ("essays", "letters")
        for system in ("b", "a")
        for metric in ("ppl", "some")
    ]


def test_a_table_about_nothing_that_is_listed_keeps_its_rows():
    pd.testing.assert_frame_equal(chosen_rows(ROWS, {"dataset": ["probes"]}), ROWS)
    pd.testing.assert_frame_equal(chosen_rows(ROWS, {"method": ["add"]}), ROWS)


def test_a_comparison_with_a_metric_that_is_not_listed_is_left_out():
    pairs = pd.DataFrame({"metric": ["some", "some"], "other_metric": ["ppl", "impara"]})
    assert chosen_rows(pairs, {"metric": ["some", "ppl"]})["other_metric"].tolist() == ["ppl"]


def test_columns_in_the_order_of_their_headings():
    assert list(chosen_columns(FRAME, ["Score", "Metric"], "t")) == ["Score", "Metric"]
    with pytest.raises(ConfigError, match=r"style\.tables\.t\.columns: unknown column 'Scores'"):
        chosen_columns(FRAME, ["Scores"], "t")


def test_the_best_system_of_each_metric_and_data_set():
    bold = best_cells(FRAME, {"Accuracy": "highest", "Score": "lowest"}, "t")
    assert bold["Accuracy"].tolist() == [False, True, True, True, True]
    assert bold["Score"].tolist() == [True, False, False, True, True]
    assert not bold[["Dataset", "System", "Metric"]].any(axis=None)
    with pytest.raises(ConfigError, match=r"style\.tables\.t\.best: .* 'F'; there are Dataset"):
        best_cells(FRAME, {"F": "highest"}, "t")


def test_metrics_are_compared_where_no_system_is_told_apart():
    frame = FRAME.drop(columns="System")
    bold = best_cells(frame, {"Accuracy": "highest"}, "t")
    assert bold["Accuracy"].tolist() == [False, True, False, False, True]


def test_a_table_for_a_paper(tmp_path):
    numbers = pd.DataFrame({"accuracy": [0.7], "signature": ["s1"]})
    style = {"columns": ["System", "Accuracy"], "best": {"Accuracy": "highest"}}
    write_table(FRAME[:2], tmp_path / "t", "Caption.", numbers, signatures=False, **style)
    assert (tmp_path / "t.md").read_text() == (
        "Caption.\n\n| System | Accuracy |\n| :-- | --: |\n"
        "| A | 0.700 [0.600, 0.800] |\n| B | **0.800 [0.700, 0.900]** |\n"
    )
    latex = (tmp_path / "t.tex").read_text()
    assert r"B & \textbf{0.800 [0.700, 0.900]} \\" in latex
    assert "s1" not in latex
    assert "Note" not in latex
    # The report and the CSV keep them.
    table = read_printed(tmp_path / "t.json")
    assert (table.signatures, table.bold) == (["s1"], [[1, 1]])
    assert "s1" in (tmp_path / "t.csv").read_text()


def test_without_a_style_the_cells_are_what_they_were(tmp_path):
    write_table(FRAME, tmp_path / "t", "Caption.", pd.DataFrame({"a": [1]}))
    assert "bold" not in json.loads((tmp_path / "t.json").read_text())
    assert (
        "| Essays | A | SOME | 0.700 [0.600, 0.800] | −1,200 | 1 |"
        in (tmp_path / "t.md").read_text()
    )


def test_the_script_that_prints_follows_the_style(tmp_path):
    rows = pd.DataFrame(
        [
            (dataset, metric, accuracy, *[0.1] * 6, *[20] * 4, f"s:{metric}")
            for dataset in ("essays", "letters")
            for metric, accuracy in (("some", 0.7), ("ppl", 0.8))
        ],
        columns=[
            *("dataset", "metric", "accuracy", "accuracy_low", "accuracy_high"),
            *("accuracy_symmetric", "kendall", "kendall_low", "kendall_high"),
            *("pairs", "sentences", "ties", "missing", "signature"),
        ],
    )
    write_csv(rows, tmp_path / "rows.csv")
    script = project.load_script("tabulate")
    special = {"columns": ["Metric", "Accuracy"], "best": {"Accuracy": "highest"}}
    style = {
        "shown": {"dataset": ["letters"], "metric": ["ppl", "some"]},
        "signatures": False,
        "tables": {"meta_evaluation": special},
    }
    params = {"module": "meta_evaluation.table", "labels": {"metric": {"ppl": "PPL"}}, "text": []}
    snakemake = project.Named(
        input=project.Named(tables=[tmp_path / "rows.csv"]),
        params=project.Named(**params, caption="Caption.", style=style),
        output=project.Named(tex=str(tmp_path / "meta_evaluation.tex")),
    )
    script.main(snakemake)
    assert (tmp_path / "meta_evaluation.md").read_text().splitlines()[2:] == [
        "| Metric | Accuracy |",
        "| :-- | --: |",
        "| PPL | **0.800 [0.100, 0.100]** |",
        "| some | 0.700 [0.100, 0.100] |",
    ]
    numbers = pd.read_csv(tmp_path / "meta_evaluation.csv")
    assert numbers["signature"].tolist() == ["s:ppl", "s:some"]
