import copy
import os
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from project import ROOT

from gec_attribution.config.entries import entry_of_run
from gec_attribution.config.places import (
    DEFAULT_CONFIG,
    DOWNLOADS,
    PROJECT,
    entry_files,
    local_file,
    local_paths,
    path_options,
    places_of,
    resolve,
)
from gec_attribution.config.schemas import config_schema
from gec_attribution.errors import ConfigError, ModelError
from gec_attribution.networks.hub import model_folder
from gec_attribution.pipeline.config import load_study, resolve_study, validate_study
from gec_attribution.pipeline.named_files import (
    hub_models,
    missing_models,
    missing_pipelines,
    moving_models,
    unfound,
)
from gec_attribution.storage.signatures import names_content, with_contents

COMMIT = "607a30d783dfa663caf39e06633721c8d4cfcd7e"
STUDY = {
    "study": "small",
    "datasets": {
        "d": {"sources": "d.txt", "references": [{"path": "r.m2", "coder": 1}], "pipeline": "r.m2"}
    },
    "systems": {
        "s": {"type": "outputs", "files": {"d": "s.txt"}},
        "talk": {"type": "chat", "model": "words", "examples": "r.m2", "label": "words"},
        "mine": {"type": "mine", "lexicon": "sub/words", "title": "words", "label": "sub/words"},
    },
    "metrics": {
        "ppl": {"type": "perplexity", "model": "words"},
        "hub": {"type": "perplexity", "model": "openai-community/gpt2", "revision": COMMIT},
        "embedded": {"type": "some", "model": "models/encoder"},
    },
    "methods": {"shapley": {"type": "shapley"}},
}


@pytest.fixture
def folder(tmp_path) -> Path:
    """The folder of a study, with some of the files that it names."""
    for name in ("d.txt", "r.m2"):
        (tmp_path / name).write_text("")
    for name in ("words", "sub/words"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(STUDY))
    return tmp_path


def test_paths_lie_beside_the_study_wherever_it_is_read_from(folder, tmp_path_factory, monkeypatch):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    config = load_study(folder / "study.yaml")
    assert config["datasets"]["d"]["sources"] == str(folder / "d.txt")
    assert config["datasets"]["d"]["references"] == [{"path": str(folder / "r.m2"), "coder": 1}]
    assert config["datasets"]["d"]["pipeline"] == str(folder / "r.m2")
    assert config["systems"]["talk"]["examples"] == str(folder / "r.m2")
    assert config["systems"]["mine"]["lexicon"] == str(folder / "sub/words")
    assert config["metrics"]["ppl"]["model"] == str(folder / "words")
    assert config["metrics"]["embedded"]["model"] == str(PROJECT / "models/encoder")
    relative = load_study(os.path.relpath(folder / "study.yaml"))
    assert relative == config


def test_places_are_looked_in_in_order(tmp_path):
    study = tmp_path / "config" / "study.yaml"
    places = places_of(study)
    assert places == [tmp_path / "config", tmp_path, PROJECT]
    assert places_of(tmp_path / "study.yaml") == [tmp_path, PROJECT]
    assert places_of(tmp_path / "a" / "first.yaml", tmp_path / "b" / "second.yaml") == [
        tmp_path / "b",
        tmp_path / "a",
        PROJECT,
    ]
    for place in (tmp_path, tmp_path / "config"):
        model = place / "models" / "encoder"
        model.mkdir(parents=True)
        assert resolve("models/encoder", places) == str(model)


def test_paths_in_the_working_directory_are_written_from_there():
    within = resolve_study(validate_study(default_study()), places_of(DEFAULT_CONFIG), ROOT)
    assert within["datasets"] == validate_study(default_study())["datasets"]
    assert within["metrics"]["some"]["model"] == "models/encoder"
    assert resolve("../models/encoder", [ROOT / "config"], ROOT) == "models/encoder"
    outside = resolve("models/encoder", [ROOT], ROOT / "data")
    assert outside == str(ROOT / "models/encoder")


def default_study() -> dict:
    return yaml.safe_load(DEFAULT_CONFIG.read_text(encoding="utf-8"))


def test_everything_that_the_default_study_names_is_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fetched = tmp_path / "fetched" / "smollm2-135m"
    fetched.mkdir(parents=True)
    monkeypatch.setenv("GEC_MODELS", str(fetched.parent))
    config = load_study()
    named = [
        *(
            path
            for kind in ("systems", "metrics")
            for entry in config[kind].values()
            for path in path_options(kind, entry).values()
        ),
        config["datasets"]["learner"]["sources"],
        *config["datasets"]["learner"]["references"],
    ]
    assert len(named) > 8
    assert all(Path(path).is_absolute() and Path(path).exists() for path in named)


