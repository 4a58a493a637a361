import json

import numpy as np
import pandas as pd
import pytest
import torch
from project import ROOT
from safetensors.torch import load_file
from toy_encoder import SENTENCES, save_tiny_bert
from transformers import AutoModelForSequenceClassification, BertModel

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError, ModelError
from gec_attribution.storage.files import sha256_of_file
from gec_training import excgec
from gec_training.data.ratings import read_gug, read_tmu_gfm, split_by_source
from gec_training.encoder.comparison import train_comparison
from gec_training.encoder.cut import cut_encoder
from gec_training.encoder.grammar import Lessons, pretrain_grammar
from gec_training.encoder.heads import (
    LABELS,
    Material,
    _Examples,
    _ridge,
    _whitening,
    train_heads,
)
from gec_training.encoder.impara import (
    edit_impacts,
    make_pairs,
    pair_accuracy,
    ranking_loss,
    train_quality_estimator,
)
from gec_training.encoder.some import train_some
from gec_training.language_model.recipe import _has_bfloat16
from gec_training.loop.steps import batch_at, in_bfloat16, train
from gec_training.loop.text_model import load_encoder
from gec_training.probes import read_pairs

SORTED = sorted(SENTENCES, key=len)
TEXTS = [" ".join(tokens) for tokens in SENTENCES[:10]]
EMBEDDED = ROOT / "models" / "encoder"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return save_tiny_bert(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def grammar(tiny, tmp_path_factory):
    folder = tmp_path_factory.mktemp("grammar")
    figures = pretrain_grammar(
        tiny, SORTED, folder / "model", folder / "work", steps=4, pairs_a_step=8, every=2
    )
    return folder, figures


@pytest.fixture(scope="module")
def comparison(grammar, tiny, tmp_path_factory):
    folder = tmp_path_factory.mktemp("comparison")
    start, model, work = grammar[0] / "model", folder / "model", folder / "work"
    figures = train_comparison(start, tiny, SORTED, model, work, steps=40, learning_rate=3e-3)
    return folder, figures


def toy_ratings(count=60):
    generator = np.random.default_rng(0)
    sources = [f"{TEXTS[row % 10]} {row}" for row in range(count)]
    ratings = generator.uniform(1.5, 4, size=(3, count)).round(1)
    return pd.DataFrame(
        {
            "source": sources,
            "hypothesis": TEXTS * (count // 10),
            "grammaticality": ratings[0],
            "fluency": ratings[1],
            "meaning": ratings[2],
        }
    )


def toy_pairs(count=60):
    sources = [f"{TEXTS[row % 10]} {row}" for row in range(count)]
    return pd.DataFrame(
        {
            "source": sources,
            "better": TEXTS * (count // 10),
            "worse": ["the the " + text for text in TEXTS] * (count // 10),
            "difference": 0.1,
        }
    )


@pytest.mark.parametrize("native", [False, True])
def test_a_gpu_without_bfloat16_trains_in_float32(monkeypatch, native):
    monkeypatch.setattr(
        torch.cuda,
        "is_bf16_supported",
        lambda *, including_emulation: including_emulation or native,
    )
    for decide in (in_bfloat16, _has_bfloat16, excgec._is_low):
        assert decide(torch.device("cuda")) == native
    assert in_bfloat16(torch.device("cpu"))


def test_the_cut_encoder_computes_what_the_lower_layers_did(tiny):
    small = cut_encoder(
        tiny, sha256_of_file(tiny / "model.safetensors"), TEXTS, layers=1, pieces=190, positions=32
    )
    full = load_encoder(tiny, device="cpu")
    assert small.model.config.vocab_size == 190 < full.model.config.vocab_size
    assert small.model.embeddings.position_embeddings.num_embeddings == 32
    text = next(text for text in TEXTS if small.tokenizer.tokenize(text) == text.lower().split())
    with torch.inference_mode():
        small.model.eval()
        computed = small.model(**small.inputs([text])).last_hidden_state
        expected = full.model(**full.inputs([text]), output_hidden_states=True).hidden_states[1]
    torch.testing.assert_close(computed, expected)


def test_a_pruned_word_is_spelt_with_what_is_left(tiny):
    small = cut_encoder(
        tiny,
        sha256_of_file(tiny / "model.safetensors"),
        ["river"],
        layers=1,
        pieces=0,
        positions=32,
    )
    assert small.tokenizer.tokenize("River?") == ["r", "##i", "##v", "##e", "##r", "?"]


def test_other_weights_than_the_pinned_ones_are_refused(tiny, tmp_path):
    with pytest.raises(ModelError, match="pinned is 0000"):
        cut_encoder(tiny, "0000", TEXTS, layers=1, pieces=150, positions=32)
    with pytest.raises(ModelError, match=r"no model\.safetensors"):
        cut_encoder(tmp_path, "0000", TEXTS, layers=1, pieces=150, positions=32)
    checksum = sha256_of_file(tiny / "model.safetensors")
    with pytest.raises(ModelError, match="asked for 3 and 32"):
        cut_encoder(tiny, checksum, TEXTS, layers=3, pieces=150, positions=32)


def test_batches_of_an_epoch_are_a_permutation():
    epochs = [
        np.concatenate([batch_at(3 * e + s, 10, 4, seed=7) for s in range(3)]) for e in (0, 1)
    ]
    assert all(sorted(epoch) == list(range(10)) for epoch in epochs)
    assert list(epochs[0]) != list(epochs[1])


def test_a_loop_keeps_the_weights_that_validated_best(tmp_path):
    model = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.constant_(model.weight, 0.0)
    validated = []

    def validate():
        validated.append(model.weight.item())
        return {"closeness": -abs(model.weight.item() - 0.3)}

    train(
        model,
        lambda _step: {"loss": (model.weight - 1).square().sum()},
        steps=10,
        learning_rate=0.1,
        folder=tmp_path,
        seed=0,
        validate=validate,
        every=1,
    )
    assert (
        model.weight.item() == min(validated, key=lambda weight: abs(weight - 0.3)) != validated[-1]
    )
    assert list(pd.read_csv(tmp_path / "validation.csv")["step"]) == list(range(1, 11))


def test_grammar_training_reports_and_writes_a_ranking_encoder(grammar):
    folder, figures = grammar
    assert 0 <= figures["ranking_accuracy"] <= 1
    assert figures["pairs"] > 0
    model = AutoModelForSequenceClassification.from_pretrained(folder / "model")
    assert model.config.num_labels == 1
    losses = pd.read_csv(folder / "work" / "losses.csv")
    assert list(losses) == ["step", "detection", "ranking", "faithfulness"]


def test_a_resumed_run_ends_with_the_same_weights(grammar, tiny, tmp_path, monkeypatch):
    folder, figures = grammar
    work = tmp_path / "work"
    draw = Lessons.draw

    def die_at_the_last_step(*args):
        if (work / "checkpoint.pt").exists() and draws.pop():
            raise KeyboardInterrupt
        return draw(*args)

    def run():
        return pretrain_grammar(
            tiny, SORTED, tmp_path / "model", work, steps=4, pairs_a_step=8, every=2
        )

    draws = [True, False]
    monkeypatch.setattr(Lessons, "draw", die_at_the_last_step)
    with pytest.raises(KeyboardInterrupt):
        run()
    monkeypatch.undo()
    assert torch.load(work / "checkpoint.pt", weights_only=True)["step"] == 2
    assert run() == figures
    for name, value in load_file(folder / "model" / "model.safetensors").items():
        assert torch.equal(value, load_file(tmp_path / "model" / "model.safetensors")[name])


def test_comparison_training_keeps_the_ranking_head(grammar, tiny, tmp_path):
    start = grammar[0] / "model"
    figures = train_comparison(
        start, tiny, SORTED, tmp_path / "model", tmp_path / "work", steps=2, learning_rate=0.0
    )
    assert set(figures) == {"distance_pearson", "ranking_accuracy", "pairs"}
    # Nothing was learnt, so the ranking head must be as it was.
    before = load_file(start / "model.safetensors")["classifier.weight"][0]
    after = load_file(tmp_path / "model" / "model.safetensors")["classifier.weight"][0]
    torch.testing.assert_close(after, before, rtol=0, atol=0)


def test_a_reader_learns_to_tell_distances(comparison):
    folder, figures = comparison
    assert -1 <= figures["distance_pearson"] <= 1
    losses = pd.read_csv(folder / "work" / "losses.csv")["distance"]
    assert losses.iloc[-1] < losses.iloc[0]
    config = json.loads((folder / "model" / "config.json").read_text())
    assert config["id2label"] == {"0": "rank", "1": "distance"}


def test_units_are_principal_directions_of_one_size():
    generator = np.random.default_rng(0)
    states = generator.normal(size=(400, 6)) * [100, 10, 3, 1, 0.1, 0.01] + 7
    units = _whitening(states, 4)
    before = np.arctanh(units.values(states))
    np.testing.assert_allclose(before.mean(0), 0, atol=1e-9)
    np.testing.assert_allclose(np.cov(before.T, bias=True), 0.25 * np.eye(4), atol=1e-9)


def test_ridge_solves_what_gradients_would():
    generator = np.random.default_rng(0)
    features, other_features = generator.normal(size=(30, 3)), generator.normal(size=(20, 3))
    target = generator.normal(size=30)
    solved = _ridge([_Examples(features, target, 1.0), _Examples(other_features, 1.0, 0.5)], 2.0)

    def loss(weights):
        errors = ((features @ weights - target) ** 2).sum() + 0.5 * (
            (other_features @ weights - 1) ** 2
        ).sum()
        return errors + 2.0 * (weights**2).sum()

    for direction in np.eye(3):
        assert loss(solved) < loss(solved + 1e-3 * direction)
        assert loss(solved) < loss(solved - 1e-3 * direction)


def test_heads_are_written_as_one_16_bit_model_that_metrics_can_read(comparison, tmp_path):
    material = Material(
        ratings=split_by_source(toy_ratings(), 0),
        gug=pd.DataFrame({"sentence": TEXTS, "grammaticality": np.linspace(1, 4, 10)}),
        pairs=split_by_source(toy_pairs(), 0),
        sentences=SORTED,
    )
    figures = train_heads(
        comparison[0] / "model",
        material,
        tmp_path / "model",
        units=5,
        ridge=1.0,
        contrasts=40,
        contrast_weight=0.5,
        seed=0,
        device="cpu",
    )
    assert set(figures["part"]) == {"validation", "test"}
    assert set(figures["head"]) == {*LABELS, "similarity"}
    config = json.loads((tmp_path / "model" / "config.json").read_text())
    assert config["id2label"] == {"0": "grammer", "1": "fluency", "2": "meaning", "3": "quality"}
    weights = load_file(tmp_path / "model" / "model.safetensors")
    assert {value.dtype for value in weights.values()} == {torch.float16}
    from gec_attribution.metrics import load_metric

    some = load_metric("some", {"type": "some", "model": str(tmp_path / "model")}, device="cpu")
    scores = some.evaluate(TEXTS, TEXTS)
    # Around the mean rating, which the toy's uniform ratings put at 2.75, (2.75 - 1) / 3.
    assert np.mean(scores["grammaticality"]) == pytest.approx(0.58, abs=0.25)


def test_some_is_written_in_the_official_layout(tiny, tmp_path):
    figures = train_some(tiny, toy_ratings(), tmp_path / "some", tmp_path / "work", epochs=1)
    assert list(figures["aspect"]) == ["grammaticality", "fluency", "meaning"]
    for name in ("grammer", "fluency", "meaning"):
        model = AutoModelForSequenceClassification.from_pretrained(tmp_path / "some" / name)
        assert model.config.num_labels == 1
        assert (tmp_path / "some" / name / "tokenizer.json").is_file()


def test_impact_is_one_minus_the_cosine_without_the_edit():
    # Vectors that count letters, so that every cosine can be done by hand.
    def vectors(sentences):
        counts = np.array([[s.count("a"), s.count("b"), s.count("c")] for s in sentences], float)
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)

    edits = [Edit(0, 1, "a", "R"), Edit(1, 2, "b", "R")]
    # Full: "a b"; without the first: "c b"; without the second: "a a a".
    assert edit_impacts("c aa", [edits[0], Edit(1, 2, "b", "R")], vectors) == pytest.approx(
        [1 - 1 / 2, 1 - 3 / (3 * 2**0.5)]
    )
    pairs = make_pairs([("c aa", edits)], vectors, pairs=100)
    assert (pairs["difference"] > 0).all()
    # 0.5 and 0.29: the four subsets are ranked {1, 2}, {1}, {2}, {}.
    rank = {"a b": 3, "a aa": 2, "c b": 1, "c aa": 0}
    assert {(rank[b], rank[w]) for b, w in zip(pairs["better"], pairs["worse"], strict=True)} == {
        (high, low) for high in range(4) for low in range(high)
    }


def test_pairs_are_limited_for_each_correction_and_in_all():
    def vectors(sentences):
        values = np.array([[1.0, len(s) + 7 * s.count("x")] for s in sentences])
        return values / np.linalg.norm(values, axis=1, keepdims=True)

    edits = tuple(Edit(i, i + 1, "x" * (i + 1), "R") for i in range(6))
    parallel = [("q w e r t y", edits), ("a s d f g h", edits), ("same", ())]
    assert make_pairs(parallel, vectors, pairs_a_sentence=5).groupby("source").size().max() == 5
    assert len(make_pairs(parallel, vectors, pairs=7)) == 7
    with pytest.raises(InputError, match="no edits"):
        make_pairs([("same", ())], vectors)


def test_ranking_loss_and_pair_accuracy():
    better, worse = torch.tensor([2.0, 0.0]), torch.tensor([2.0, 1.0])
    assert ranking_loss(better, worse).item() == pytest.approx((0.5 + 1 / (1 + np.exp(-1))) / 2)
    assert pair_accuracy(better.numpy(), worse.numpy()) == 0.25


def test_quality_estimator_is_written_with_one_label(tiny, tmp_path):
    figures = train_quality_estimator(
        tiny, toy_pairs(), tmp_path / "qe", tmp_path / "work", epochs=3, learning_rate=1e-3
    )
    assert figures["test"] == 1.0
    model = AutoModelForSequenceClassification.from_pretrained(tmp_path / "qe")
    assert model.config.num_labels == 1


def _letters(text):
    return "".join(filter(str.isalpha, text.lower()))


def test_ratings_are_split_by_source_and_read_with_their_scale(shared):
    ratings = read_tmu_gfm(shared / "datasets" / "tmu-gfm" / "tmu-gfm-dataset.csv")
    assert len(ratings) == 4221
    parts = split_by_source(ratings, 0)
    assert sum(map(len, parts.values())) == 4221
    sources = [set(part["source"]) for part in parts.values()]
    assert not sources[0] & sources[1]
    assert not sources[0] & sources[2]
    assert not sources[1] & sources[2]
    assert len(sources[2]) == pytest.approx(137, abs=30)
    gug = read_gug(shared / "datasets" / "gug" / "gug_annotations.tsv")
    assert len(gug) == 1518 + 747
    assert gug["grammaticality"].between(1, 4).all()
    development = (shared / "datasets/jfleg/dev/dev.src").read_text().splitlines()
    assert not set(map(_letters, development)) & set(map(_letters, gug["sentence"]))


def test_a_table_without_its_columns_is_refused(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text("source,output\na,b\n")
    with pytest.raises(InputError, match=r"ratings\.csv: has no column ave_g, ave_f, ave_m"):
        read_tmu_gfm(path)


PAIRS = read_pairs(ROOT / "data" / "minimal-pairs" / "pairs.tsv")


@pytest.mark.skipif(not EMBEDDED.is_dir(), reason="models/encoder is not there")
def test_the_embedded_encoder_is_small_and_sees_meaning():
    assert sum(path.stat().st_size for path in EMBEDDED.iterdir()) < 21e6
    encoder = load_encoder(EMBEDDED, device="cpu")
    assert isinstance(encoder.model, BertModel)
    good, bad = (
        encoder.vectors([getattr(pair, side) for pair in PAIRS]) for side in ("right", "wrong")
    )
    same, other = (good * bad).sum(1), (good * np.roll(good, 1, axis=0)).sum(1)
    assert (same > other).all()
    assert np.mean(same > 0.9) > 0.8
