"""What a GPU would meet, without one: transfers, dtypes, and too little memory, on every path.

Numbers of a real GPU differ from a processor's in their last digits: `test_gpu` compares them.
"""

import functools

import numpy as np
import pytest
import torch
import transformers
from pretended_gpu import DEVICE, OnGpu, pretended_gpu
from tiny_chat_models import LAYOUTS, build_adapter, build_chat_model
from tiny_models import bart_that_ends, save
from toy_gector import save_random

from gec_attribution.metrics import load_metric
from gec_attribution.networks.generation import TextGenerator
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import load_system

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


def test_it_is_as_strict_as_a_gpu():
    with pretended_gpu(capacity=1000) as gpu:
        on_gpu, on_cpu = torch.ones(4, device=DEVICE), torch.ones(4)
        assert isinstance(on_gpu, OnGpu)
        assert (on_gpu.device, gpu.allocated) == (torch.device(DEVICE), 16)
        with pytest.raises(RuntimeError, match="expected all tensors to be on the same device"):
            on_gpu + on_cpu
        assert torch.equal((on_gpu + on_cpu.to(DEVICE)).cpu(), on_cpu + on_cpu)
        with pytest.raises(RuntimeError, match="not supported"):
            on_gpu.numpy()
        with pytest.raises(torch.OutOfMemoryError):
            torch.ones(300, device=DEVICE)
        del on_gpu
        assert gpu.allocated == 0
        assert gpu.peak >= 16 + 16 + 16


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("name", METRICS)
def test_metrics_score_there_as_on_a_processor(tiny_models, name, dtype):
    load = functools.partial(load_metric, name, entry(tiny_models, name), dtype=dtype)
    expected = load(device="cpu").score(SOURCES, HYPOTHESES)
    with pretended_gpu() as gpu:
        metric = load(device=DEVICE)
        weights = gpu.allocated
        assert weights > 0
        scores = metric.score(SOURCES, HYPOTHESES)
        assert gpu.peak > gpu.allocated == weights
    tolerance = 1e-5 if dtype == "float32" else 2e-2
    np.testing.assert_allclose(scores, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", METRICS)
def test_metrics_score_the_same_in_too_little_memory(tiny_models, name, caplog):
    with pretended_gpu() as gpu:
        metric = load_metric(name, entry(tiny_models, name), device=DEVICE)
        weights = gpu.allocated
        expected = metric.score(SOURCES, HYPOTHESES)
        gpu.capacity = weights + (gpu.peak - weights) // 2
        np.testing.assert_allclose(metric.score(SOURCES, HYPOTHESES), expected, rtol=1e-5)
        assert gpu.allocated == weights
    assert "out of GPU memory: a batch of" in caplog.text


@pytest.fixture(scope="module")
def systems(tmp_path_factory):
    folder = tmp_path_factory.mktemp("systems")
    words = dict.fromkeys(" ".join(SOURCES).split())
    save_random(folder / "gector", list(words), ["$DELETE", "$APPEND_the", "$REPLACE_mat"], seed=3)
    save(*bart_that_ends(), folder / "bart")
    return folder


@pytest.mark.parametrize(
    "spec",
    [
        {"type": "gector", "model": "gector"},
        {"type": "seq2seq", "model": "bart", "num_beams": 3, "min_length_ratio": 0.5},
    ],
    ids=lambda spec: spec["type"],
)
def test_systems_correct_there_as_on_a_processor(systems, spec, caplog):
    spec = {**spec, "model": str(systems / spec["model"])}
    sources = [f"{SOURCES[0]} {number}" for number in range(10, 34)]
    expected = load_system("toy", spec, Settings(device="cpu")).correct(sources)
    assert expected != sources
    with pretended_gpu() as gpu:
        system = load_system("toy", spec, Settings(device=DEVICE))
        weights = gpu.allocated
        assert system.correct(sources) == expected
        assert gpu.peak > gpu.allocated == weights
        gpu.capacity = weights + (gpu.peak - weights) // 2
        assert system.correct(sources) == expected
    assert "out of GPU memory: a batch of" in caplog.text


def test_a_language_model_weighs_edits_there_as_on_a_processor(tiny_models):
    spec = {"type": "language_model", "model": str(tiny_models / "gpt2"), "threshold": 0.1}
    sources = SOURCES[:4]
    expected = load_system("toy", spec, Settings(device="cpu")).correct(sources)
    assert expected != sources
    with pretended_gpu() as gpu:
        system = load_system("toy", spec, Settings(device=DEVICE))
        weights = gpu.allocated
        assert system.correct(sources) == expected
        assert gpu.peak > gpu.allocated == weights


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_model_with_an_adapter_writes_there_in_bfloat16(layout, tmp_path, caplog):
    pytest.importorskip("peft", reason="needs the extra `explanations`")
    kind, sharing = LAYOUTS[layout]
    folder = build_chat_model(tmp_path / "base", kind, sharing=sharing, dtype=torch.bfloat16)
    base = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    adapter = build_adapter(base, tmp_path / "adapter", strength=0.5, whole=("embed_tokens",))
    texts = ["我门去学校。", "天气很好了吗，他喜欢吃平果和香蕉。"] * 4
    with pretended_gpu() as gpu:
        settings = Settings(device=DEVICE, dtype="bfloat16")
        generator = TextGenerator(folder, adapter, settings)
        weights = gpu.allocated
        assert {weight.dtype for weight in generator.model.parameters()} == {torch.bfloat16}
        assert all(isinstance(weight, OnGpu) for weight in generator.model.parameters())
        prompts = [generator.prompt([{"role": "user", "content": text}]) for text in texts]
        searched = generator.search(prompts, [12] * 8, num_beams=3)
        drawn = generator.sample(prompts, [12] * 8, seeds=range(8), temperature=0.8, top_p=0.9)
        assert gpu.peak > gpu.allocated == weights
        assert searched[:2] * 4 == searched
        assert len({each.text for each in drawn}) == 8
        gpu.capacity = weights + (gpu.peak - weights) // 2
        again = generator.search(prompts, [12] * 8, num_beams=3)
    assert all(each.text for each in again)
    assert "out of GPU memory: a batch of" in caplog.text
