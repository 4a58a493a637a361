"""Figure 4 with one reference for all methods, the one of the best F0.5."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.agreement.figure import curves_of
from gec_attribution.experiments.agreement.labels import BEST_F


def plot(table: pd.DataFrame) -> Figure:
    """Agreement by threshold, as in `figure.plot`."""
    return curves_of(table, BEST_F)
