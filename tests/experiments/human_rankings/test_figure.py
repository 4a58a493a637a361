"""Contents and places of the figure of people's rankings."""

from figure_checks import legend_texts, table_of, tick_labels

from gec_attribution.experiments.human_rankings.figure import plot


def test_every_metric_stands_in_the_band_of_its_judgement_and_systems():
    table = table_of("human_rankings", metrics=("SOME", "PPL"))
    figure = plot(table)
    assert legend_texts(figure) == ["SOME", "PPL"]
    bands = ["SEEDA-S, base", "SEEDA-S, + fluency", "SEEDA-E, base", "SEEDA-E, + fluency"]
    assert tick_labels(figure.axes[0].yaxis) == bands
    measures = ("accuracy", "ts_pearson", "ts_spearman")
    for panel, measure in zip(figure.axes, measures, strict=True):
        *points, chance = panel.lines
        for line, metric in zip(points, ("SOME", "PPL"), strict=True):
            own = table[table["metric"] == metric]
            assert line.get_xdata().tolist() == own[measure].tolist()
            assert line.get_ydata().round().tolist() == [0, 1, 2, 3]
        intervals = [segment for lines in panel.collections for segment in lines.get_segments()]
        ends = [tuple(segment[:, 0]) for segment in intervals]
        assert ends == list(zip(table[f"{measure}_low"], table[f"{measure}_high"], strict=True))
        assert chance.get_xdata()[0] == (0.5 if measure == "accuracy" else 0)


def test_the_pairs_of_corrections_are_counted():
    table = table_of("human_rankings").assign(pairs=[9381, 15289, 7708, 12172] * 3)
    assert plot(table).axes[0].get_title() == "Pairs of corrections (7,708–15,289)"
