"""Studies that nobody can run without the hub's models, on some lines each, to their reports."""

from pathlib import Path

import pandas as pd
import project
import pytest
import yaml
from chat_service import running_service
from hub.checkpoints import RENAMED, deep_encoder, some_models, write_published_gector
from hub.server import MEMBER, running_hub
from project import ROOT

pytestmark = pytest.mark.hub
ENCODER = "google-bert/bert-base-cased"
LEARNER_ZH = ROOT / "data" / "learner-zh"
EXAMPLES = """\
S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S We is late .
A 1 2|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
"""


@pytest.fixture(scope="module")
def served(repositories):
    deep = deep_encoder(repositories[ENCODER])
    with running_hub({**repositories, ENCODER: deep}) as hub:
        hub.renamed |= RENAMED
        yield hub


def study_of(name: str) -> dict:
    return yaml.safe_load((ROOT / "config" / f"{name}.yaml").read_text(encoding="utf-8"))


def run(folder: Path, hub, *arguments: object, token: str = MEMBER, **environment: str):
    """Snakemake on the study in `folder`, which asks the hub."""
    options = ["--configfile", folder / "study.yaml", "--snakefile", ROOT / "Snakefile"]
    environment = {**hub.environment(folder / "huggingface", token), **environment}
    return project.snakemake(folder, *options, *arguments, **environment)


@pytest.fixture(scope="module")
def paper(served, oracle_models, shared, tmp_path_factory):
    """What config/paper.yaml makes of some lines."""
    folder = tmp_path_factory.mktemp("paper")
    study = study_of("paper")
    for name in ("conll14", "jfleg-dev", "jfleg-test", "seeda-judged"):
        study["datasets"][name]["lines"] = "1-10"
    study["datasets"]["probes"]["lines"] = "1-126"
    study["pipeline"] = "models/spacy-en"
    few = {"datasets": ["jfleg-dev"]}
    study["evaluation"] |= {
        "case_study": {"dataset": "jfleg-dev", "system": "t5", "line": 3},
        "efficiency": {**few, "max_edits": 3, "sentences": 1},
        "sampling_error": {**few, "min_edits": 3, "max_edits": 4, "sentences": 1},
        "estimators": {**few, "min_edits": 5, "sentences": [1]},
        "resamples": 100,
    }
    (folder / "study.yaml").write_text(yaml.safe_dump(study, sort_keys=False))
    mirror = {"GEC_MIRROR": str(shared / "datasets")}

    # SOME's weights are to be put there by hand: without them a run says so, and PPL's can be had.
    refused = run(folder, served, "--dry-run", **mirror)
    assert refused.returncode != 0
    assert "https://github.com/kokeman/SOME" in refused.stdout + refused.stderr
    wanted = [
        f"results/paper/{path}"
        for path in ("figures/cumulative_edits.pdf", "jfleg-dev/attributions/ppl/shapley.parquet")
    ]
    done = run(folder, served, *wanted, **mirror)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "https://github.com/kokeman/SOME" in done.stdout + done.stderr

    some_models(oracle_models, folder / "data" / "downloads" / "gfm-models")
    done = run(folder, served, **mirror)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "results" / "paper"


def test_the_papers_study_comes_to_its_report(paper):
    report = (paper / "report.html").read_text(encoding="utf-8")
    for label in ("SOME", "IMPARA", "PPL", "Figure 2", "Figure 7"):
        assert label in report


def test_each_metric_of_the_papers_study_explains_each_system(paper):
    for metric in ("some", "impara", "ppl"):
        explained = pd.read_parquet(
            paper / "jfleg-dev" / "attributions" / metric / "shapley.parquet"
        )
        assert set(explained["system"]) >= {"gector", "gector-2024", "bart", "t5", "gpt-4o-mini"}
        # Longer ones are skipped, as the study says.
        assert (explained["phi"].notna() == (explained["n_edits"] <= 10)).all()
        assert explained["phi"].abs().max() > 0


