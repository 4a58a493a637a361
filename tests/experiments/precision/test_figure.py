import numpy as np
import pandas as pd
from figure_checks import cell_texts, legend_texts, tick_labels

from gec_attribution.experiments.precision import figure as precision
from gec_attribution.figures import style


def test_precision_writes_precision_count_and_corpus_score():
    rows = [
        ("JFLEG", "SOME", "T5", "ORTH", 0.5, 0.4, 0.6, 12, 0, 0.80312),
        ("JFLEG", "SOME", "T5", "ADV", 1.0, 0.9, 1.0, 10, 0, 0.80312),
        ("JFLEG", "SOME", "GPT-4o mini", "ORTH", 0.875, 0.8, 0.95, 30, 0, 0.8414),
        ("JFLEG", "SOME", "GPT-4o mini", "ADV", np.nan, np.nan, np.nan, 11, 0, 0.8414),
    ]
    columns = ["dataset", "metric", "system", "type", "precision", "low", "high", "edits"]
    table = pd.DataFrame(rows, columns=[*columns, "sampled_edits", "corpus_score"])
    figure = precision.plot(table, 10)
    panel, bar = figure.axes
    assert panel.get_title() == "JFLEG, SOME"
    assert tick_labels(panel.yaxis) == ["T5 (0.803)", "GPT-4o mini (0.841)"]
    assert tick_labels(panel.xaxis) == ["ORTH", "ADV"]
    assert {key: text.get_text() for key, text in cell_texts(panel).items()} == {
        (0, 0): "0.50\n12",
        (0, 1): "1.00\n10",
        (1, 0): "0.88\n30",
    }
    [mesh] = panel.collections
    assert np.argwhere(mesh.get_array().mask.reshape(2, 2)).tolist() == [[1, 1]]
    assert panel.patch.get_hatch() == style.UNDEFINED_HATCH
    assert mesh.get_clim() == (0.5, 1)
    assert legend_texts(figure) == ["fewer than 10 edits, or no effect"]
    assert "Precision" in bar.get_ylabel()
