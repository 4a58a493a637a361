"""SOME's and IMPARA's models, on random models and a few sentences."""

import numpy as np
import pandas as pd
import pytest
import torch
from project import ROOT
from safetensors.torch import load_file
from tiny_chat_models import build_chat_model
from tiny_models import untrained_bert
from transformers import Trainer

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.metrics import load_metric
from training.fitting import split_by_source
from training.impara import (
    edit_impacts,
    make_pairs,
    pair_accuracy,
    ranking_loss,
    sentence_vectors,
    train_quality_estimator,
)
from training.recipes import Impara, Pairs, Some
from training.some import read_tmu_gfm, squared_error, train_some

TEXTS = sorted((ROOT / "data/learner/sources.txt").read_text().splitlines(), key=len)[:10]
FIT = {"epochs": 3, "batch_size": 8, "learning_rate": 1e-3, "schedule": "linear", "seed": 0}
SIDE = {"layers": [0, 2], "width": 8, "blocks": 1, "dropout": 0.1, "members": 2}
PAIRS = {"encoder": "-", "pairs": 7, "pairs_a_sentence": 5, "seed": 0}


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    return untrained_bert(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="module")
def decoder(tmp_path_factory):
    return build_chat_model(tmp_path_factory.mktemp("decoder") / "model", "llama")


