"""Methods against methods and metrics against metrics, on one data set."""

import pandas as pd

from gec_attribution.experiments.inputs import Inputs
from gec_attribution.statistics.differences import differences


def compute(inputs: Inputs) -> pd.DataFrame:
    """The `differences` of an experiment's statistics: a file for each metric, in their order."""
    statistics = map(pd.read_parquet, inputs.files["statistics"])
    return differences(pd.concat(statistics, ignore_index=True), **inputs.settings)
