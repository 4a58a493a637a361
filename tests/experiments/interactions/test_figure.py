from figure_checks import legend_texts, table_of, tick_labels, whiskers

from gec_attribution.experiments.interactions import figure as interactions


def test_interactions_have_a_panel_a_data_set_and_a_curve_a_metric():
    table = table_of("interactions")
    figure = interactions.plot(table)
    assert [panel.get_title() for panel in figure.axes] == [
        "CoNLL-2014 (9,800 pairs of edits)",
        "JFLEG (9,800 pairs of edits)",
    ]
    assert legend_texts(figure) == ["SOME", "IMPARA", "PPL"]
    rows = table[(table["by"] == "distance") & (table["measure"] == "relative")]
    for panel, dataset in zip(figure.axes, ("CoNLL-2014", "JFLEG"), strict=True):
        assert tick_labels(panel.xaxis) == ["0", "1", "2", "3–4", "5–8", "9–16", "≥ 17"]
        for line, metric in zip(panel.lines, ("SOME", "IMPARA", "PPL"), strict=True):
            shown = rows[(rows["dataset"] == dataset) & (rows["metric"] == metric)]
            assert line.get_ydata().tolist() == shown["value"].tolist()
            assert [round(x) for x in line.get_xdata()] == list(range(7))
        assert len(whiskers(panel)) == 21
