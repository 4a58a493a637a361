import numpy as np
import pandas as pd

from gec_training.loop import losses


def test_a_curve_is_the_median_of_a_tenth_of_its_points():
    steps = np.arange(30)
    noisy = np.where(steps == 15, 100.0, 30.0 - steps)
    table = pd.concat(
        [
            pd.DataFrame({"training": "encoder", "curve": name, "step": steps, "loss": loss})
            for name, loss in {"training": noisy, "held out": 2.0 * noisy}.items()
        ]
    )
    [panel] = losses.plot(table).axes
    assert panel.get_title() == "encoder"
    assert [text.get_text() for text in panel.get_legend().get_texts()] == ["training", "held out"]
    training, held_out = panel.lines
    assert training.get_ydata()[[0, 14, 15, 16, 29]].tolist() == [29.5, 17, 16, 14, 1.5]
    np.testing.assert_allclose(held_out.get_ydata(), 2 * training.get_ydata())
    assert str(training._unscaled_dash_pattern) != str(held_out._unscaled_dash_pattern)
