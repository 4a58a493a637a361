"""A study as typed models: its completion, its answers, and the errors of wrong ones."""

import copy
import subprocess
import sys

import pytest
import yaml
from own_types import own_types  # noqa: F401
from project import ROOT

from gec_attribution.config.entries import KINDS, Component
from gec_attribution.config.places import DEFAULT_CONFIG
from gec_attribution.config.study import Study
from gec_attribution.errors import ConfigError
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.pipeline.study import ExperimentStudy

# What is added to the default study is none by itself.
ADDED = ROOT / "config" / "offline.yaml"
STUDIES = [path for path in sorted((ROOT / "config").glob("*.yaml")) if path != ADDED]
pytestmark = pytest.mark.usefixtures("own_types")

SMALL = {
    "study": "small",
    "datasets": {"d": {"sources": "d.txt"}},
    "systems": {"s": {"type": "outputs", "files": {"d": "s.txt"}}},
    "metrics": {"ppl": {"type": "perplexity", "model": "m"}},
    "methods": {"shapley": {"type": "shapley"}},
}


def changed(**keys):
    config = copy.deepcopy(SMALL)
    for path, value in keys.items():
        *parents, last = path.split("__")
        place = config
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return config


def read(config, model=ExperimentStudy):
    return model.read(config, "study.yaml")


def message(config) -> str:
    with pytest.raises(ConfigError) as error:
        read(config)
    return str(error.value)


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_the_studies_are_valid(path):
    study = ExperimentStudy.load(path)
    assert study.files()
    assert study.methods["shapley"].type == "shapley"


def test_the_study_of_pretrained_models_has_the_data_of_the_paper():
    pretrained, paper = (
        yaml.safe_load((ROOT / "config" / name).read_text())
        for name in ("pretrained.yaml", "paper.yaml")
    )
    for key in ("datasets", "systems"):
        assert pretrained[key] == paper[key]
    assert pretrained["metrics"].keys() >= paper["metrics"].keys()


def test_the_default_study_runs_where_nothing_can_be_fetched():
    study, added = (yaml.safe_load(path.read_text()) for path in (DEFAULT_CONFIG, ADDED))
    study["metrics"]["ppl"] |= added["metrics"]["ppl"]
    models = [
        entry.get("model", "models/")
        for entry in ExperimentStudy.read(study).specs("metrics").values()
    ]
    assert all(model.startswith("models/") for model in models)


@pytest.mark.parametrize("path", [*STUDIES, ADDED], ids=lambda path: path.stem)
def test_labels_say_which_metrics_score_by_the_small_models_of_this_repository(path):
    for entry in yaml.safe_load(path.read_text()).get("metrics", {}).values():
        folders = [value for value in map(str, entry.values()) if value.startswith("models/")]
        # Adapters over a pretrained model lie beside the small models.
        small = bool(folders) and not any("smollm2" in folder for folder in folders)
        assert "of" in entry or small == ("embedded" in entry["label"]), entry["label"]


def test_two_entries_of_one_label_are_refused():
    config = changed(metrics__other={"type": "token_overlap", "label": "PPL"})
    config["metrics"]["ppl"]["label"] = "PPL"
    assert "metrics.other.label: 'PPL' is also that of ppl" in message(config)


def test_the_corrections_of_an_explainer_are_a_system():
    config = changed(
        datasets__z={"sources": "z.txt", "language": "zh"},
        explainers__e={"type": "causal", "model": "m"},
        explainers__given={"type": "embedded", "model": "m"},
        metrics__overlap={"type": "token_overlap", "language": "zh"},
        systems__t={"type": "explainer", "explainer": "e"},
    )
    study = read(config)
    assert study.datasets_corrected_by(study.systems["t"]) == ["z"]
    assert study.corrections_explained_by("e", "z") == ["own"]
    assert study.corrections_explained_by("given", "z") == ["t"]
    config["systems"]["t"]["explainer"] = "given"
    assert "systems.t.explainer: given makes no corrections of its own here" in message(config)
    config["systems"]["t"]["explainer"] = "none"
    assert "systems.t.explainer: unknown explainer 'none'" in message(config)


def test_an_explainer_explains_all_chinese_corrections_unless_told():
    config = changed(
        datasets__z={"sources": "z.txt", "references": ["r.txt"], "language": "zh"},
        systems__t={"type": "mine", "languages": ["zh"]},
        metrics__m={"type": "mine", "languages": ["zh"]},
        explainers__all={"type": "mine"},
        explainers__some={"type": "mine", "corrections": ["own", "t"], "runs": 3},
        explainers__given={"type": "outputs", "files": {"z": {"t": "t.json"}}},
    )
    study = read(config)
    explained = {
        name: {
            dataset: study.corrections_explained_by(name, dataset)
            for dataset in study.datasets_explained_by(name)
        }
        for name in study.explainers
    }
    assert explained == {
        "all": {"z": ["t", "reference"]},
        "some": {"z": ["own", "t"]},
        "given": {"z": ["t"]},
    }
    assert study.explainers["all"].runs == 1


