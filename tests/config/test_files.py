"""Files of a study: the places they are found in, and errors about missing ones."""

import os
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from own_types import own_types  # noqa: F401
from project import ROOT, write_files
from pydantic import ValidationError
from written_study import changed

from gec_attribution.config.files import DOWNLOADS, MIRROR, File
from gec_attribution.config.places import DEFAULT_CONFIG, PROJECT, places_of
from gec_attribution.errors import ConfigError
from gec_attribution.pipeline.named_files import hub_models, missing_pipelines
from gec_attribution.pipeline.opening import checked, load_study
from gec_attribution.storage.signatures import with_contents

COMMIT = "607a30d783dfa663caf39e06633721c8d4cfcd7e"
STUDY = {
    "study": "small",
    "datasets": {
        "d": {
            "sources": "d.txt",
            "references": [{"path": "r.m2", "coder": 1}],
            "pipeline": "r.m2",
        }
    },
    "systems": {
        "s": {"type": "outputs", "files": {"d": "s.txt"}},
        "talk": {
            "type": "chat",
            "model": "words",
            "examples": "r.m2",
            "label": "words",
        },
        "mine": {
            "type": "mine",
            "lexicon": "sub/words",
            "title": "words",
            "marked": "words",
            "label": "sub/words",
        },
    },
    "metrics": {
        "ppl": {"type": "perplexity", "model": "words"},
        "hub": {
            "type": "perplexity",
            "model": "openai-community/gpt2",
            "revision": COMMIT,
        },
        "embedded": {
            "type": "some",
            "model": "models/encoder",
            "languages": ["en", "zh"],
        },
    },
    "methods": {"shapley": {"type": "shapley"}},
}
pytestmark = pytest.mark.usefixtures("own_types")


# For a Chinese data set, without a system that is for English alone.
CHINESE = {"language": "zh", "systems": {"s": STUDY["systems"]["s"]}}


def study(places=(), within=None, **keys):
    """The study with other values of some keys."""
    return checked(changed(STUDY, **keys), "study", places, within)


@pytest.fixture
def folder(tmp_path) -> Path:
    """The folder of a study, with some of the files that it names."""
    write_files(
        tmp_path, {"d.txt": "", "r.m2": "", "study.yaml": yaml.safe_dump(STUDY)}
    )
    for name in ("words", "sub/words"):
        (tmp_path / name).mkdir(parents=True)
    return tmp_path


@pytest.fixture
def places(folder):
    return places_of(folder / "study.yaml")


def missing_models(named):
    return {each.path: each.line for each in named.missing_files if each.is_model}


def test_paths_lie_beside_the_study_wherever_it_is_read_from(
    folder, tmp_path_factory, monkeypatch
):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    found = load_study(folder / "study.yaml")
    dataset = found.datasets["d"]
    assert dataset.sources.spec == str(folder / "d.txt")
    assert [file.spec for file in dataset.references] == [
        {"path": str(folder / "r.m2"), "coder": 1}
    ]
    assert dataset.pipeline == str(folder / "r.m2")
    assert found.systems["talk"].examples == str(folder / "r.m2")
    assert found.systems["mine"].lexicon == str(folder / "sub/words")
    assert found.metrics["ppl"].model == str(folder / "words")
    assert found.metrics["embedded"].model == str(PROJECT / "models/encoder")
    assert load_study(os.path.relpath(folder / "study.yaml")) == found


def test_every_file_is_named_once_with_its_key():
    keys = [named.key for named in study().files()]
    assert keys == [
        "datasets.d.pipeline",
        "datasets.d.sources",
        "datasets.d.references.0",
        "systems.s.files.d",
        "systems.talk.examples",
        "systems.mine.lexicon",
        "systems.mine.marked",
        "metrics.ppl.model",
        "metrics.hub.model",
        "metrics.embedded.model",
    ]


def test_a_study_of_the_project_is_found_in_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    study = load_study("config/chinese.yaml")
    assert study.datasets["learner-zh"].sources.path == str(
        ROOT / "data/learner-zh/sources.txt"
    )
    (tmp_path / "config").mkdir()
    (tmp_path / "config/chinese.yaml").write_text("study: mine")
    with pytest.raises(ConfigError, match="datasets"):
        load_study("config/chinese.yaml")


def test_everything_that_the_default_study_names_is_there(tmp_path, monkeypatch):
    raw = yaml.safe_load(DEFAULT_CONFIG.read_text(encoding="utf-8"))
    written = checked(raw, "study")
    within = checked(raw, "study", places_of(DEFAULT_CONFIG), ROOT)
    assert within.datasets == written.datasets
    assert within.metrics["some"].model == "models/encoder"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fetched" / "smollm2-135m").mkdir(parents=True)
    monkeypatch.setenv("GEC_MODELS", str(tmp_path / "fetched"))
    paths = [named.path for named in load_study().files()]
    assert len(paths) > 8
    assert all(Path(path).is_absolute() and Path(path).exists() for path in paths)


def test_missing_files_are_listed_with_the_places_looked_in(folder, places):
    found = study(
        places, datasets__d={"sources": "d.txt", "authors": "b"}
    ).missing_files
    looked_in = f"in any of {folder}, {PROJECT}"
    for missing, key in zip(
        found, ("datasets.d.authors: there is no b", "systems.s."), strict=True
    ):
        assert missing.line.startswith(key)
        assert looked_in in missing.line
        assert missing[2:] == (False, False)


