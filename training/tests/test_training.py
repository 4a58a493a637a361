"""SOME's and IMPARA's models, and the command, on random models and a few sentences."""

import json

import numpy as np
import pandas as pd
import pytest
import torch
import yaml
from project import ROOT
from safetensors.torch import load_file
from tiny_chat_models import build_chat_model
from tiny_models import untrained_bert
from transformers import Trainer

from gec_attribution.edits.model import Edit
from gec_attribution.errors import ConfigError, InputError
from gec_attribution.explanations import load_explainer
from gec_attribution.explanations.base import ExplainerInput
from gec_attribution.metrics import load_metric
from training.__main__ import CONFIG, main
from training.fitting import Run, split_by_source
from training.impara import (
    edit_impacts,
    make_pairs,
    pair_accuracy,
    ranking_loss,
    read_parallel,
    train_quality_estimator,
)
from training.recipes import Impara, Pairs, Some, read_recipes
from training.some import read_tmu_gfm, squared_error, train_some

LEARNER, EXPLAINED = ROOT / "data/learner", ROOT / "data/learner-zh"
TEXTS = sorted((LEARNER / "sources.txt").read_text().splitlines(), key=len)[:10]
SOURCES = [f"{TEXTS[row % 10]} {row}" for row in range(60)]
FIT = {
    "epochs": 3,
    "batch_size": 8,
    "learning_rate": 1e-3,
    "schedule": "linear",
    "seed": 0,
}
SIDE = {"layers": [0, 2], "width": 8, "blocks": 1, "dropout": 0.1}
PAIRS = {
    "pipeline": "auto",
    "encoder": "-",
    "pairs": 7,
    "pairs_a_sentence": 5,
    "seed": 0,
}


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    return untrained_bert(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="module")
def decoder(tmp_path_factory):
    return build_chat_model(tmp_path_factory.mktemp("decoder") / "model", "llama")


def toy_ratings():
    ratings = np.random.default_rng(0).uniform(1.5, 4, size=(3, 60)).round(1)
    table = pd.DataFrame(ratings.T, columns=["grammaticality", "fluency", "meaning"])
    return table.assign(source=SOURCES, hypothesis=TEXTS * 6)


def train(base, folder, **changes):
    recipe = Some(base=str(base), fit=FIT, side=SIDE | changes)
    return train_some(
        recipe, toy_ratings(), Run(folder / "some", folder / "checkpoints", "cpu")
    )


def test_some_compares_the_meaning_alone_with_the_source(decoder, tmp_path):
    figures = train(decoder, tmp_path, members=2)
    assert list(figures) == ["grammaticality", "fluency", "meaning"]
    assert all(-1 <= one["pearson"] <= 1 for one in figures.values())
    assert not (tmp_path / "checkpoints").exists()
    some = load_metric(
        "some", {"type": "some", "model": str(tmp_path / "some")}, device="cpu"
    )
    with_source, with_another = (
        some.evaluate(sources, TEXTS) for sources in (TEXTS, TEXTS[1:] + TEXTS[:1])
    )
    # Around the mean rating, which the toy's uniform ratings put at 2.75, (2.75 - 1) / 3.
    assert np.mean(with_source["grammaticality"]) == pytest.approx(0.58, abs=0.25)
    assert (with_source["fluency"] == with_another["fluency"]).all()
    assert (with_source["meaning"] != with_another["meaning"]).all()


def test_a_run_that_was_stopped_ends_with_the_same_weights(
    decoder, tmp_path, monkeypatch
):
    whole = train(decoder, tmp_path / "whole")
    evaluate = Trainer.evaluate

    def stop(self, *arguments, **options):
        if self.state.epoch >= 2:
            raise KeyboardInterrupt
        return evaluate(self, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "evaluate", stop)
        with pytest.raises(KeyboardInterrupt):
            train(decoder, tmp_path / "stopped")
    last = max((tmp_path / "stopped/checkpoints").glob("*/checkpoint-*"))
    # The state that a run leaves when it is killed while writing.
    (last.parent / "checkpoint-99").mkdir()
    assert train(decoder, tmp_path / "stopped") == whole
    weights, resumed_weights = (
        load_file(tmp_path / run / "some" / "model.safetensors")
        for run in ("whole", "stopped")
    )
    for name, weight in weights.items():
        torch.testing.assert_close(resumed_weights[name], weight)