def test_defaults_are_filled_in_and_the_input_is_left_alone():
    config = changed(scoring__shards=4)
    before = copy.deepcopy(config)
    study = read(config)
    assert config == before
    assert (study.scoring.shards, study.scoring.max_length) == (4, 128)
    assert (study.coalitions.max_edits, study.coalitions.above_max_edits) == (10, "sample")
    assert study.evaluation.bias.min_frequency == 31
    assert study.datasets["d"].references == []
    assert study.evaluation.case_study is None
    # The library reads the same file, and nothing of its experiments.
    library = read({**config, "evaluation": {"no": 1}}, Study)
    assert library.metrics["ppl"].spec == {"type": "perplexity", "model": "m"}


@pytest.mark.parametrize(
    ("config", "parts"),
    [
        (changed(sed=1), ["unknown key 'sed'", "did you mean 'seed'", "there are study"]),
        (changed(seed=-1), ["seed: found -1", "at least 0"]),
        (changed(seed="x"), ["seed: found 'x'", "integer"]),
        (changed(study="a b"), ["study: found 'a b'"]),
        (changed(scoring__dtype="fp8"), ["scoring.dtype: found 'fp8'", "float32, bfloat16"]),
        (changed(datasets={}), ["datasets: is empty"]),
        (changed(datasets__d__lines="3-2"), ["datasets.d.lines: 3-2 ends before it begins"]),
        (changed(datasets__d__lines="0-2"), ["datasets.d.lines: found '0-2'"]),
        (changed(datasets__e={"sources": "e.txt"}), ["datasets.e: no system"]),
        (
            changed(datasets__d={"sources": {"url": "https://x/y"}}),
            ["datasets.d.sources", "sha256"],
        ),
        (changed(metrics__ppl__modle="m"), ["metrics.ppl: unknown key 'modle'", "'model'"]),
        (
            changed(metrics__x={"of": "nope", "component": "c"}),
            ["metrics.x.of: unknown metric 'nope'", "ppl"],
        ),
        (changed(metrics__x={"label": "X"}), ["metrics.x: needs exactly one of"]),
        (
            changed(methods__shapley__permutations=8),
            ["methods.shapley: unknown key 'permutations'", "estimator"],
        ),
        (
            changed(methods__shapley__estimator={"type": "leverage_shap", "evaluations": 1}),
            ["methods.shapley.estimator.evaluations", "must be at least 8"],
        ),
        (changed(systems__s__files={"e": "s.txt"}), ["systems.s.files: unknown dataset 'e'", "d"]),
        (
            changed(systems__t={"type": "mine", "datasets": ["e"]}),
            ["systems.t.datasets: unknown dataset 'e'"],
        ),
        (
            changed(systems__t={"type": "mine", "after": "u"}),
            ["systems.t.after: unknown system 'u'", "s"],
        ),
        (changed(systems__t={"type": "mine", "after": "t"}), ["systems.t: depends", "own output"]),
        (
            changed(datasets__e={"sources": "e.txt"}, systems__t={"type": "mine", "after": "s"}),
            ["systems.t: needs s, which does not correct e"],
        ),
        (
            changed(explainers__x={"type": "embedded", "model": "m"}),
            ["explainers.x: there is no Chinese data set"],
        ),
        (
            changed(language="zh", explainers__x={"type": "mine", "corrections": ["u"]}),
            ["explainers.x.corrections: unknown system 'u'", "s"],
        ),
        (
            changed(
                language="zh",
                explainers__x={"type": "causal", "model": "m", "adapter": ["a", "b"], "runs": 3},
            ),
            ["explainers.x.adapter: has 2 adapters, but `runs` is 3; give one for each run"],
        ),
        (
            changed(language="zh", explainers__x={"type": "mine", "corrections": ["reference"]}),
            ["explainers.x: none of its `corrections` is one of d"],
        ),
        (
            changed(explainers__x={"type": "outputs", "files": {"d": {"own": "x.json"}}}),
            ["explainers.x: d is not Chinese"],
        ),
        (
            changed(explainers__x={"type": "outputs", "files": {"e": {"own": "x.json"}}}),
            ["explainers.x.files: unknown dataset 'e'"],
        ),
        (changed(evaluation__consistency={"max_edits": 12}), ["exceeds coalitions.max_edits 10"]),
        (
            changed(evaluation__human_rankings={}, evaluation__chance=None),
            ["needs evaluation.chance, which is null"],
        ),
        (
            changed(evaluation__case_study={"dataset": "d", "system": "t", "line": 1}),
            ["evaluation.case_study.system: unknown system 't'"],
        ),
        (
            changed(
                evaluation__case_study={
                    "dataset": "d",
                    "system": "s",
                    "line": 1,
                    "metrics": ["ppl.fluency", "n.fluency"],
                }
            ),
            ["evaluation.case_study.metrics: unknown metric 'n'; there are ppl"],
        ),
        (
            changed(metrics__m={"type": "impara", "treshold": 1}),
            ["metrics.m: unknown key 'treshold'", "metrics.m: missing 'quality_estimator'"],
        ),
        (
            changed(metrics__m={"type": "similarity", "encoder": "e", "against": "nothing"}),
            ["metrics.m.against: found 'nothing'; allowed: source, references"],
        ),
        (
            changed(metrics__m={"type": "some", "model": "m", "published": "impara"}),
            ["metrics.m.published: found 'impara'; allowed: some"],
        ),
        (
            changed(methods__m={"type": "shapley", "estimator": {"type": "add", "of": 1}}),
            ["methods.m.estimator: unknown key 'of'; there are label, type, rescale"],
        ),
        (
            changed(explainers__e={"type": "embedded", "model": "m", "runs": 2}),
            ["explainers.e: unknown key 'runs'"],
        ),
        (
            changed(methods__x={"type": "shaply"}),
            ["methods.x.type: unknown type 'shaply'", "did you mean 'shapley'?", "entry point"],
        ),
        (changed(metrics__mine={"type": "mine", "any": 1}), ["unknown key 'any'", "anything"]),
        (
            changed(systems__s__languages=["en"], evaluation__case_study={"metrics": ["a", "a"]}),
            ["unknown key 'languages'", "missing 'dataset', 'system', 'line'", "be there once"],
        ),
        (
            changed(datasets__e={"registered": "conl14"}),
            ["datasets.e.registered: unknown name 'conl14'", "did you mean 'conll14'?"],
        ),
        (
            changed(datasets__d={"sources": {"registered": "conll14/m3"}}),
            ["datasets.d.sources.registered: unknown name 'conll14/m3'", "'conll14/m2'?"],
        ),
        (changed(datasets__d={"label": "D"}), ["datasets.d: needs exactly one of", "registered"]),
        (
            changed(datasets__e={"registered": "conll14", "published": "bea19"}),
            ["datasets.e.published: found 'bea19'; allowed: conll14, jfleg-dev, excgec-train"],
        ),
        (
            changed(systems__s={"type": "outputs"}),
            ["systems.s: needs exactly one of: files; registered"],
        ),
        (
            changed(systems__s={"type": "outputs", "registered": "bart"}),
            ["systems.s.registered: unknown name 'bart'", "gec-attribute/bart"],
        ),
        (
            changed(systems__s={"type": "outputs", "registered": "gec-attribute/bart"}),
            ["systems.s.registered: gec-attribute/bart corrected conll14, jfleg-dev"],
        ),
        (None, ["top level: found None"]),
    ],
)
def test_a_bad_configuration_is_refused_with_key_value_and_what_is_allowed(config, parts):
    text = message(config)
    assert all(part in text for part in ["study.yaml: ", *parts]), text