def test_files_without_a_slash_and_in_lists_are_found_and_count(
    folder, places, monkeypatch
):
    write_files(folder, {"words.txt": "one", "more.txt": "two", "sub/words/x": ""})
    entry = {
        "type": "mine",
        "words": "words.txt",
        "more": ["more.txt", ["sub/words"], 3, "no.txt"],
    }
    monkeypatch.chdir(folder)
    entry |= {"title": "words", "label": "words.txt"}
    mine = study(places, Path.cwd(), systems__mine=entry).systems["mine"]
    assert (mine.words, mine.title, mine.label) == ("words.txt", "words", "words.txt")
    assert mine.more[2:] == [3, "no.txt"]
    assert mine.named_files() == ["words.txt", "more.txt", "sub/words/x"]
    before = with_contents(mine.spec)
    (folder / "more.txt").write_text("three")
    after = with_contents(mine.spec)
    assert before["more"][0] != after["more"][0]
    assert before["more"][1:] == after["more"][1:]


def test_what_a_tokenizer_reads_is_among_the_files_of_a_model(tmp_path):
    for name in (
        "model.safetensors",
        "spiece.model",
        "chat_template.jinja",
        "README.md",
    ):
        (tmp_path / name).write_text(name)
    entry = study(metrics__ppl={"type": "perplexity", "model": str(tmp_path)}).metrics[
        "ppl"
    ]
    names = ["chat_template.jinja", "model.safetensors", "spiece.model"]
    assert [Path(file).name for file in entry.named_files()] == names


MISSING_MODELS = """
metrics: {type: perplexity, model: words2} → model: there is no words2 in any of …
metrics: {type: perplexity, model: a/gpt2, revision: main} → revision: a/gpt2: its revision main is …
metrics: {type: some, model: data/downloads/gfm} → model: …; the published weights …/kokeman/SOME …
metrics: {type: perplexity, model: smollm2-135m} → model: the model smollm2-135m is not in …models fetch…
systems: {type: chat, model: m, examples: n.m2} → examples: there is no n.m2 in any of …
explainers: {model: Q/Q, revision: COMMIT, adapter: results/a} → adapter: …(adapter_revision)…
explainers: {model: results/x/model, revision: COMMIT} → model: …, nor can it be the id of a model …
explainers: {model: ../qwen, revision: COMMIT} → model: …, nor can it be the id of a model …
"""  # noqa: E501


@pytest.mark.parametrize("case", MISSING_MODELS.strip().splitlines())
def test_a_model_that_is_nowhere_is_named_with_what_to_do(places, monkeypatch, case):
    monkeypatch.setenv("GEC_MODELS", "nowhere")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    written, _, expected = case.replace("COMMIT", COMMIT).partition(" → ")
    ((kind, entry),) = yaml.safe_load(written).items()
    language = CHINESE if kind == "explainers" else {}
    entry = {"type": "causal", "corrections": ["own"], **entry} if language else entry
    named = study(places, **language, **{f"{kind}__x": entry})
    (line,) = missing_models(named).values()
    assert re.fullmatch(re.escape(f"{kind}.x.{expected}").replace("…", ".*"), line), (
        line
    )
    assert entry["model"] not in dict(hub_models(named)) or "adapter" in entry


def test_a_pipeline_that_is_not_installed_is_named_with_how_to_get_it(places):
    (line,) = missing_pipelines(study(places, pipeline="en_no_such_pipeline"))
    assert line.startswith(
        "pipeline: the spaCy pipeline 'en_no_such_pipeline' is neither"
    )
    assert "python -m spacy download en_no_such_pipeline" in line
    assert missing_pipelines(study(places, pipeline="models/spacy-en")) == []
    # The pipeline of a Chinese data set is a file.
    chinese = study(places, **CHINESE, pipeline="none.txt")
    assert missing_pipelines(chinese) == []


@pytest.mark.parametrize(
    ("pin", "place"),
    [
        ({"url": "https://host/a/x.txt"}, "00000000-x.txt"),
        ({"url": "https://host/by{1..3}.txt"}, "00000000-by1..3.txt"),
        ({"url": "https://host/x", "mirror": "a/{1..3}/b.m2"}, "a/1..3/b.m2"),
    ],
)
def test_a_download_has_its_place_in_a_mirror_or_a_name_with_its_sum(pin, place):
    file = File.model_validate({"sha256": "0" * 64, **pin})
    assert file.local == f"{DOWNLOADS}/{place}"


# Names that climb are rare among the matches of a pattern.
CLIMBING = st.lists(
    st.sampled_from(["a", "{}", ".", "..", "{}..", "{", "/"]), min_size=1
).map("".join)


@given(st.from_regex(MIRROR) | CLIMBING)
def test_a_place_in_a_mirror_is_in_its_folder(mirror):
    try:
        file = File.model_validate(
            {"url": "https://h/x", "sha256": "0" * 64, "mirror": mirror}
        )
    except ValidationError:
        return
    assert Path(os.path.normpath(file.local)).is_relative_to(DOWNLOADS)