def test_quality_estimator_learns_to_rank_and_scores(decoder, encoder, tmp_path):
    worse = ["the the " + text for text in TEXTS]
    pairs = pd.DataFrame({"source": SOURCES, "better": TEXTS * 6, "worse": worse * 6})
    longer = FIT | {"epochs": 10, "learning_rate": 1e-2}
    recipe = Impara(base=str(decoder), fit=longer, side=SIDE, pairs=PAIRS)
    run = Run(tmp_path / "impara", tmp_path / "checkpoints", "cpu")
    figures = train_quality_estimator(recipe, pairs, run)
    assert figures["test"] == 1.0
    entry = {"type": "impara", "quality_estimator": str(tmp_path / "impara")}
    impara = load_metric(
        "impara", {**entry, "similarity_estimator": str(encoder)}, device="cpu"
    )
    good, bad = (impara.evaluate(TEXTS, texts)["quality"] for texts in (TEXTS, worse))
    assert (good > bad).all()


def test_losses():
    outputs = torch.tensor([[[2.0], [2.0]], [[0.0], [1.0]]])
    assert ranking_loss(outputs, outputs).item() == pytest.approx(
        (0.5 + 1 / (1 + np.exp(-1))) / 2
    )
    assert pair_accuracy(outputs.numpy()) == 0.25
    labels = torch.tensor([[[2.0, float("nan")], [float("nan"), 5.0]]])
    assert squared_error(torch.full((1, 2, 2), 3.0), labels).item() == (1 + 4) / 2


def test_impact_is_one_minus_the_cosine_without_the_edit():
    # Vectors of letter counts: every cosine can be done by hand.
    def vectors(sentences):
        counts = np.array(
            [[s.count("a"), s.count("b"), s.count("c")] for s in sentences], float
        )
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)

    edits = [Edit(0, 1, "a", "R"), Edit(1, 2, "b", "R")]
    # Full: "a b"; without the first: "c b"; without the second: "a a a".
    assert edit_impacts("c aa", edits, vectors) == pytest.approx(
        [1 - 1 / 2, 1 - 3 / (3 * 2**0.5)]
    )
    recipe = Pairs(**PAIRS | {"pairs": 100, "pairs_a_sentence": 30})
    pairs = make_pairs([("c aa", edits)], vectors, recipe)
    assert (pairs["difference"] > 0).all()
    # 0.5 and 0.29: the four subsets are ranked {1, 2}, {1}, {2}, {}.
    rank = {"a b": 3, "a aa": 2, "c b": 1, "c aa": 0}
    assert {
        (rank[b], rank[w]) for b, w in zip(pairs["better"], pairs["worse"], strict=True)
    } == {(high, low) for high in range(4) for low in range(high)}


def test_ratings_are_split_by_source_and_read_with_their_scale(shared):
    ratings = read_tmu_gfm(shared / "datasets" / "tmu-gfm" / "tmu-gfm-dataset.csv")
    assert len(ratings) == 4221
    parts = split_by_source(ratings)
    assert sum(map(len, parts.values())) == 4221
    sources = [set(part["source"]) for part in parts.values()]
    assert sum(map(len, sources)) == len(set.union(*sources))
    assert len(sources[2]) == pytest.approx(137, abs=30)


@pytest.mark.parametrize(
    "table", ["source,output\na,b\n", "source,output,ave_g,ave_f,ave_m\na,b,c,,\n"]
)
def test_a_table_of_another_kind_is_refused(tmp_path, table):
    path = tmp_path / "ratings.csv"
    path.write_text(table)
    with pytest.raises(InputError, match=r"ratings\.csv: is not a table with source"):
        read_tmu_gfm(path)


def test_data_that_is_too_small_or_does_not_fit_is_named(decoder, tmp_path):
    with pytest.raises(
        InputError, match=r"the part for validation has 0 corrections.* are 1:"
    ):
        split_by_source(pd.DataFrame({"source": ["a"] * 9}))
    with pytest.raises(
        ConfigError, match=r"side\.layers: found \[0, 3\]; allowed: 0 to 2"
    ):
        train(decoder, tmp_path, layers=[0, 3])
    for name, lines in (("sources", "a b\nc d\n"), ("reference", "a b\n")):
        (tmp_path / name).write_text(lines)
    with pytest.raises(InputError, match="corrected sentences: 1, sources: 2"):
        read_parallel(tmp_path / "sources", [tmp_path / "reference"], "auto")