def test_missing_files_are_listed_with_the_places_looked_in(folder):
    places = places_of(folder / "study.yaml")
    (line,) = unfound(validate_study(STUDY), places)
    assert line.startswith(f"systems.s.files.d: there is no s.txt in any of {folder}, {PROJECT}; ")


def test_the_authors_of_a_data_set_are_a_file_like_its_sources(folder):
    (folder / "a.txt").write_text("Ana\n", encoding="utf-8")
    study = validate_study(
        {**STUDY, "datasets": {"d": {**STUDY["datasets"]["d"], "authors": "a.txt"}}}
    )
    places = places_of(folder / "study.yaml")
    assert resolve_study(study, places)["datasets"]["d"]["authors"] == str(folder / "a.txt")
    (folder / "a.txt").unlink()
    line, *_ = unfound(study, places)
    assert line.startswith(f"datasets.d.authors: there is no a.txt in any of {folder}, {PROJECT}")


def test_a_missing_model_says_where_it_was_looked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError) as error:
        model_folder("models/nowhere", None)
    for part in ("models/nowhere", "next to the study's file", str(PROJECT), str(tmp_path)):
        assert part in str(error.value)


def test_what_identifies_a_path_is_its_content(tmp_path):
    for place, weight in (("a", "1"), ("b", "1"), ("c", "2")):
        (tmp_path / place / "sub").mkdir(parents=True)
        (tmp_path / place / "sub" / "weights").write_text(weight)
    identity, same_content, other_content = (
        with_contents({"model": str(tmp_path / place), "title": "a/b", "size": 3})
        for place in "abc"
    )
    assert identity == same_content
    assert identity["model"] != other_content["model"]
    assert (identity["title"], identity["size"]) == ("a/b", 3)
    files = [with_contents({"list": str(tmp_path / place / "sub/weights")}) for place in "abc"]
    assert files[0] == files[1] != files[2]


def test_files_without_a_slash_and_in_lists_are_found_and_count(folder, monkeypatch, tmp_path):
    study = copy.deepcopy(STUDY)
    (folder / "words.txt").write_text("one")
    (folder / "more.txt").write_text("two")
    entry = {"type": "mine", "words": "words.txt", "more": ["more.txt", ["sub/words"], 3, "no.txt"]}
    study["systems"]["mine"] = {**entry, "title": "words", "label": "words.txt"}
    (folder / "study.yaml").write_text(yaml.safe_dump(study))
    for place, within in ((folder, "words.txt"), (tmp_path.parent, str(folder / "words.txt"))):
        monkeypatch.chdir(place)
        config = validate_study(study)
        resolved = resolve_study(config, places_of(folder / "study.yaml"), within=Path.cwd())
        mine = resolved["systems"]["mine"]
        assert Path(mine["words"]).samefile(folder / "words.txt")
        assert within.endswith(mine["words"])
        assert (mine["title"], mine["label"], mine["more"][2:]) == (
            "words",
            "words.txt",
            [3, "no.txt"],
        )
        local = local_paths("systems", mine)
        assert local.keys() == {"words", "more.0", "more.1.0"}
        before = with_contents(mine)
        (folder / "more.txt").write_text("three")
        after = with_contents(mine)
        (folder / "more.txt").write_text("two")
        assert (before["words"], before["title"]) == (after["words"], "words")
        assert before["more"][0] != after["more"][0]
        assert before["more"][1:] == after["more"][1:]


def test_each_of_several_adapters_is_found_and_one_that_is_nowhere_is_named(folder):
    config = copy.deepcopy(STUDY)
    config["language"] = "zh"
    config["systems"].pop("talk")
    for name in ("model", "first", "second"):
        (folder / name).mkdir()
        (folder / name / "config.json").write_text(name)
    entry = {"type": "causal", "model": "model", "adapter": ["first", "second"], "runs": 2}
    config["explainers"] = {"x": {**entry, "corrections": ["s"]}}
    places, validated = places_of(folder / "study.yaml"), validate_study(config)
    resolved = resolve_study(validated, places)["explainers"]["x"]
    adapters = [str(folder / name) for name in ("first", "second")]
    assert resolved["adapter"] == adapters
    assert [Path(file).parent.name for file in entry_files("explainers", resolved)] == [
        *("model", "first", "second")
    ]
    assert [entry_of_run(resolved, run)["adapter"] for run in (1, 2)] == adapters
    assert entry_of_run({"adapter": "first"}, 2) == {"adapter": "first"}
    validated["explainers"]["x"]["adapter"] = ["first", "secnd"]
    (line,) = missing_models(validated, places).values()
    assert line.startswith("explainers.x.adapter.1: there is no secnd in any of ")
    assert "did you mean second?" in line
    validated["explainers"]["x"]["adapter_revision"] = "a" * 40
    assert ("secnd", "a" * 40) in hub_models(validated, places)


