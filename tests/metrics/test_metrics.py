import shutil
from functools import partial

import huggingface_hub
import numpy as np
import pytest
import torch
import transformers
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from safetensors.torch import load_file, save_file
from tiny_models import SIZES, entries

from gec_attribution.errors import ConfigError, ModelError
from gec_attribution.metrics import load_metric
from gec_attribution.networks.batches import run_batches
from gec_attribution.networks.model_files import fingerprint

LONG = " ".join(["yesterday she likes to read many books about it ,"] * 20)


@pytest.fixture(scope="module")
def metrics(tiny_models):
    """SOME, IMPARA and perplexity by name."""
    return {
        name: load_metric(name, entry) for name, entry in entries(tiny_models).items()
    }


def official_logit(folder, *texts):
    """A regressor's prediction for one text or pair, padded to 128 tokens as the authors do."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder)
    inputs = tokenizer(
        *texts,
        max_length=128,
        padding="max_length",
        truncation=True,
        return_tensors="pt",
    )
    with torch.no_grad():
        return model(**inputs).logits.item()


# --- the numbers


def test_imparas_gate_opens_at_the_threshold(metrics):
    columns = {
        "quality": np.array([0.7, 0.7, 0.7]),
        "similarity": np.array([0.89, 0.9, 0.91]),
    }
    assert_array_equal(metrics["impara"].combine(columns), [0, 0.7, 0.7])
    assert_array_equal(metrics["impara"].derive(columns)["gate"], [0, 1, 1])


@pytest.mark.parametrize(
    ("undefined", "expected"), [("missing", np.nan), ("zero", 0.0)]
)
def test_text_of_fewer_than_two_tokens_has_no_perplexity(
    tiny_models, undefined, expected
):
    metric = load_metric("ppl", {**entries(tiny_models)["ppl"], "undefined": undefined})
    assert_array_equal(metric.score(["ab"] * 2, ["", "a"]), [expected] * 2)
    assert metric.allows_missing
    assert metric.score(["ab"], ["ab"])[0] < 0


def test_perplexity_of_ordinary_text_on_a_scale_of_nats(tiny_models, metrics):
    entry, ppl = entries(tiny_models)["ppl"], metrics["ppl"]
    ordinary = load_metric("ppl", {**entry, "text": "detokenised", "scale": "log"})
    tokens = ["she did n't sit , he said .", "the mat ."]
    scores = ordinary.score(tokens, tokens)
    expected = ppl.score(tokens, ["she didn't sit, he said.", "the mat."])
    assert_allclose(scores, -np.log(-expected), rtol=1e-6)
    assert ordinary.store_signature() != ppl.store_signature()
    nats = load_metric("ppl", {**entry, "scale": "log"})
    assert nats.store_signature() == ppl.store_signature()
    assert nats.signature() != ppl.signature()


def test_token_overlap_in_closed_form():
    metric = load_metric("overlap", {"type": "token_overlap"})
    columns = metric.evaluate(["a b c", "a a", "", "a"], ["a b d", "a", "", "b"])
    assert_allclose(metric.combine(columns), [2 / 3, 2 / 3, 1, 0])


# --- what a score does not depend on

texts = st.text("abcdeAB .,é", max_size=30)


@settings(max_examples=15)
@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=12), st.integers(1, 400))
def test_score_does_not_depend_on_batch_order_or_company(metrics, pairs, batch_tokens):
    sources, hypotheses = map(list, zip(*pairs, strict=True))
    for metric in metrics.values():
        together = metric.evaluate(sources, hypotheses)
        reversed_ = metric.evaluate(sources[::-1], hypotheses[::-1])
        with pytest.MonkeyPatch.context() as patch:
            for owner in models_of(metric):
                patch.setattr(owner, "batch_tokens", batch_tokens)
            rebatched = metric.evaluate(sources, hypotheses)
        alone = metric.evaluate(sources[:1], hypotheses[:1])
        for name in metric.components:
            near = partial(pytest.approx, abs=1e-5, rel=1e-6, nan_ok=True)
            assert reversed_[name][::-1] == near(together[name])
            assert rebatched[name] == near(together[name])
            assert alone[name] == near(together[name][:1])


def models_of(metric):
    """The objects that make batches."""
    parts = [metric, *vars(metric).values(), *getattr(metric, "encoders", {}).values()]
    models = [part for part in parts if hasattr(part, "batch_tokens")]
    assert models
    return models


# --- truncation


def test_long_texts_are_cut_as_by_the_authors_and_flagged(metrics, tiny_models):
    columns = metrics["some"].evaluate([LONG, LONG, "a"], [LONG, "a cat", "a"])
    assert_array_equal(columns["truncated"], [1, 1, 0])
    logit = official_logit(tiny_models / "some/meaning", LONG, LONG)
    assert columns["meaning"][0] == pytest.approx((logit - 1) / 3, abs=2e-6)
    flags = metrics["impara"].evaluate([LONG, "a", "a"], ["a", LONG, "a"])["truncated"]
    assert_array_equal(flags, [1, 1, 0])


def test_language_model_reads_as_many_tokens_as_it_has_positions(metrics):
    columns = metrics["ppl"].evaluate(["", "", ""], ["ab" * 40, "ab" * 32, "ab" * 50])
    assert_array_equal(columns["truncated"], [1, 0, 1])
    losses = columns["negative_log_likelihood"]
    assert losses[0] == losses[1] == losses[2]


# --- weights and signatures


def copy(folder, target, change=None):
    """A copy of a model folder, its weights by name changed by `change`."""
    shutil.copytree(folder, target)
    if change:
        weights = target / "model.safetensors"
        save_file(change(load_file(weights)), weights, metadata={"format": "pt"})
    return target


def test_fingerprint_is_that_of_the_content(tiny_models, tmp_path):
    original = tiny_models / "quality"
    same = copy(original, tmp_path / "same")
    (same / "README.md").write_text("not a part of the model")
    assert fingerprint(same) == fingerprint(original)

    def moved(weights):
        return {name: weight + 1e-6 for name, weight in weights.items()}

    reweighted = copy(original, tmp_path / "reweighted", moved)
    retokenised = copy(original, tmp_path / "retokenised")
    (retokenised / "tokenizer.json").write_text(
        (original / "tokenizer.json").read_text() + " "
    )
    digests = {fingerprint(folder) for folder in (original, reweighted, retokenised)}
    assert len(digests) == 3
    assert fingerprint(original, reweighted) != fingerprint(reweighted, original)


# --- errors


def test_device_and_dtype_are_checked(tiny_models, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    entry = entries(tiny_models)["ppl"]
    with pytest.raises(ConfigError, match="float16'; allowed: float32, bfloat16"):
        load_metric("m", entry, dtype="float16")
    with pytest.raises(
        ConfigError, match=r"gpu cannot be used on this machine, .*; name cpu"
    ):
        load_metric("m", entry, device="gpu")


def test_a_model_of_the_project_goes_by_its_path_there_from_any_folder(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    metric = load_metric("m", {"type": "perplexity", "model": "models/gpt2-embedded"})
    assert np.isfinite(metric.score(["He go ."], ["He goes ."])).all()


def test_missing_models_are_named(tiny_models, tmp_path):
    def load(folder, kind="perplexity"):
        load_metric("m", {"type": kind, "model": str(folder)})

    with pytest.raises(
        ModelError, match=r"metrics\.m: .*nowhere: no such model folder"
    ):
        load(tmp_path / "nowhere")
    with pytest.raises(ModelError, match="has no tokenizer file; add the"):
        load(tmp_path)
    with pytest.raises(ModelError, match="is not a SOME model"):
        load(tmp_path, "some")
    with pytest.raises(
        ModelError, match="quality: is not a SOME model, which has the heads gram"
    ):
        load(tiny_models / "quality", "some")
    bare = copy(tiny_models / "gpt2", tmp_path / "bare")
    (bare / "model.safetensors").unlink()
    with pytest.raises(ModelError, match="has no weights"):
        load(bare)
    (bare / "model.safetensors").write_bytes(b"x" * 100)
    with pytest.raises(ModelError, match="cannot be loaded"):
        load(bare)
    (bare / "config.json").unlink()
    with pytest.raises(ModelError, match=r"has no config\.json"):
        load(bare)


def test_a_model_without_vocabulary_is_refused(tiny_models, tmp_path):
    """A tokenizer made of what is left would know no word, and score all the same."""

    def load(name, kind, **files):
        folder = copy(
            tiny_models / name, tmp_path / f"{name}-{len(list(tmp_path.iterdir()))}"
        )
        (folder / "tokenizer.json").unlink()
        for file, text in files.items():
            (folder / file.replace("_", ".")).write_text(text)
        load_metric("m", {"type": kind, "model": str(folder)})

    refused = pytest.raises(
        ModelError, match=r"/.*: its tokenizer.*( has no vocabulary|loaded: )"
    )
    with refused:
        load("encoder", "some")
    with refused:
        load("gpt2", "perplexity", vocab_json="{}")
    with refused:
        load("gpt2", "perplexity", vocab_txt="[UNK]\n[SEP]\n[CLS]\nthe\ncat\n")


@pytest.mark.parametrize("kind", [transformers.BertConfig, transformers.RobertaConfig])
def test_a_model_that_fills_gaps_is_no_language_model(tiny_models, tmp_path, kind):
    folder = copy(tiny_models / "encoder", tmp_path / "masked")
    config = kind(vocab_size=200, **SIZES)
    transformers.AutoModelForMaskedLM.from_config(config).save_pretrained(folder)
    with pytest.raises(
        ModelError, match=rf"of type {config.model_type}, which fills gaps"
    ):
        load_metric("m", {"type": "perplexity", "model": str(folder)})
    config.is_decoder = True
    transformers.AutoModelForCausalLM.from_config(config).save_pretrained(folder)
    # As a decoder it says what comes next, but by a head of several layers.
    with pytest.raises(ModelError, match="its head is more than a linear map"):
        load_metric("m", {"type": "perplexity", "model": str(folder)})


def test_hub_failure_is_one_line(monkeypatch):
    def download(*_, **__):
        raise OSError("no network\nmore")

    monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
    with pytest.raises(
        ModelError,
        match=r"metrics\.m: someone/gpt2 at revision 0+: .* no network more$",
    ):
        load_metric(
            "m", {"type": "perplexity", "model": "someone/gpt2", "revision": "0" * 40}
        )


# --- batches


def failing(limit, done):
    """A forward pass of at most `limit` sequences."""

    def forward(batch):
        done.append(batch)
        if len(batch) > limit:
            raise torch.OutOfMemoryError

    return forward


def test_batch_that_does_not_fit_is_halved_and_so_are_those_that_follow(caplog):
    tried = []
    lengths = [8] * 10 + [6, 6]
    budget = run_batches(lengths, 40, failing(2, tried))
    # A whole batch is not tried again after the first.
    first = [[0, 1, 2, 3, 4], [0, 1, 2], [0, 1], [2], [3, 4]]
    assert tried == [*first, [5, 6], [7], [8, 9], [10, 11]]
    assert budget == 16
    assert "a batch of 5 is halved, and no other has over 24 tokens" in caplog.text
    tried.clear()
    assert run_batches(lengths, budget, failing(2, tried)) == budget
    assert {len(batch) for batch in tried} == {2}


def test_sequence_that_does_not_fit_alone_is_an_error():
    with pytest.raises(
        ModelError, match="one sequence, of 7 tokens, does not fit in GPU memory"
    ):
        run_batches([7, 7], 14, failing(0, []))
