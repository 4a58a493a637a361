from figure_checks import table_of

from gec_attribution.experiments.severity_attribution import felt_types_table


def test_a_study_of_rare_types_alone_gives_an_empty_table_with_its_headings():
    rows = table_of("severity_attribution")
    few = felt_types_table.join(rows[rows["by"] != "type"], "Shapley")
    shown = felt_types_table.tabulate(few)
    assert shown.empty
    frequent = felt_types_table.tabulate(felt_types_table.join(rows, "Shapley"))
    assert shown.columns.tolist() == frequent.columns.tolist()
