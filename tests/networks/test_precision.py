"""bfloat16: only the products in the blocks, on a CPU as on a GPU."""

import logging

import numpy as np
import pytest
import torch
from tiny_models import entries

from gec_attribution.metrics import load_metric
from gec_attribution.networks.precision import (
    has_bfloat16,
    warn_without_bfloat16,
)

SOURCES = ["the cat sit on a mat .", "she like read book", "she like read book", ""]
HYPOTHESES = ["the cat sat on the mat .", "she likes to read books", "she like read book", "yes"]


@pytest.mark.parametrize("name", ["some", "impara", "ppl", "similarity", "bertscore"])
def test_scores_are_near_those_of_float32_and_signed_apart(tiny_models, name):
    encoder = str(tiny_models / "similarity")
    entry = {
        **entries(tiny_models),
        "similarity": {"type": "similarity", "encoder": encoder},
        "bertscore": {"type": "bertscore", "model": encoder, "against": "source"},
    }[name]
    exact, rounded = (load_metric(name, entry, dtype=d) for d in ("float32", "bfloat16"))
    columns = rounded.evaluate(SOURCES, HYPOTHESES)
    moved = False
    for component, values in exact.evaluate(SOURCES, HYPOTHESES).items():
        np.testing.assert_allclose(columns[component], values, rtol=0.02, atol=0.02)
        moved |= bool((columns[component] != values).any())
    assert moved
    assert exact.store_signature()["dtype"] == "float32"
    assert rounded.store_signature()["dtype"] == "bfloat16 products in blocks"


def test_a_device_without_bfloat16_is_said(monkeypatch, caplog):
    told = {"avx2": True, "amx_bf16": False}
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: told, raising=False)
    with caplog.at_level(logging.WARNING):
        warn_without_bfloat16(torch.device("cpu"))
    assert "(cpu) has no instructions for bfloat16" in caplog.text
    caplog.clear()
    # Torch's answers for a V100, which can emulate bfloat16, and for an A100.
    for native in (False, True):
        monkeypatch.setattr(
            torch.cuda,
            "is_bf16_supported",
            lambda native=native, *, including_emulation: including_emulation or native,
        )
        assert has_bfloat16(torch.device("cuda")) == native
        warn_without_bfloat16(torch.device("cuda"))
        assert ("(cuda) has no instructions for bfloat16" in caplog.text) != native
        caplog.clear()