def test_an_experiment_is_switched_by_booleans():
    # As YAML reads `bias: yes` and `bias: off`.
    off = read(changed(evaluation__consistency=False))
    assert off.evaluation.consistency is None
    assert (off.evaluation.efficiency, off.evaluation.case_study) == (None, None)
    assert "evaluation.resamples: found False" in message(changed(evaluation__resamples=False))
    on = read(changed(evaluation__faithfulness=True, evaluation__bias=True))
    assert (
        on.evaluation == read(changed(evaluation__faithfulness={}, evaluation__bias={})).evaluation
    )
    said = message(changed(evaluation__case_study=True))
    assert "evaluation.case_study: missing 'dataset'" in said


def test_experiments_that_are_off_have_their_defaults_all_the_same():
    study = read(changed(evaluation__bias=False))
    assert study.options(experiments()["bias"]).min_frequency == 31
    assert study.options(experiments()["efficiency"]).sentences == 3
    assert not study.options(experiments()["case_study"]).given()


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"a: [", "is not YAML"),
        (b"\xff\xfe", ":1: byte 1 of the line, 0xff, is not UTF-8"),
        (None, "no such"),
    ],
)
def test_an_unreadable_file_is_named(tmp_path, content, part):
    path = tmp_path / "study.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=part) as error:
        ExperimentStudy.load(path)
    assert str(path) in str(error.value)