@pytest.mark.parametrize("text", ["/", "//", "./", "../", " / ", "/.."])
def test_a_slash_is_no_folder(folder, monkeypatch, text):
    monkeypatch.chdir(folder)
    assert not names_content(text)
    study = {**copy.deepcopy(STUDY), "systems": {"mine": {"type": "mine", "separator": text}}}
    config = resolve_study(validate_study(study), places_of(folder / "study.yaml"), Path.cwd())
    assert config["systems"]["mine"]["separator"] == text
    assert path_options("systems", config["systems"]["mine"]) == {}


@pytest.mark.parametrize("name", ["./mine", "mine/", "../study/mine"])
def test_a_folder_of_a_type_of_ones_own_counts_with_all_its_files(tmp_path, monkeypatch, name):
    folder = tmp_path / "study"
    (folder / "mine" / "sub").mkdir(parents=True)
    (folder / "mine" / "sub" / "x.model").write_text("one")
    study = {**copy.deepcopy(STUDY), "systems": {"mine": {"type": "mine", "words": name}}}
    monkeypatch.chdir(folder)
    config = resolve_study(validate_study(study), places_of(folder / "study.yaml"), Path.cwd())
    mine = config["systems"]["mine"]
    assert entry_files("systems", mine) == ["mine/sub/x.model"]
    before = with_contents(mine)
    (folder / "mine" / "sub" / "x.model").write_text("two")
    assert before != with_contents(mine)


def test_what_a_tokenizer_reads_is_among_the_files_of_a_model(tmp_path):
    for name in ("model.safetensors", "spiece.model", "chat_template.jinja", "README.md"):
        (tmp_path / name).write_text(name)
    entry = {"type": "perplexity", "model": str(tmp_path)}
    assert [Path(file).name for file in entry_files("metrics", entry)] == [
        *("chat_template.jinja", "model.safetensors", "spiece.model")
    ]


def test_a_model_that_is_nowhere_is_named_unless_it_is_one_of_the_hub(folder):
    config = copy.deepcopy(STUDY)
    places = places_of(folder / "study.yaml")
    assert missing_models(validate_study(config), places) == {}
    config["metrics"]["ppl"]["model"] = "words2"
    config["metrics"]["hub"].pop("revision")
    config["systems"]["talk"]["examples"] = "r2.m2"
    lines = list(missing_models(validate_study(config), places).values())
    assert [line.partition(":")[0] for line in lines] == [
        *("systems.talk.examples", "metrics.ppl.model", "metrics.hub.model")
    ]
    assert lines[1].startswith(f"metrics.ppl.model: there is no words2 in any of {folder}, ")


