import numpy as np
import pandas as pd
import pytest
import torch
from toy_encoder import SENTENCES, save_tiny_bert
from transformers import AutoModelForSequenceClassification

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_training.data.ratings import read_tmu_gfm, split_by_source
from gec_training.encoder.impara import (
    edit_impacts,
    make_pairs,
    pair_accuracy,
    ranking_loss,
    train_quality_estimator,
)
from gec_training.encoder.some import train_some
from gec_training.loop.steps import batch_at, train

TEXTS = [" ".join(tokens) for tokens in SENTENCES[:10]]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return save_tiny_bert(tmp_path_factory.mktemp("tiny"))


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


def test_a_table_without_its_columns_is_refused(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text("source,output\na,b\n")
    with pytest.raises(InputError, match=r"ratings\.csv: has no column ave_g, ave_f, ave_m"):
        read_tmu_gfm(path)
