import numpy as np
import pandas as pd
from figure_checks import cell_texts, legend_texts, tick_labels

from gec_attribution.experiments.bias import figure as bias

COLUMNS = ["dataset", "metric", "type", "mean", "p_holm", "edits", "sampled_edits"]


def test_bias_writes_means_and_counts_and_hatches_the_rest():
    rows = [
        ("JFLEG", "SOME", "DET", 0.25, 0.001, 40, 0),
        ("JFLEG", "SOME", "ORTH", 0.01, 0.3, 90, 0),
        ("JFLEG", "PPL", "DET", -0.5, 0.049, 33, 0),
        ("JFLEG", "PPL", "ORTH", 0.125, 0.05, 90, 0),
        ("JFLEG", "PPL", "ADV", 0.0625, np.nan, 31, 0),
    ]
    figure = bias.plot(pd.DataFrame(rows, columns=COLUMNS), 31)
    panel, _bar = figure.axes
    assert tick_labels(panel.yaxis) == ["ORTH", "DET", "ADV"]
    assert tick_labels(panel.xaxis) == ["SOME", "PPL"]
    cells = cell_texts(panel)
    assert {key: text.get_text() for key, text in cells.items()} == {
        (0, 0): "+0.01",
        (0, 1): "+0.12",
        (1, 0): "+0.25",
        (1, 1): "−0.50",
        (2, 1): "+0.06",
    }
    bold = {key for key, text in cells.items() if text.get_weight() == "bold"}
    assert bold == {(1, 0), (1, 1)}
    [edits] = panel.child_axes
    assert tick_labels(edits.yaxis) == ["90", "33–40", "31"]
    bold, undefined = legend_texts(figure)
    assert bold == "bold: differs from 0 (p < 0.05 after Holm)"
    assert undefined == "fewer than 31 edits"