def test_a_revision_that_may_move_is_refused(folder, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    config = copy.deepcopy(STUDY)
    config["metrics"]["hub"]["revision"] = "main"
    places, config = places_of(folder / "study.yaml"), validate_study(config)
    (line,) = moving_models(config, places).values()
    assert line.startswith("metrics.hub.revision: openai-community/gpt2: its revision main is no ")
    assert hub_models(config, places) == []


def downloaded(**entry: str) -> dict:
    """A FILE of a study that is not there yet."""
    return {"url": "https://corpora.example/x.txt", "sha256": "0" * 64, **entry}


@pytest.mark.parametrize(
    "address",
    ["me:s3c/ret@host/x", "me:s3c/ret@host", "me:s3c#ret@host/x", "[::1/x", ":80/x", "/x"],
)
def test_an_address_that_cannot_be_read_is_refused_and_not_repeated(address):
    study = copy.deepcopy(STUDY)
    study["datasets"]["d"]["references"] = [downloaded(url=f"https://{address}")]
    with pytest.raises(
        ConfigError, match=r"datasets\.d\.references\.0: its url is not that of a file"
    ) as caught:
        validate_study(study)
    assert "s3c" not in str(caught.value)
    assert "ret@" not in str(caught.value)


@pytest.mark.parametrize("place", ["/x.txt", "/a/x.txt?b=1", "/by{1..3}.txt", ""])
def test_the_name_of_a_download_has_no_password(place):
    path = local_file(downloaded(url=f"https://me:s3cret@host{place}"))
    assert path == f"{DOWNLOADS}/00000000-{Path(place).name}".replace("{", "").replace("}", "")


FILE = config_schema()["$defs"]["file"]["oneOf"][1]["properties"]
# Names that climb are rare among what a pattern matches.
CLIMBING = st.lists(st.sampled_from(["a", "{}", ".", "..", "{}..", "{", "/"]), min_size=1).map(
    "".join
)


@given(st.from_regex(FILE["mirror"]["pattern"]) | CLIMBING, st.from_regex(FILE["url"]["pattern"]))
def test_whatever_the_schema_accepts_is_downloaded_into_one_folder(mirror, url):
    for spec in (downloaded(mirror=mirror), downloaded(url=url)):
        try:
            path = local_file(spec)
        except ConfigError:
            continue
        assert Path(os.path.normpath(path)).parts[:2] == ("data", "downloads")
        assert len(Path(os.path.normpath(path)).parts) > 2
        assert not set("{}") & set(path)


def explainer_entry(**options) -> dict:
    config = {**copy.deepcopy(STUDY), "language": "zh", "systems": {}, "metrics": {}}
    config["datasets"]["d"].pop("pipeline")
    entry = {"type": "causal", "task": "post-explaining", "corrections": ["own"], **options}
    return {**config, "systems": STUDY["systems"], "explainers": {"e": entry}}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"model": "Qwen/Qwen1.5-7B", "revision": COMMIT, "adapter": "results/traning/a"},
            r"e\.adapter: there is no results/traning/a in any of .*\(adapter_revision\)",
        ),
        (
            {"model": "results/training/x/model", "revision": COMMIT},
            r"e\.model: there is no results/training/x/model in any of .*nor can it be the id",
        ),
        ({"model": "../models/qwen", "revision": COMMIT}, r"e\.model: .*nor can it be the id"),
        ({"model": "Qwen/Qwen1.5-7B"}, r"e\.model: .* needs a revision \(revision\)"),
    ],
)
def test_a_misspelt_path_beside_a_revision_is_found(folder, options, told):
    config = explainer_entry(**options)
    (line,) = [
        line
        for line in missing_models(
            {**validate_study(STUDY), **config}, places_of(folder / "s.yaml")
        ).values()
        if line.startswith("explainers.")
    ]
    assert re.match(f"explainers\\.{told}", line), line


def test_the_metrics_of_related_forms_are_models_of_a_study(folder):
    config = copy.deepcopy(STUDY)
    form = {"label": "F", "method": {"type": "add"}}
    config["evaluation"] = {
        "related_forms": {
            "forms": {
                "hub": {
                    **form,
                    "metric": {
                        "type": "bertscore",
                        "model": "google-bert/bert-base-uncased",
                        "revision": COMMIT,
                    },
                },
                "lost": {
                    "label": "L",
                    "method": {"type": "add"},
                    "metric": {"type": "bertscore", "model": "nowhere"},
                },
            }
        }
    }
    config, places = validate_study(config), places_of(folder / "study.yaml")
    option = "evaluation.related_forms.forms"
    assert ("google-bert/bert-base-uncased", COMMIT) in hub_models(config, places)
    assert missing_models(config, places)["nowhere"].startswith(f"{option}.lost.metric.model: ")


def test_where_the_weights_of_some_are_to_be_had_is_said(folder):
    config = validate_study(STUDY)
    config["metrics"] = {"some": {"type": "some", "model": "data/downloads/gfm-models"}}
    (line,) = missing_models(config, places_of(folder / "study.yaml")).values()
    assert "https://github.com/kokeman/SOME" in line
    assert "Hugging Face" not in line


def test_a_pipeline_that_is_not_installed_is_named_with_how_to_get_it(folder):
    config = validate_study({**copy.deepcopy(STUDY), "pipeline": "en_no_such_pipeline"})
    places = places_of(folder / "study.yaml")
    (line,) = missing_pipelines(config, places)
    assert line.startswith("pipeline: the spaCy pipeline 'en_no_such_pipeline' is neither")
    assert "python -m spacy download en_no_such_pipeline" in line
    assert missing_pipelines({**config, "pipeline": "models/spacy-en"}, places) == []
    assert missing_pipelines({**config, "pipeline": "auto"}, places) == []
    # Of Chinese data sets it is a file.
    assert missing_pipelines({**config, "language": "zh"}, places) == []
