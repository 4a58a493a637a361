import numpy as np
import pandas as pd

from gec_attribution.experiments.differences.compute import compute
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.statistics.differences import write_statistics


def test_the_statistics_of_all_metrics_are_compared_in_their_order(tmp_path):
    paths = []
    for metric, values in {"some": (0.75, 0.5), "ppl": (0.25, 0.125)}.items():
        replicates = [np.full(9, value) for value in values]
        table = pd.DataFrame({"method": ["shapley", "sub"], "value": values})
        about = {"dataset": "d", "metric": metric, "measure": "tau", "sources": 40}
        table = table.assign(**about, signature=metric, replicates=replicates)
        paths.append(tmp_path / f"{metric}.parquet")
        write_statistics(table, paths[-1], keys=["measure"])
    settings = {"keys": ("measure",), "family": ()}
    table = compute(Inputs({"statistics": paths}, settings=settings))
    columns = ["metric", "method", "other_metric", "other_method", "difference"]
    assert table[columns].to_numpy().tolist() == [
        ["some", "shapley", "some", "sub", 0.25],
        ["ppl", "shapley", "ppl", "sub", 0.125],
        ["some", "shapley", "ppl", "shapley", 0.5],
    ]
