import numpy as np
from figure_checks import table_of, whiskers
from matplotlib.collections import LineCollection

from gec_attribution.experiments.efficiency import figure as efficiency


def test_efficiency_shows_mean_band_interval_and_device():
    table = table_of("efficiency", methods=("Shapley",))
    figure = efficiency.plot(table)
    [panel] = figure.axes
    assert panel.get_title() == "JFLEG\nNVIDIA H200"
    assert panel.get_yscale() == "log"
    assert panel.get_ylabel() == "Time per sentence (s)"
    bands = [each for each in panel.collections if not isinstance(each, LineCollection)]
    for (_, rows), line, band in zip(
        table.groupby("metric", sort=False), panel.lines, bands, strict=True
    ):
        np.testing.assert_allclose(line.get_ydata(), rows["seconds_mean"])
        edges = band.get_paths()[0].vertices
        last_row = rows.iloc[-1]
        top = edges[edges[:, 0] == last_row["edits"], 1]
        np.testing.assert_allclose(
            [top.min(), top.max()],
            [
                last_row["seconds_mean"] - last_row["seconds_sd"],
                last_row["seconds_mean"] + last_row["seconds_sd"],
            ],
        )
    np.testing.assert_allclose(
        [(low, high) for _, low, high in whiskers(panel)], table[["low", "high"]]
    )
