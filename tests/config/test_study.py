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
    # SEEDA is in the study of many metrics.
    for key, left in (("datasets", "seeda-judged"), ("systems", "judged")):
        assert pretrained[key] == {k: v for k, v in paper[key].items() if k != left}
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


# A key, its value in YAML, and parts of the error.
WRONG = [
    ("sed: 1", "unknown key 'sed'", "did you mean 'seed'", "there are study"),
    ("seed: -1", "seed: found -1", "at least 0"),
    ("seed: x", "seed: found 'x'", "integer"),
    ("study: a b", "study: found 'a b'"),
    ("scoring.dtype: fp8", "scoring.dtype: found 'fp8'", "float32, bfloat16"),
    ("datasets: {}", "datasets: is empty"),
    ("datasets.d.lines: 3-2", "datasets.d.lines: 3-2 ends before it begins"),
    ("datasets.d.lines: 0-2", "datasets.d.lines: found '0-2'"),
    ("datasets.e: {sources: e.txt}", "datasets.e: no system"),
    ("datasets.d: {sources: {url: 'https://x/y'}}", "datasets.d.sources", "sha256"),
    ("datasets.d: {label: D}", "datasets.d: needs exactly one of", "registered"),
    ("datasets.e: {registered: conl14}", "registered: unknown name 'conl14'", "'conll14'?"),
    ("datasets.d: {sources: {registered: conll14/m3}}", "name 'conll14/m3'", "'conll14/m2'?"),
    (
        "datasets.e: {registered: conll14, published: bea19}",
        "datasets.e.published: found 'bea19'; allowed: conll14, jfleg-dev, excgec-train",
    ),
    ("metrics.ppl.modle: m", "metrics.ppl: unknown key 'modle'", "'model'"),
    ("metrics.x: {of: nope, component: c}", "metrics.x.of: unknown metric 'nope'", "ppl"),
    ("metrics.x: {label: X}", "metrics.x: needs exactly one of"),
    (
        "metrics.m: {type: impara, treshold: 1}",
        "metrics.m: unknown key 'treshold'",
        "metrics.m: missing 'quality_estimator'",
    ),
    (
        "metrics.m: {type: similarity, encoder: e, against: nothing}",
        "metrics.m.against: found 'nothing'; allowed: source, references",
    ),
    (
        "metrics.m: {type: some, model: m, published: impara}",
        "metrics.m.published: found 'impara'; allowed: some",
    ),
    ("metrics.mine: {type: mine, any: 1}", "unknown key 'any'", "anything"),
    (
        "methods.shapley.permutations: 8",
        "methods.shapley: unknown key 'permutations'",
        "estimator",
    ),
    (
        "methods.shapley.estimator: {type: leverage_shap, evaluations: 1}",
        "methods.shapley.estimator.evaluations",
        "must be at least 8",
    ),
    (
        "methods.m: {type: shapley, estimator: {type: add, of: 1}}",
        "methods.m.estimator: unknown key 'of'; there are label, type, rescale",
    ),
    ("methods.x: {type: shaply}", "methods.x.type: unknown", "'shapley'?", "entry point"),
    ("systems.s.files: {e: s.txt}", "systems.s.files: unknown dataset 'e'", "d"),
    ("systems.s.languages: [en]", "unknown key 'languages'"),
    ("systems.s: {type: outputs}", "systems.s: needs exactly one of: files; registered"),
    (
        "systems.s: {type: outputs, registered: bart}",
        "systems.s.registered: unknown name 'bart'",
        "gec-attribute/bart",
    ),
    (
        "systems.s: {type: outputs, registered: gec-attribute/bart}",
        "systems.s.registered: gec-attribute/bart corrected conll14, jfleg-dev",
    ),
    ("systems.t: {type: mine, datasets: [e]}", "systems.t.datasets: unknown dataset 'e'"),
    ("systems.t: {type: mine, after: u}", "systems.t.after: unknown system 'u'", "s"),
    ("systems.t: {type: mine, after: t}", "systems.t: depends", "own output"),
    ("explainers.x: {type: embedded, model: m}", "explainers.x: there is no Chinese data set"),
    ("explainers.x: {type: embedded, model: m, runs: 2}", "explainers.x: unknown key 'runs'"),
    ("explainers.x: {type: outputs, files: {d: {own: x}}}", "explainers.x: d is not Chinese"),
    ("explainers.x: {type: outputs, files: {e: {own: x}}}", "explainers.x.files: unknown dataset"),
    ("evaluation.consistency: {max_edits: 12}", "exceeds coalitions.max_edits 10"),
    (
        "evaluation: {human_rankings: {}, chance: null}",
        "needs evaluation.chance, which is null",
    ),
    (
        "evaluation.case_study: {dataset: d, system: t, line: 1}",
        "evaluation.case_study.system: unknown system 't'",
    ),
    (
        "evaluation.case_study: {dataset: d, system: s, line: 1, metrics: [ppl.x, n.x]}",
        "evaluation.case_study.metrics: unknown metric 'n'; there are ppl",
    ),
    ("evaluation.case_study: {metrics: [a, a]}", "missing 'dataset', 'system', 'line'", "once"),
    ("evaluation.case_study: true", "evaluation.case_study: missing 'dataset'"),
    ("evaluation.resamples: false", "evaluation.resamples: found False"),
]
CHINESE = [
    ("{type: mine, corrections: [u]}", "explainers.x.corrections: unknown system 'u'", "s"),
    (
        "{type: causal, model: m, adapter: [a, b], runs: 3}",
        "explainers.x.adapter: has 2 adapters, but `runs` is 3; give one for each run",
    ),
    ("{type: mine, corrections: [reference]}", "none of its `corrections` is one of d"),
]


@pytest.mark.parametrize(("line", "parts"), [(line, parts) for line, *parts in WRONG])
def test_a_wrong_key_or_value_is_refused_with_what_is_allowed(line, parts):
    key, _, value = line.partition(": ")
    text = message(changed(**{key.replace(".", "__"): yaml.safe_load(value)}))
    assert all(part in text for part in ["study.yaml: ", *parts]), text


@pytest.mark.parametrize(("entry", "parts"), [(entry, parts) for entry, *parts in CHINESE])
def test_a_wrong_explainer_is_refused(entry, parts):
    text = message(changed(language="zh", explainers__x=yaml.safe_load(entry)))
    assert all(part in text for part in parts), text


def test_all_mistakes_are_named_at_once():
    after = {"type": "mine", "after": "s"}
    text = message(changed(datasets__e={"sources": "e.txt"}, systems__t=after))
    assert "systems.t: needs s, which does not correct e" in text
    text = message(changed(seed=-1, sed=1, systems__s__languages=["en"]))
    for part in ("seed: found -1", "unknown key 'sed'", "systems.s: unknown key 'languages'"):
        assert part in text
    assert "top level: found None" in message(None)


def test_an_experiment_is_switched_by_booleans():
    # As YAML reads `bias: yes` and `bias: off`.
    off = read(changed(evaluation__consistency=False))
    assert off.evaluation.consistency is None
    assert (off.evaluation.efficiency, off.evaluation.case_study) == (None, None)
    on = read(changed(evaluation__faithfulness=True, evaluation__bias=True))
    assert (
        on.evaluation == read(changed(evaluation__faithfulness={}, evaluation__bias={})).evaluation
    )


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