def test_the_hub_is_asked_for_what_is_read_alone(paper, served):
    del paper
    files = {path.rpartition("/")[2] for path in served.fetched("HEAD")}
    assert files == {
        *("config.json", "tokenizer.json", "tokenizer_config.json", "vocab.txt", "vocab.json"),
        *("merges.txt", "model.safetensors", "pytorch_model.bin"),
    }
    assert not any(
        path.endswith("pytorch_model.bin") and "IMPARA" not in path
        for path in served.fetched("HEAD")
    )


@pytest.fixture(scope="module")
def excgec(served, tmp_path_factory):
    """What config/excgec.yaml makes of three sentences, with fewer entries, runs and tokens."""
    folder = tmp_path_factory.mktemp("excgec")
    study = study_of("excgec")
    gold = str(LEARNER_ZH / "gold.json")
    study["datasets"] = {
        "excgec-test": {
            "sources": gold,
            "references": [gold],
            "explanations": gold,
            "lines": "2-4",
        }
    }
    study["systems"]["annotators"]["files"] = {"excgec-test": gold}
    # Of each model and of each task one is left, of one both corrections and two runs.
    for name in ("llama-pre", "deepseek-pre"):
        del study["explainers"][name]
    for name, entry in study["explainers"].items():
        if entry["type"] == "causal":
            entry |= {"max_tokens": 24, "num_beams": 2}
            entry.pop("runs", None)
            if len(entry["corrections"]) == 2:
                entry["corrections"] = ["own" if name == "llama-post" else "reference"]
    study["explainers"]["qwen-post"] |= {"runs": 2, "corrections": ["own", "reference"]}
    study["evaluation"]["severity_attribution"]["min_frequency"] = 1
    study["evaluation"]["resamples"] = 100
    (folder / "study.yaml").write_text(yaml.safe_dump(study, sort_keys=False))
    # Two models can be had by whoever was given access alone.
    refused = run(
        folder, served, "results/excgec/excgec-test/explanations/llama-post.own.json", token=""
    )
    assert refused.returncode != 0
    assert "Access to model meta-llama/Meta-Llama-3-8B-Instruct is restricted" in refused.stderr
    done = run(folder, served)
    assert done.returncode == 0, done.stdout + done.stderr
    # What models did not answer is told at the end, too.
    assert "answered without a correction" in done.stdout + done.stderr
    return folder / "results" / "excgec"


def test_what_models_did_not_answer_is_told(excgec):
    """They know nothing: most of what they write holds no correction."""
    warnings = pd.read_csv(excgec / "excgec-test" / "evaluation" / "warnings.csv")
    (row,) = warnings[warnings["warning"].str.contains("without a correction")].to_dict("records")
    assert 0 < row["sentences"] <= row["of_sentences"]
    assert "qwen-correct (own) 3 of 3" in row["where"]
    assert "answered without a correction" in (excgec / "report.html").read_text(encoding="utf-8")


def test_the_excgec_study_comes_to_its_report(excgec):
    report = (excgec / "report.html").read_text(encoding="utf-8")
    for label in ("Llama3-8B-instruct", "DeepSeek-7B-base", "Qwen1.5-7B-chat"):
        assert label in report