def toy_recipes(folder, encoder, decoder):
    """The shipped recipes for small models, on a few sentences of the tests."""
    names = {"hypothesis": "output", "grammaticality": "ave_g", "fluency": "ave_f"}
    ratings = toy_ratings().rename(columns=names | {"meaning": "ave_m"})
    ratings.to_csv(folder / "ratings.csv", index=False)
    corrections = [
        {"input": f"我西欢{one}。", "output": f"我喜欢{one}。"} for one in "鱼茶饭"
    ]
    (folder / "corrections.json").write_text(json.dumps(corrections * 4))
    recipes = yaml.safe_load(CONFIG.read_text())["training"]
    recipes["data"] = {
        "tmu_gfm": "ratings.csv",
        "parallel_sources": str(LEARNER / "sources.txt"),
        "parallel_references": [
            str(LEARNER / f"reference.{number}.txt") for number in (0, 1)
        ],
        "excgec_train": "corrections.json",
        "excgec_explained": str(EXPLAINED / "gold.json"),
        "excgec_valid": str(EXPLAINED / "gold.json"),
        "excgec_test": str(EXPLAINED / "strong.json"),
    }
    for name in ("some", "impara", "excgec"):
        recipes[name] |= {"base": str(decoder), "revision": None}
        recipes[name]["fit"] |= {"epochs": 1, "batch_size": 8}
    recipes["some"]["side"] = recipes["impara"]["side"] = SIDE
    pairs = {
        "pipeline": str(ROOT / "models/spacy-en"),
        "encoder": str(encoder),
        "pairs": 60,
    }
    recipes["impara"]["pairs"] |= pairs
    (folder / "training.yaml").write_text(yaml.safe_dump({"training": recipes}))
    return folder / "training.yaml"


def test_the_command_trains_models_that_are_used(encoder, decoder, tmp_path):
    config = toy_recipes(tmp_path, encoder, decoder)
    for name in ("some", "impara", "excgec-correct-only"):
        main([name, "--config", str(config), "--output", str(tmp_path)])
    made = tmp_path / "models"
    impara = {
        "quality_estimator": str(made / "impara"),
        "similarity_estimator": str(encoder),
    }
    entries = {
        "some": {"type": "some", "model": str(made / "some")},
        "impara": {"type": "impara", **impara},
    }
    for name, entry in entries.items():
        scores = load_metric(name, entry).score(
            ["He go home ."] * 2, ["He goes home .", "Go ."]
        )
        assert scores[0] != scores[1]
    assert set(json.loads((made / "impara.json").read_text())) == {"validation", "test"}
    assert (
        json.loads((made / "excgec-correct-only.json").read_text())["sentences"] == 12
    )
    adapter = str(made / "excgec-correct-only")
    entry = {
        "type": "causal",
        "model": str(decoder),
        "adapter": adapter,
        "task": "correct-only",
    }
    (parsed,) = load_explainer("mine", entry).write([ExplainerInput("我西欢鱼。")])
    assert parsed.sentence.source == "我西欢鱼。"


@pytest.mark.parametrize(
    "own", ["models/some/ratings.csv", "models/some.json", "work/some"]
)
def test_what_is_read_is_not_written_over(encoder, decoder, tmp_path, own):
    config = toy_recipes(tmp_path, encoder, decoder)
    place = tmp_path / own
    place.parent.mkdir(parents=True)
    place.write_text((tmp_path / "ratings.csv").read_text())
    recipes = yaml.safe_load(config.read_text())
    recipes["training"]["data"]["tmu_gfm"] = str(place)
    config.write_text(yaml.safe_dump(recipes))
    with pytest.raises(SystemExit, match="which is also read"):
        main(["some", "--config", str(config), "--output", str(tmp_path)])
    assert place.exists()


def test_a_bad_recipe_is_refused_with_its_keys(encoder, decoder, tmp_path):
    config = toy_recipes(tmp_path, encoder, decoder)
    config.write_text(
        config.read_text().replace("cutoff: 1024", "cutoff: 0\n    lenght: 1")
    )
    with pytest.raises(
        ConfigError, match=r"training\.excgec\.cutoff: found 0"
    ) as refused:
        read_recipes(config)
    assert "'lenght'" in str(refused.value)
    with pytest.raises(SystemExit, match="Error: "):
        main(["some", "--config", str(config)])
