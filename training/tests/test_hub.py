"""Models that are trained from those of a hub, by the recipes of config/training.yaml, and used."""

import json

import project
import pytest
import yaml
from hub.checkpoints import BERT_CASED_COMMIT, QWEN_CHAT_COMMIT
from hub.server import running_hub
from project import ROOT
from toy_recipes import shipped_recipes, toy_recipes

from gec_attribution.explanations import load_explainer
from gec_attribution.explanations.base import Given
from gec_attribution.languages import load_extractor
from gec_attribution.metrics import load_metric

pytestmark = pytest.mark.hub
ADAPTERS = ("excgec-correct-only", "excgec-post-explaining")


@pytest.fixture(scope="module")
def trained(repositories, tmp_path_factory):
    """SOME, IMPARA's quality estimator and two LoRA adapters, by the ids that the recipes have."""
    folder = tmp_path_factory.mktemp("training")
    recipes = toy_recipes(folder)
    shipped = shipped_recipes()
    recipes["excgec"] |= {name: shipped["excgec"][name] for name in ("model", "revision")}
    gold = json.loads((ROOT / "data" / "learner-zh" / "gold.json").read_text(encoding="utf-8"))
    for part, name in enumerate(("explained", "valid", "test")):
        few = {**gold, "samples": gold["samples"][8 * part : 8 * part + 8]}
        path = folder / f"{name}.json"
        path.write_text(json.dumps(few, ensure_ascii=False), encoding="utf-8")
        recipes["data"][f"excgec_{name}"] = str(path)
    for name in ("some", "impara"):
        recipes["published"][name] |= {"epochs": 1, "batch_size": 8}
    assert recipes["published"]["revision"] == BERT_CASED_COMMIT
    assert recipes["excgec"]["revision"] == QWEN_CHAT_COMMIT
    (folder / "training.yaml").write_text(yaml.safe_dump({"training": recipes}))
    (folder / "models").symlink_to(ROOT / "models")
    snakefile = ROOT / "training" / "Snakefile"
    options = ["--snakefile", snakefile, "--configfile", folder / "training.yaml", "--"]
    targets = ["train_published", *(f"results/training/models/{name}" for name in ADAPTERS)]
    with running_hub(repositories) as hub:
        environment = hub.environment(folder / "huggingface")
        done = project.snakemake(folder, *options, *targets, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "results" / "training" / "models"


@pytest.mark.usefixtures("hub")
def test_what_was_trained_for_metrics_scores(trained):
    entries = {
        "some": {"type": "some", "model": str(trained / "some")},
        "impara": {
            "type": "impara",
            "quality_estimator": str(trained / "impara-qe"),
            "similarity_estimator": "google-bert/bert-base-cased",
            "similarity_estimator_revision": BERT_CASED_COMMIT,
        },
    }
    for name, entry in entries.items():
        scores = load_metric(name, entry).score(["He go home ."] * 2, ["He goes home .", "He go ."])
        assert scores[0] != scores[1]


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.usefixtures("hub")
def test_an_adapter_is_used_on_the_model_that_it_was_trained_on(trained, name):
    task = name.removeprefix("excgec-")
    figures = json.loads((trained / f"{name}.json").read_text())
    assert figures["steps"] >= 1
    told = json.loads((trained / name / "adapter_config.json").read_text())
    assert told["base_model_name_or_path"] == "Qwen/Qwen1.5-7B-Chat"
    entry = {
        "type": "causal",
        "model": "Qwen/Qwen1.5-7B-Chat",
        "revision": QWEN_CHAT_COMMIT,
        "task": task,
        "num_beams": 2,
        "max_tokens": 24,
    }
    written = {}
    for adapter in ({}, {"adapter": str(trained / name)}):
        explainer = load_explainer("mine", {**entry, **adapter})
        (parsed,) = explainer.write([Given("我西欢鱼。")], extractor=load_extractor("zh"))
        assert parsed.sentence.source == "我西欢鱼。"
        written[bool(adapter)] = explainer.signature()
    assert written[True] != written[False]
