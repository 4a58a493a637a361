"""What the training of adapters needs, against what it holds and what the recipes say."""

import os

import project
import pytest
import torch
import yaml
from networks.test_memory import proportioned, published, quoted
from project import ROOT
from tiny_chat_models import LAYOUTS
from toy_recipes import shipped_recipes, toy_recipes

from gec_attribution.networks.hub import read_model
from gec_attribution.networks.memory import CONTEXT, training_memory


@pytest.mark.parametrize("layout", LAYOUTS)
def test_training_holds_what_is_said(layout, tmp_path, monkeypatch):
    pytest.importorskip("peft", reason="needs the extra `explanations`")
    from gec_training import excgec

    monkeypatch.setattr(excgec, "_is_low", lambda _: True)
    folder = proportioned(tmp_path / "model", layout, torch.bfloat16)
    config = read_model("AutoModelForCausalLM", folder, "auto").config
    recipe = excgec_recipe(folder, batch_size=3, cutoff=100)
    estimate = memory_of(config, recipe)
    cpu = torch.device("cpu")
    model = excgec._with_matrices(folder, config.vocab_size, excgec.Recipe(**recipe), cpu)
    held = sum(weight.nbytes for weight in model.parameters())
    assert held == estimate.weights
    trained = [weight for weight in model.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(trained)
    model.gradient_checkpointing_enable({"use_reentrant": False})
    model.train()
    kept = {}

    def remember(tensor):
        kept[tensor.untyped_storage()._cdata] = tensor.untyped_storage().nbytes()
        return tensor

    weights = {weight.untyped_storage()._cdata for weight in model.parameters()}
    ids = torch.zeros((3, 100), dtype=torch.long)
    with (
        torch.autocast("cpu", torch.bfloat16),
        torch.autograd.graph.saved_tensors_hooks(remember, lambda tensor: tensor),
    ):
        loss = model(input_ids=ids, labels=ids).loss
    between = sum(size for key, size in kept.items() if key not in weights)
    assert 0.3 * estimate.working < between < estimate.working
    loss.backward()
    optimizer.step()
    gradients = sum(weight.grad.nbytes for weight in trained)
    means = sum(
        value.nbytes
        for state in optimizer.state.values()
        for value in state.values()
        if value.dim()
    )
    assert gradients + means == estimate.kept


def excgec_recipe(model="", **changes):
    return {**shipped_recipes()["excgec"], "model": str(model), "revision": None, **changes}


def memory_of(config, recipe):
    needed = ("rank", "modules", "whole", "batch_size", "cutoff")
    return training_memory(config, **{key: recipe[key] for key in needed})


def test_training_says_what_its_model_needs():
    memory = memory_of(published("Qwen1.5-7B"), excgec_recipe())
    assert quoted(ROOT / "training/config/training.yaml") == {"Qwen1.5-7B-Chat": str(memory)}


def test_a_gpu_that_is_too_small_is_told(tmp_path):
    from gec_training.gpu_memory import memory_shortage

    folder = proportioned(tmp_path / "model", next(iter(LAYOUTS)), torch.bfloat16)
    recipe = excgec_recipe(folder)
    needed = memory_of(read_model("AutoModelForCausalLM", folder, "auto").config, recipe)
    enough = needed.total + CONTEXT
    assert memory_shortage(recipe, enough) is None
    line = memory_shortage(recipe, enough - 1)
    assert line.startswith(f"excgec: training {folder} takes {needed} of a GPU")
    assert line.endswith("excgec.batch_size (and a higher excgec.accumulation)")
    assert "does not fit: take a smaller model" in memory_shortage(recipe, needed.weights)
    assert memory_shortage(excgec_recipe("someone/else"), 0) is None


@pytest.mark.workflow
def test_a_dry_run_says_so_where_a_model_is_to_be_trained(tmp_path):
    recipes = toy_recipes(tmp_path)
    recipes["device"] = "auto"
    (tmp_path / "training.yaml").write_text(yaml.safe_dump({"training": recipes}))
    (tmp_path / "models").symlink_to(ROOT / "models")
    driver = tmp_path / "bin" / "nvidia-smi"
    driver.parent.mkdir()
    driver.write_text(
        '#!/bin/sh\ncase "$1" in *memory*) echo GPU-a, 400;; *) echo 0, GPU-a;; esac\n'
    )
    driver.chmod(0o755)
    counts = {}
    for target in ("excgec-correct-only", "explainer-zh"):
        done = project.snakemake(
            *(tmp_path, "--snakefile", ROOT / "training/Snakefile", "--dry-run"),
            *("--configfile", tmp_path / "training.yaml", "--"),
            f"results/training/models/{target}",
            PATH=f"{driver.parent}{os.pathsep}{os.environ['PATH']}",
            CUDA_VISIBLE_DEVICES="0",
        )
        assert done.returncode == 0, done.stdout + done.stderr
        counts[target] = (done.stdout + done.stderr).count("excgec: training ")
    assert counts == {"excgec-correct-only": 1, "explainer-zh": 0}
