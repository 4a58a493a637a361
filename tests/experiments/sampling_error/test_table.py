import numpy as np
from experiments.sampling_error.synthetic import sampling_error_rows

from gec_attribution.experiments.sampling_error import table as sampling_error


def test_sampling_error():
    shown = sampling_error.tabulate(sampling_error_rows())
    assert shown.iloc[0].to_dict() == {
        "Dataset": "JFLEG",
        "Metric": "SOME",
        "Method": "Shapley sampling",
        "T": "64",
        "MAE": "0.0171 [0.0165, 0.0177]",
        "Exact |φ|": "0.0838 ± 0.0500",
        "Seconds, exact": "12.3",
        "Seconds, sampled": "0.988",
        "Sentences": "82",
        "Edits": "900",
        "Undefined": "2",
    }
    assert shown["Method"].iloc[1] == "official sampling"
    few = sampling_error_rows().assign(mae_low=np.nan, mae_high=np.nan, sources=4)
    assert sampling_error.tabulate(few)["MAE"].tolist() == [
        *("0.0171 (4 sources)", "0.137 (4 sources)")
    ]
    assert list(shown.index) == ["metric:some|v:1"] * 2
