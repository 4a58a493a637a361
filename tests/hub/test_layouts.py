"""A model of each published layout is read by its id and commit; another revision is refused."""

from types import SimpleNamespace

import huggingface_hub
import pandas as pd
import pytest
import yaml
from chat_service import KEY, running_service
from hub.checkpoints import COMMIT, ORACLE, folder_of, some_models
from huggingface_hub import constants
from huggingface_hub.utils import filter_repo_objects
from oracle.test_oracle import assert_scores_agree, scores_of
from project import ROOT, snakemake, write_lines

from gec_attribution.errors import ModelError
from gec_attribution.networks.hub import load_model, load_tokenizer, model_folder
from gec_attribution.plugins.settings import Settings

pytestmark = pytest.mark.hub
PAPER = yaml.safe_load((ROOT / "config" / "paper.yaml").read_text(encoding="utf-8"))
BY_ID = {
    "some": {},
    "impara": {
        "quality_estimator": "bert/torch-file",
        "quality_estimator_revision": COMMIT,
        "similarity_estimator": "bert/pretrained",
        "similarity_estimator_revision": COMMIT,
    },
    "ppl": {"model": "gpt2/bare", "revision": COMMIT, "undefined": "zero"},
}


@pytest.fixture
def hub(cache, monkeypatch):
    """The client without a network, with this cache."""
    # Settings that the client read from the environment when it was imported.
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(cache))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)


@pytest.mark.parametrize("metric", BY_ID)
@pytest.mark.usefixtures("hub")
def test_the_authors_numbers_are_those_of_models_by_id(oracle_models, metric, tmp_path):
    cases = [case for case in ORACLE["cases"] if case["edits"]]
    entry = PAPER["metrics"][metric] | BY_ID[metric]
    entry = {
        key: value for key, value in entry.items() if key not in {"label", "published"}
    }
    if metric == "some":  # which is published elsewhere
        entry["model"] = str(some_models(oracle_models, tmp_path / "gfm-models"))
    assert_scores_agree(scores_of(cases, metric, entry), cases, metric)


@pytest.mark.usefixtures("hub")
def test_a_language_model_in_several_files_is_whole():
    folder = model_folder("chat/torch-shards", COMMIT)
    assert load_tokenizer(folder).chat_template
    model = load_model("AutoModelForCausalLM", folder, Settings(device="cpu"))
    assert sum(weight.numel() for weight in model.parameters()) > 10_000


@pytest.mark.usefixtures("hub")
def test_a_revision_that_is_no_commit_is_refused_with_the_commit_of_today(monkeypatch):
    with pytest.raises(
        ModelError, match=r"v2 is no commit.*gpt2/bare/commits/v2.*offline"
    ):
        model_folder("gpt2/bare", "v2")
    today = SimpleNamespace(sha=COMMIT)
    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", lambda *_, **__: today)
    with pytest.raises(
        ModelError, match=f"^gpt2/bare: its revision main .*is today: {COMMIT}$"
    ):
        model_folder("gpt2/bare", "main")


def test_torch_files_are_asked_for_where_there_are_no_safetensors(
    tmp_path, monkeypatch
):
    asked = []

    def download(_, *, allow_patterns, ignore_patterns, **__):
        files = [
            "config.json",
            "onnx/config.json",
            "model.safetensors",
            "pytorch_model.bin",
        ]
        asked.append([*filter_repo_objects(
            files, allow_patterns=allow_patterns, ignore_patterns=ignore_patterns
        )])  # fmt: skip
        return str(tmp_path)

    monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
    model_folder("a/model", COMMIT)
    (tmp_path / "model.safetensors").touch()
    model_folder("a/model", COMMIT)
    safetensors, torch_files = ["config.json", "model.safetensors"], "pytorch_model.bin"
    assert asked == [safetensors, ["config.json", torch_files], safetensors]


GENERATE = yaml.safe_load(
    (ROOT / "config" / "generate.yaml").read_text(encoding="utf-8")
)
SOURCES = ["she like it .", "I eat an apple yesterday .", "she likes it ."]
EXAMPLES = """\
S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S We is late .
A 1 2|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
"""


def test_the_five_systems_correct_again_beside_their_published_outputs(
    cache, oracle_models, tmp_path
):
    """The study config/generate.yaml, on small models in the layouts of those that it names."""
    write_lines(tmp_path / "d.txt", SOURCES)
    (tmp_path / "dev.m2").write_text(EXAMPLES)
    by_commit, tagger = {"revision": COMMIT}, str(folder_of(cache, "gector/tagger"))
    small = {
        "gector-again": {
            "model": "gector/tagger",
            **by_commit,
            "encoder_revision": COMMIT,
        },
        "gector-2024-again": {"model": tagger, "encoder_revision": COMMIT},
        "bart-again": {"model": "bart/torch-file", **by_commit},
        "t5-again": {"model": "t5/unigrams", **by_commit},
        "gpt-4o-mini-again": {"examples": "dev.m2"},
    }
    # The published outputs of this test are the sources.
    published = {"type": "outputs", "files": {"d": "d.txt"}}
    systems = {}
    for name, entry in GENERATE["systems"].items():
        systems[name] = entry | small[name] if name in small else published
    some = {"model": str(some_models(oracle_models, tmp_path / "gfm-models"))}
    metrics = {}
    for name, entry in GENERATE["metrics"].items():
        metrics[name] = entry | (some if name == "some" else BY_ID[name])
    study = GENERATE | {
        "datasets": {"d": {"sources": "d.txt", "references": ["d.txt"]}},
        "systems": systems,
        "metrics": metrics,
        "pipeline": "auto",
    }
    with running_service({"she like it.": "she likes it."}) as service:
        variables = {
            **service.address,
            "OPENAI_API_KEY": KEY,
            "HF_HUB_CACHE": str(cache),
        }
        dry = snakemake(tmp_path, "--dry-run", study=study, **variables)
        assert not service.requests
        assert all(
            rule in dry
            for rule in ("correct_sentences", "score_pairs", "plot_agreement")
        )
        snakemake(tmp_path, "--", "reproduced_outputs", study=study, **variables)
        assert 1 <= len(service.requests) <= len(SOURCES)
    path = tmp_path / "results/generate/d/evaluation/reproduced_outputs.csv"
    table = pd.read_csv(path).set_index("system")
    assert set(table.index) == set(
        GENERATE["evaluation"]["reproduced_outputs"]["pairs"]
    )
    # The chat model corrects one of the sources.
    chat = table.loc["gpt-4o-mini-again"]
    assert chat["changed"] == 1
    assert chat["identical"] == pytest.approx(2 / 3)