def two_languages(**keys):
    config = changed(datasets__zh={"sources": "zh.txt", "language": "zh"})
    config["systems"]["s"]["files"]["zh"] = "zh.s.txt"
    config["metrics"]["zh-ppl"] = {"type": "perplexity", "model": "m", "languages": ["zh"]}
    for path, value in keys.items():
        kind, name, last = path.split("__")
        config[kind].setdefault(name.replace("_", "-"), {})[last] = value
    return config


def test_systems_and_metrics_are_for_the_studys_language_unless_they_name_others():
    study = read(two_languages(systems__spell__type="spelling"))
    assert study.metrics_of("d") == ["ppl"]
    assert study.metrics_of("zh") == ["zh-ppl"]
    assert study.systems_of("d") == ["s", "spell"]
    assert study.systems_of("zh") == ["s"]
    part = read(two_languages(metrics__part__of="zh-ppl", metrics__part__component="truncated"))
    assert isinstance(part.metrics["part"], Component)
    assert (part.metrics_of("zh"), part.metrics_of("d")) == (["zh-ppl", "part"], ["ppl"])


def test_what_is_for_another_language_is_refused():
    config = two_languages()
    del config["metrics"]["zh-ppl"]
    assert message(config) == (
        "study.yaml: datasets.zh: no metric scores it; it is in zh, and the metrics are for en "
        "(`languages` of each)"
    )
    config = two_languages(systems__spell__type="spelling", systems__spell__datasets=["zh"])
    assert message(config) == (
        "study.yaml: systems.spell.datasets: zh is in zh, but the system corrects en; say "
        "otherwise in its `languages`"
    )
    config = two_languages(systems__s__files={"d": "s.txt"}, systems__spell__type="spelling")
    assert message(config) == (
        "study.yaml: datasets.zh: no system corrects it; it is in zh, and the systems are for en "
        "(`languages` of each)"
    )
    config = two_languages(metrics__f__type="errant", metrics__f__languages=["zh"])
    assert message(config) == (
        "study.yaml: metrics.f: errant is for en alone, but would score zh; say `languages: [en]`, "
        "or leave it out"
    )
    config = two_languages(metrics__f__type="cherrant")
    assert message(config) == (
        "study.yaml: metrics.f: cherrant is for zh alone, but would score en; say "
        "`languages: [zh]`, or leave it out"
    )


@pytest.mark.parametrize(
    ("entry", "known", "language"),
    [
        ({"type": "spelling", "languages": ["zh"]}, "en", "zh"),
        ({"type": "gector", "model": "m", "languages": ["en", "zh"]}, "en", "zh"),
    ],
)
def test_a_system_of_one_language_is_refused_on_data_of_another(entry, known, language):
    name = {"en": "d", "zh": "zh"}[language]
    config = two_languages()
    config["systems"]["mine"] = entry
    assert message(config) == (
        f"study.yaml: systems.mine: would correct datasets.{name}, which is in {language}, but "
        f"{entry['type']} as it is set corrects {known} alone; take a system of that language "
        "(docs/systems.md), or leave the data set out by systems.mine.languages or .datasets"
    )


@pytest.mark.parametrize(("most", "expected"), [(8, (3, 8)), (2, (2, 2)), (10, (3, 10))])
def test_fewer_edits_are_scored_without_a_word_about_experiments(most, expected):
    consistency = read(changed(coalitions__max_edits=most)).evaluation.consistency
    assert (consistency.min_edits, consistency.max_edits) == expected


def test_a_name_that_cannot_be_one_is_refused_in_a_sentence():
    config = changed()
    config["systems"]["gpt-3.5"] = config["systems"].pop("s")
    assert message(config) == (
        "study.yaml: systems: found 'gpt-3.5'; a name has letters from A to Z, digits, - and _, "
        "and begins with a letter or a digit; call it gpt-3-5, with `label: gpt-3.5` for figures "
        "and tables"
    )


def test_importing_every_type_imports_no_model_library():
    """A class is imported to read a study, and models load in its constructor."""
    rooms = [(entry.room, entry.types()) for entry in KINDS.values()]
    modules = [f"{room}.{name}" for room, names in rooms for name in names if name != "mine"]
    assert len(modules) >= 20
    heavy = {"torch", "transformers", "spacy", "openai", "pandas"}
    code = f"import sys, {', '.join(modules)}; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