def toy_ratings(count=60):
    generator = np.random.default_rng(0)
    grammar, fluency, meaning = generator.uniform(1.5, 4, size=(3, count)).round(1)
    return pd.DataFrame(
        {
            "source": [f"{TEXTS[row % 10]} {row}" for row in range(count)],
            "hypothesis": TEXTS * (count // 10),
            "grammaticality": grammar,
            "fluency": fluency,
            "meaning": meaning,
        }
    )


def toy_pairs(count=60):
    return pd.DataFrame(
        {
            "source": [f"{TEXTS[row % 10]} {row}" for row in range(count)],
            "better": TEXTS * (count // 10),
            "worse": ["the the " + text for text in TEXTS] * (count // 10),
        }
    )


def train(base, folder, **changes):
    recipe = Some(**{"base": str(base), "shared": False, "fit": FIT, **changes})
    options = {"device": "cpu", "checkpoints": folder / "checkpoints"}
    return train_some(recipe, toy_ratings(), folder / "some", **options)


def test_some_is_written_in_the_official_layout_and_scores(encoder, tmp_path):
    figures = train(encoder, tmp_path)
    assert list(figures["aspect"]) == ["grammaticality", "fluency", "meaning"]
    assert figures["pearson"].between(-1, 1).all()
    assert not (tmp_path / "checkpoints").exists()
    some = load_metric("some", {"type": "some", "model": str(tmp_path / "some")}, device="cpu")
    scores = some.evaluate(TEXTS, TEXTS)
    # Around the mean rating, which the toy's uniform ratings put at 2.75, (2.75 - 1) / 3.
    assert np.mean(scores["grammaticality"]) == pytest.approx(0.58, abs=0.25)


def test_three_heads_share_a_model(encoder, tmp_path):
    assert len(train(encoder, tmp_path, shared=True)) == 3
    some = load_metric("some", {"type": "some", "model": str(tmp_path / "some")}, device="cpu")
    assert np.ptp(some.evaluate(TEXTS, TEXTS)["meaning"]) > 0
    with_source, with_another = (
        some.evaluate(sources, TEXTS) for sources in (TEXTS, TEXTS[1:] + TEXTS[:1])
    )
    assert (with_source["fluency"] == with_another["fluency"]).all()
    assert (with_source["meaning"] != with_another["meaning"]).all()


def test_a_side_network_reads_beside_its_base(decoder, tmp_path):
    figures = train(decoder, tmp_path, shared=True, side=SIDE)
    assert len(figures) == 3
    some = load_metric("some", {"type": "some", "model": str(tmp_path / "some")}, device="cpu")
    scores = some.evaluate(TEXTS, TEXTS)
    assert np.mean(scores["fluency"]) == pytest.approx(0.58, abs=0.25)
    assert np.ptp(scores["meaning"]) > 0


def test_a_run_that_was_stopped_ends_with_the_same_weights(encoder, tmp_path, monkeypatch):
    whole = train(encoder, tmp_path / "whole", shared=True)
    evaluate = Trainer.evaluate

    def stop(self, *arguments, **options):
        if self.state.epoch >= 2:
            raise KeyboardInterrupt
        return evaluate(self, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "evaluate", stop)
        with pytest.raises(KeyboardInterrupt):
            train(encoder, tmp_path / "stopped", shared=True)
    assert list((tmp_path / "stopped/checkpoints").glob("*/*/checkpoint-*"))
    resumed = train(encoder, tmp_path / "stopped", shared=True)
    pd.testing.assert_frame_equal(resumed, whole)
    weights, resumed_weights = (
        load_file(tmp_path / run / "some" / "model.safetensors") for run in ("whole", "stopped")
    )
    for name, weight in weights.items():
        torch.testing.assert_close(resumed_weights[name], weight)


def test_quality_estimator_learns_to_rank_and_scores(encoder, tmp_path):
    recipe = Impara(base=str(encoder), fit=FIT, pairs=PAIRS)
    options = {"device": "cpu", "checkpoints": tmp_path / "checkpoints"}
    figures = train_quality_estimator(recipe, toy_pairs(), tmp_path / "impara", **options)
    assert figures["test"] == 1.0
    entry = {"type": "impara", "quality_estimator": str(tmp_path / "impara")}
    impara = load_metric("impara", {**entry, "similarity_estimator": str(encoder)}, device="cpu")
    better, worse = (
        impara.evaluate(TEXTS, texts)["quality"] for texts in (TEXTS, toy_pairs()["worse"][:10])
    )
    assert (better > worse).all()


def test_losses():
    said = torch.tensor([[[2.0], [2.0]], [[0.0], [1.0]]])
    assert ranking_loss(said, said).item() == pytest.approx((0.5 + 1 / (1 + np.exp(-1))) / 2)
    assert pair_accuracy(said.numpy()) == 0.25
    labels = torch.tensor([[[2.0, float("nan")], [float("nan"), 5.0]]])
    assert squared_error(torch.full((1, 2, 2), 3.0), labels).item() == (1 + 4) / 2


def test_impact_is_one_minus_the_cosine_without_the_edit():
    # Vectors that count letters, so that every cosine can be done by hand.
    def vectors(sentences):
        counts = np.array([[s.count("a"), s.count("b"), s.count("c")] for s in sentences], float)
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)

    edits = [Edit(0, 1, "a", "R"), Edit(1, 2, "b", "R")]
    # Full: "a b"; without the first: "c b"; without the second: "a a a".
    assert edit_impacts("c aa", edits, vectors) == pytest.approx([1 - 1 / 2, 1 - 3 / (3 * 2**0.5)])
    recipe = Pairs(**PAIRS | {"pairs": 100, "pairs_a_sentence": 30})
    pairs = make_pairs([("c aa", edits)], vectors, recipe)
    assert (pairs["difference"] > 0).all()
    # 0.5 and 0.29: the four subsets are ranked {1, 2}, {1}, {2}, {}.
    rank = {"a b": 3, "a aa": 2, "c b": 1, "c aa": 0}
    assert {(rank[b], rank[w]) for b, w in zip(pairs["better"], pairs["worse"], strict=True)} == {
        (high, low) for high in range(4) for low in range(high)
    }


def test_pairs_are_limited_for_each_correction_and_in_all(encoder):
    vectors = sentence_vectors(Pairs(**PAIRS | {"encoder": str(encoder)}), "cpu")
    assert np.linalg.norm(vectors(TEXTS), axis=1) == pytest.approx(1)
    edits = tuple(Edit(i, i + 1, "x" * (i + 1), "R") for i in range(6))
    parallel = [("q w e r t y", edits), ("a s d f g h", edits), ("same", ())]
    pairs = make_pairs(parallel, vectors, Pairs(**PAIRS | {"pairs": 100}))
    assert pairs.groupby("source").size().max() == 5
    assert len(make_pairs(parallel, vectors, Pairs(**PAIRS))) == 7
    with pytest.raises(InputError, match="no edits"):
        make_pairs([("same", ())], vectors, Pairs(**PAIRS))


def test_ratings_are_split_by_source_and_read_with_their_scale(shared):
    ratings = read_tmu_gfm(shared / "datasets" / "tmu-gfm" / "tmu-gfm-dataset.csv")
    assert len(ratings) == 4221
    parts = split_by_source(ratings)
    assert sum(map(len, parts.values())) == 4221
    sources = [set(part["source"]) for part in parts.values()]
    assert sum(map(len, sources)) == len(set.union(*sources))
    assert len(sources[2]) == pytest.approx(137, abs=30)


def test_a_table_without_its_columns_is_refused(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text("source,output\na,b\n")
    with pytest.raises(InputError, match=r"ratings\.csv: has no column ave_g, ave_f, ave_m"):
        read_tmu_gfm(path)
