"""Behaviour on a GPU, without one: transfers, dtypes, and too little memory.

Numbers of a real GPU differ from a processor's in their last digits: `test_gpu` compares them.
"""

import functools

import numpy as np
import pytest
from pretended_gpu import DEVICE, pretended_gpu

from gec_attribution.metrics import load_metric

SOURCES = ["the cat sit on a mat .", "she like read book", "he", "yesterday the the cat"] * 20
HYPOTHESES = [
    f"{number} {source} {'on ' * (number % 7)}the mat" for number, source in enumerate(SOURCES)
]
METRICS = {
    "some": {"type": "some", "model": "encoder"},
    "impara": {
        "type": "impara",
        "quality_estimator": "quality",
        "similarity_estimator": "similarity",
    },
    "ppl": {"type": "perplexity", "model": "gpt2"},
    "similarity": {"type": "similarity", "encoder": "similarity"},
    "bertscore": {"type": "bertscore", "model": "similarity", "against": "source"},
}


def entry(models, name):
    return {
        key: value if key in ("type", "against") else str(models / value)
        for key, value in METRICS[name].items()
    }


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("name", METRICS)
def test_metrics_score_there_as_on_a_processor_and_in_too_little_memory(
    tiny_models, name, dtype, caplog
):
    load = functools.partial(load_metric, name, entry(tiny_models, name), dtype=dtype)
    expected = load(device="cpu").score(SOURCES, HYPOTHESES)
    tolerance = 1e-5 if dtype == "float32" else 2e-2
    with pretended_gpu() as gpu:
        metric = load(device=DEVICE)
        weights = gpu.allocated
        assert weights > 0
        scores = metric.score(SOURCES, HYPOTHESES)
        np.testing.assert_allclose(scores, expected, rtol=tolerance, atol=tolerance)
        assert gpu.peak > gpu.allocated == weights
        gpu.capacity = weights + (gpu.peak - weights) // 2
        again = metric.score(SOURCES, HYPOTHESES)
        np.testing.assert_allclose(again, scores, rtol=tolerance, atol=tolerance)
        assert gpu.allocated == weights
    assert "out of GPU memory: a batch of" in caplog.text
