"""The shipped recipes, from end to end on a toy sample, and what is refused of others."""

import json
from pathlib import Path

import pandas as pd
import project
import pytest
import yaml
from project import ROOT
from tiny_chat_models import build_chat_model
from tiny_models import untrained_bert

from gec_attribution.errors import ConfigError
from gec_attribution.explanations import load_explainer
from gec_attribution.explanations.base import Given
from gec_attribution.metrics import load_metric
from training.recipes import Recipes

LEARNER, EXPLAINED = ROOT / "data" / "learner", ROOT / "data" / "learner-zh"


def shipped_recipes() -> dict:
    return yaml.safe_load((ROOT / "training/config.yaml").read_text())["training"]


def toy_recipes(folder: Path) -> dict:
    """The shipped recipes for small models, on a few sentences of the tests."""
    sources = (LEARNER / "sources.txt").read_text().splitlines()[:10]
    ratings = pd.DataFrame(
        {
            "source": [f"{text} {row}" for row, text in enumerate(sources * 6)],
            "output": [f"{text} {row} ." for row, text in enumerate(sources * 6)],
            **{f"ave_{aspect}": [1 + row % 7 / 2 for row in range(60)] for aspect in "gfm"},
        }
    )
    ratings.to_csv(folder / "ratings.csv", index=False)
    corrections = [{"input": f"我西欢{one}。", "output": f"我喜欢{one}。"} for one in "鱼茶饭"]
    (folder / "corrections.json").write_text(json.dumps(corrections * 4))
    recipes = shipped_recipes()
    recipes["data"] = {
        "tmu_gfm": str(folder / "ratings.csv"),
        "parallel_sources": str(LEARNER / "sources.txt"),
        "parallel_references": [str(LEARNER / f"reference.{number}.txt") for number in (0, 1)],
        "excgec_train": str(folder / "corrections.json"),
        "excgec_explained": str(EXPLAINED / "gold.json"),
        "excgec_valid": str(EXPLAINED / "gold.json"),
        "excgec_test": str(EXPLAINED / "strong.json"),
    }
    encoder = {"base": str(untrained_bert(folder / "encoder")), "revision": None}
    for name in ("some", "impara"):
        recipes[name] |= encoder | {"side": None}
        recipes[name]["fit"] |= {"epochs": 1}
    recipes["impara"]["pairs"] |= {"encoder": encoder["base"], "revision": None, "pairs": 60}
    chat_model = build_chat_model(folder / "chat-model")
    recipes["excgec"] |= {"base": str(chat_model), "revision": None}
    recipes["excgec"]["fit"] |= {"epochs": 1, "batch_size": 8}
    return recipes


@pytest.mark.workflow
def test_models_are_trained_and_used(tmp_path):
    (tmp_path / "training.yaml").write_text(yaml.safe_dump({"training": toy_recipes(tmp_path)}))
    (tmp_path / "models").symlink_to(ROOT / "models")
    made = tmp_path / "results/training/models"
    options = ["--snakefile", ROOT / "training/Snakefile", "--configfile", "training.yaml", "--"]
    adapter = made / "excgec-correct-only"
    run = project.snakemake(tmp_path, *options, "all", adapter.relative_to(tmp_path))
    assert run.returncode == 0, run.stdout + run.stderr
    entries = {
        "some": {"type": "some", "model": str(made / "some")},
        "impara": {
            "type": "impara",
            "quality_estimator": str(made / "impara"),
            "similarity_estimator": str(tmp_path / "encoder"),
        },
    }
    for name, entry in entries.items():
        scores = load_metric(name, entry).score(["He go home ."] * 2, ["He goes home .", "Go ."])
        assert scores[0] != scores[1]
    assert len(pd.read_csv(made / "some.csv")) == 3
    assert set(json.loads((made / "impara.json").read_text())) == {"validation", "test"}
    assert json.loads((made / "excgec-correct-only.json").read_text())["sentences"] == 12
    model = str(tmp_path / "chat-model")
    entry = {"type": "causal", "model": model, "adapter": str(adapter), "task": "correct-only"}
    (parsed,) = load_explainer("mine", entry).write([Given("我西欢鱼。")])
    assert parsed.sentence.source == "我西欢鱼。"


def test_the_shipped_recipes_are_valid_and_their_data_pinned_or_beside_them(tmp_path):
    (tmp_path / "train.json").touch()
    recipes = shipped_recipes()
    recipes["data"]["excgec_explained"] = "train.json"
    data = Recipes.read(recipes, [tmp_path]).data
    assert [file.mirror for file in data.parallel_references] == [
        f"jfleg/test/test.ref{number}" for number in range(4)
    ]
    assert Path(data.excgec_explained.local).samefile(tmp_path / "train.json")


def test_a_bad_recipe_is_refused_with_its_keys():
    recipes = shipped_recipes()
    recipes["some"]["fit"]["epoch"] = 3
    recipes["excgec"]["cutoff"] = 0
    with pytest.raises(ConfigError) as refused:
        Recipes.read(recipes, [])
    first, second = str(refused.value).splitlines()
    assert first.startswith("training: some.fit.epoch: ")
    assert second == (
        "training: excgec.cutoff: Input should be greater than or equal to 8; found '0'"
    )
