"""bfloat16: only the products in the blocks, on a CPU as on a GPU."""

import pytest
from numpy.testing import assert_allclose
from tiny_models import entries

from gec_attribution.metrics import load_metric

SOURCES = ["the cat sit on a mat .", "she like read book", "she like read book", ""]
HYPOTHESES = [
    "the cat sat on the mat .",
    "she likes to read books",
    "she like read book",
    "yes",
]


@pytest.mark.parametrize("name", ["some", "impara", "ppl", "similarity", "bertscore"])
def test_scores_are_near_those_of_float32_and_signed_apart(tiny_models, name):
    encoder = str(tiny_models / "similarity")
    entry = {
        **entries(tiny_models),
        "similarity": {"type": "similarity", "encoder": encoder},
        "bertscore": {"type": "bertscore", "model": encoder, "against": "source"},
    }[name]
    exact, rounded = (
        load_metric(name, entry, dtype=d) for d in ("float32", "bfloat16")
    )
    columns = rounded.evaluate(SOURCES, HYPOTHESES)
    moved = False
    for component, values in exact.evaluate(SOURCES, HYPOTHESES).items():
        assert_allclose(columns[component], values, rtol=0.02, atol=0.02)
        moved |= bool((columns[component] != values).any())
    assert moved
    assert exact.store_signature()["dtype"] == "float32"
    assert rounded.store_signature()["dtype"] == "bfloat16 products in blocks"