@pytest.fixture(scope="module")
def generated(served, repositories, shared, tmp_path_factory):
    """What config/generate.yaml makes of three sentences of JFLEG."""
    folder = tmp_path_factory.mktemp("generate")
    study = study_of("generate")
    study["datasets"] = {"jfleg-dev": {"registered": "jfleg-dev", "lines": "1-3"}}
    study["pipeline"] = "models/spacy-en"
    study["evaluation"]["resamples"] = 100
    (folder / "study.yaml").write_text(yaml.safe_dump(study, sort_keys=False))
    environment = {"GEC_MIRROR": str(shared / "datasets"), "OPENAI_API_KEY": ""}
    wanted = "results/generate/tables/reproduced_outputs.csv"
    refused = run(folder, served, wanted, **environment)
    assert refused.returncode != 0
    for message in (
        "systems.gpt-4o-mini-again: the environment variable OPENAI_API_KEY is not set",
        "there is no data/downloads/gector-2024-roberta-large in any of",
    ):
        assert message in refused.stdout + refused.stderr

    downloads = folder / "data" / "downloads"
    downloads.mkdir(parents=True, exist_ok=True)
    write_published_gector(repositories, downloads)
    (downloads / "ABCN.dev.gold.bea19.m2").write_text(EXAMPLES, encoding="utf-8")
    converted = ("roberta_1_gectorv2", "gector-2024-roberta-large")
    done = run(folder, served, *(f"data/downloads/{name}" for name in converted), **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    with running_service({}) as service:
        environment |= {**service.address, "OPENAI_API_KEY": "key"}
        done = run(folder, served, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(service.requests) == 3
    assert not any(path.endswith("roberta-large/model.safetensors") for path in served.fetched())
    return folder / "results" / "generate"


def test_systems_that_correct_here_are_compared_with_what_was_published(generated):
    rows = pd.read_csv(generated / "jfleg-dev" / "evaluation" / "reproduced_outputs.csv")
    assert rows["other_system"].tolist() == ["gector", "gector-2024", "bart", "t5", "gpt-4o-mini"]
    assert (rows["sentences"] == 3).all()
    lines = pd.read_csv(generated / "jfleg-dev" / "evaluation" / "reproduced_lines.csv")
    differ = lines.groupby("system").size().reindex(rows["system"], fill_value=0).to_numpy()
    assert (differ == (3 * (1 - rows["identical"])).round()).all()
    # The dummy copies its sentence; the authors' does not.
    copied = lines[lines["system"] == "gpt-4o-mini-again"]
    assert len(copied) == 3
    assert (copied["source"] == copied["corrected"]).all()
    report = (generated / "report.html").read_text(encoding="utf-8")
    assert "GECToR-2024, again" in report


def test_models_are_fetched_where_there_is_a_network_for_where_there_is_none(served, tmp_path):
    sources = (ROOT / "data" / "learner" / "sources.txt").read_text(encoding="utf-8")
    (tmp_path / "sources.txt").write_text("".join(sources.splitlines(keepends=True)[:3]))
    study = {
        "study": "fetched",
        "datasets": {"d": {"sources": "sources.txt"}},
        "systems": {
            "gector": {
                "type": "gector",
                "model": "gotutiyan/gector-roberta-base-5k",
                "revision": "main",
                "encoder_revision": "main",
            }
        },
        "metrics": {"ppl": study_of("paper")["metrics"]["ppl"]},
        "methods": {"shapley": {"type": "shapley"}},
    }
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(study, sort_keys=False))
    wanted = "results/fetched/d/attributions/ppl/shapley.parquet"
    planned = run(tmp_path, served, "--dry-run", wanted)
    printed = planned.stdout + planned.stderr
    assert planned.returncode == 0, printed
    assert printed.count("openai-community/gpt2 at revision 607a30d") == 1
    assert "is to be downloaded: 0.9 MB" in printed
    offline = {"HF_HUB_OFFLINE": "1"}
    refused = run(tmp_path, served, wanted, **offline)
    assert refused.returncode != 0
    assert "HF_HUB_OFFLINE is set, and it is not in the cache" in refused.stdout + refused.stderr

    done = run(tmp_path, served, "fetch_models")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "openai-community/gpt2 at 607a30d783dfa663caf39e06633721c8d4cfcd7e" in done.stdout
    asked = len(served.requests)
    done = run(tmp_path, served, wanted, **offline)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "to be downloaded" not in done.stdout + done.stderr
    assert len(served.requests) == asked
