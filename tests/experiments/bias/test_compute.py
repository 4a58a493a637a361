import numpy as np
import pytest
from attributed import attributions, typed_sentence
from small_study import inputs_of

from gec_attribution.experiments.bias.compute import bias, compute
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.statistics.bootstrap import holm

TABLE = attributions(
    [
        typed_sentence("one", 0, [1, -3], "R:ORTH", "M:DET"),
        typed_sentence("two", 0, [2, 2], "R:DET", "R:VERB:SVA"),
        typed_sentence("two", 1, [0, 0], "U:DET", "R:ORTH"),
        typed_sentence("two", 2, [float("nan")], "U:DET"),
    ]
)


def test_the_mean_of_a_type_is_over_all_operations_and_systems():
    table = bias(Evaluation(resamples=50), TABLE, min_frequency=1).set_index("type")
    assert table.index.tolist() == ["DET", "ORTH", "VERB:SVA"]
    assert table["mean"].tolist() == pytest.approx([(-0.75 + 0.5 + 0) / 3, 0.25 / 2, 0.5])
    assert table["edits"].tolist() == [3, 2, 1]
    assert (table["missing"] == 1).all()
    assert table["sources"].tolist() == [2, 2, 1]


def test_the_correction_is_over_the_types_of_all_metrics(study, tmp_path):
    generator = np.random.default_rng(0)
    files = {"attributions": [tmp_path / f"{metric}.parquet" for metric in "mn"]}
    for path in files["attributions"]:
        sentences = [
            typed_sentence("one", line, phi.tolist(), "R:DET", "R:ORTH")
            for line, phi in enumerate(generator.normal(0.4, 1, (40, 2)))
        ]
        attributions(sentences, metric=path.stem).to_parquet(path)
    table = compute(inputs_of("bias", study, files=files, options={"min_frequency": 1}))
    assert (table["metric"] + table["type"]).tolist() == ["mDET", "mORTH", "nDET", "nORTH"]
    assert table["p_holm"].tolist() == holm(table["p"].to_numpy()).tolist()
