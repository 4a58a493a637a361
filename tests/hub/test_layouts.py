"""Every model that a configuration or a page names is read by its id, in its own layout."""

import json
import re

import pytest
import yaml
from hub.checkpoints import GPT2_COMMIT, ORACLE, RENAMED, T5_COMMIT, some_models
from hub.server import MEMBER
from oracle.test_oracle import assert_scores_agree
from project import ROOT
from tokenizers import Tokenizer

from gec_attribution.metrics import load_metric
from gec_attribution.networks.hub import load_model, load_tokenizer, model_folder
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems import load_system

SETTINGS = Settings(device="cpu")
ID = re.compile(
    r"^\s*(?:\w+: )?(?:model|quality_estimator|similarity_estimator|encoder): ([\w-]+/[\w.-]+)",
    re.MULTILINE,
)
PAPER = yaml.safe_load((ROOT / "config" / "paper.yaml").read_text(encoding="utf-8"))
TEXTS = ["He go to school yesterday .", "我喜欢吃鱼。", "a"]


def test_every_id_that_is_named_is_on_the_hub(repositories):
    pages = [*ROOT.glob("config/*"), *ROOT.glob("docs/*.md"), ROOT / "README.md"]
    named = {name for page in pages for name in ID.findall(page.read_text(encoding="utf-8"))}
    ids = {name for name in named if not name.startswith(("data/", "models/", "my/", "results/"))}
    assert len(ids) > 10
    assert ids <= repositories.keys()


@pytest.mark.parametrize(
    "name",
    [
        "Qwen/Qwen1.5-0.5B",
        "Qwen/Qwen1.5-7B",
        "Qwen/Qwen1.5-7B-Chat",
        "meta-llama/Meta-Llama-3-8B-Instruct",
        "deepseek-ai/deepseek-llm-7b-base",
        "deepseek-ai/deepseek-llm-7b-chat",
    ],
)
def test_a_language_model_is_whole(hub, repositories, name, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", MEMBER)
    folder = model_folder(name, "main")
    tokenizer = load_tokenizer(folder)
    published = Tokenizer.from_str(repositories[name].files["tokenizer.json"].decode())
    for text in TEXTS:
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        assert ids == published.encode(text, add_special_tokens=False).ids
        assert tokenizer.decode(ids) == text
    said = json.loads(repositories[name].files["tokenizer_config.json"])
    assert tokenizer.chat_template == said.get("chat_template")
    model = load_model("AutoModelForCausalLM", folder, SETTINGS)
    assert sum(weight.numel() for weight in model.state_dict().values()) > 10_000
    unread = ("README.md", "original/consolidated.00.pth")
    assert not any(path.endswith(unread) for path in hub.fetched())


@pytest.mark.hub
@pytest.mark.parametrize("metric", ["some", "impara", "ppl"])
def test_the_authors_numbers_are_those_of_models_by_id(hub, oracle_models, metric, tmp_path):
    cases = [case for case in ORACLE["cases"] if case["edits"]]
    entry = PAPER["metrics"][metric]
    entry = {key: value for key, value in entry.items() if key not in {"label", "published"}}
    if metric == "some":  # which is published elsewhere
        entry["model"] = str(some_models(oracle_models, tmp_path / "gfm-models"))
    if metric == "ppl":
        entry["undefined"] = "zero"
    sources = [case["src"] for case in cases for _ in case["lattice"]]
    sentences = [sentence for case in cases for sentence in case["lattice"]]
    scores = load_metric(metric, entry).score(sources, sentences)
    assert len(scores) == 1648
    assert_scores_agree(scores, cases, metric)
    unread = ("tf_model.h5", "decoder_model.onnx", "bert-base-cased/resolve/main/pytorch_model.bin")
    assert not any(path.endswith(unread) for path in hub.fetched())


@pytest.mark.usefixtures("hub")
def test_a_metric_of_the_docs_reads_an_uncased_encoder():
    entry = {"type": "bertscore", "model": "google-bert/bert-base-uncased", "revision": "main"}
    metric = load_metric("bertscore", {**entry, "layer": 1})
    references = [["She likes it ."], ["I ate ."]]
    scores = metric.score(["She like it .", "I eat ."], ["SHE LIKES IT .", "I eat ."], references)
    assert scores[0] == pytest.approx(1, abs=1e-6)
    assert scores[1] < 1


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "seq2seq", "model": "gotutiyan/gec-bart-large", "revision": "main"},
        {"type": "seq2seq", "model": "gotutiyan/gec-t5-base-clang8", "revision": T5_COMMIT},
        {
            "type": "gector",
            "model": "gotutiyan/gector-roberta-base-5k",
            "revision": "main",
            "encoder_revision": "main",
        },
    ],
    ids=["bart", "t5", "gector"],
)
@pytest.mark.usefixtures("hub")
def test_a_system_of_the_docs_corrects(entry):
    system = load_system("system", entry)
    corrected = system.correct(["She like it .", "I eat an apple yesterday ."])
    assert len(corrected) == 2
    assert all(corrected)


@pytest.mark.usefixtures("hub")
def test_a_model_that_was_renamed_is_found_under_its_old_name():
    assert RENAMED["gpt2"] == "openai-community/gpt2"
    old, new = (model_folder(name, GPT2_COMMIT) for name in ("gpt2", "openai-community/gpt2"))
    assert (old / "model.safetensors").read_bytes() == (new / "model.safetensors").read_bytes()


def test_a_token_is_sent_to_the_hub_alone(hub, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", MEMBER)
    model_folder("meta-llama/Meta-Llama-3-8B-Instruct", "main")
    sent = {(host, token) for _, _, host, token in hub.requests}
    assert sent == {("127.0.0.1", MEMBER), ("localhost", "")}
