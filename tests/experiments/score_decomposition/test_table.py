from experiments.score_decomposition import synthetic
from table_checks import rows_of_markdown, written

from gec_study.experiments.score_decomposition import differences_table as score_differences
from gec_study.experiments.score_decomposition import table as score_decomposition


def test_parts_of_the_scores_of_twelve_systems(tmp_path):
    systems = [f"System {number}" for number in range(1, 13)]
    table = synthetic.score_decomposition(systems=systems, types=("DET", "NOUN"))
    exact = (table["group"] == "NOUN") & (table["system"] == "System 2")
    table.loc[exact, ["value", "low", "high"]] = 0.0125, -0.01, 0.03
    table.loc[(table["group"] == "NOUN") & (table["system"] == "System 3"), "edits"] = 0
    table.loc[(table["group"] == "DET") & (table["system"] == "System 1"), "value"] = -0.5
    heading, *rows = rows_of_markdown(written(tmp_path, score_decomposition.tabulate(table))["md"])
    assert heading == ["Dataset", "Metric", "Part", *systems, "Note"]
    cells = {row[2]: row[3:] for row in rows}
    assert list(cells) == ["sources", "DET", "NOUN", "not attributed", "score"]
    assert cells["sources"][0] == "0.75"
    assert cells["DET"][0] == "−0.50*"
    assert cells["NOUN"][1:3] == ["+0.01", "0"]
    assert cells["not attributed"][0].endswith(" (12)")


def test_each_system_is_compared_with_the_next_in_the_ranking():
    table = synthetic.score_differences(systems=("A", "B", "C"), types=("DET", "NOUN"))
    best = {("A", "B"): -0.25, ("A", "C"): 0.5, ("B", "C"): 0.75}
    for (one, other), value in best.items():
        rows = (table["system"] == one) & (table["other_system"] == other)
        table.loc[rows & (table["by"] == "all"), ["difference", "more", "worth"]] = value, value, 0
        table.loc[rows & (table["by"] == "all"), ["low", "high"]] = value - 0.1, value + 0.2
        for kind, share in (("DET", 0.25), ("NOUN", 0.75)):
            number = share * value
            columns = ["difference", "more", "worth"]
            table.loc[rows & (table["group"] == kind), columns] = number, 2 * number, -number
    shown = score_differences.tabulate(table)
    assert shown["Comparison"].tolist() == ["B − A", "A − C"]
    # B − A is the other way round from the row of A and B.
    assert shown.iloc[0]["Difference"] == "+0.25 [+0.05, +0.35]"
    assert shown.iloc[0]["More edits"] == "+0.25"
    assert shown.iloc[0]["Largest part"] == "NOUN +0.19 (+0.38, −0.19)"
    assert shown.iloc[1]["Second"] == "DET +0.12 (+0.25, −0.12)"
    assert shown.iloc[1]["Third"] == ""
