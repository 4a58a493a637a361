"""A study as typed models: its completion, its answers, and the errors of wrong ones."""

import copy
import re
from pathlib import Path

import pytest
import yaml
from own_types import own_types  # noqa: F401
from project import ROOT, output_of
from written_study import changed

from gec_attribution.config import opening
from gec_attribution.config.entries import KINDS
from gec_attribution.errors import ConfigError
from gec_attribution.pipeline.opening import checked, load_study

# An addition to the default study is no study by itself.
DEFAULT_STUDIES = ("config.yaml", "chinese.yaml")
ADDED = ROOT / "config" / "offline.yaml"
STUDIES = [path for path in sorted((ROOT / "config").glob("*.yaml")) if path != ADDED]
pytestmark = pytest.mark.usefixtures("own_types")


def read(config):
    return checked(config, "study.yaml")


def message(config) -> str:
    with pytest.raises(ConfigError) as error:
        read(config)
    return str(error.value)


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_the_studies_are_valid(path):
    study = load_study(path)
    assert study.files()
    assert study.methods["shapley"].type == "shapley"


def test_the_two_studies_of_make_figures_have_a_language_each_and_the_second_needs_no_network():
    english, chinese = (load_study(ROOT / "config" / name) for name in DEFAULT_STUDIES)
    for study, language in ((english, "en"), (chinese, "zh")):
        assert {entry.language for entry in study.datasets.values()} == {language}
        for entry in (*study.systems.values(), *study.metrics.values()):
            assert language in study.languages_of(entry)
    assert not english.explainers
    models = [
        entry.model
        for entry in (*chinese.metrics.values(), chinese.explainers["embedded"])
    ]
    assert all(Path(model).is_relative_to(ROOT / "models") for model in models)


@pytest.mark.parametrize("path", [*STUDIES, ADDED], ids=lambda path: path.stem)
def test_labels_say_which_metrics_score_by_the_small_models_of_this_repository(path):
    for entry in yaml.safe_load(path.read_text()).get("metrics", {}).values():
        folders = [
            value for value in map(str, entry.values()) if value.startswith("models/")
        ]
        # Adapters over a pretrained model lie beside the small models.
        small = bool(folders) and not any("smollm2" in folder for folder in folders)
        assert "of" in entry or small == ("embedded" in entry["label"]), entry["label"]


def test_a_label_shows_marks_that_would_turn_the_direction_of_text():
    study = read(changed(systems__s__label="a\u202eb"))
    assert study.label("system", "s") == r"a\u202eb"


@pytest.mark.parametrize(
    ("label", "minus_perplexity", "minus_log"),
    [
        ("PPL (GPT-2)", "−PPL (GPT-2)", "−log PPL (GPT-2)"),
        ("−log PPL", "−PPL", "−log PPL"),
        ("-PPL", "−PPL", "−log PPL"),
        ("GPT-2", "GPT-2 (−PPL)", "GPT-2 (−log PPL)"),
        ("GPT2-PPL", "GPT2-PPL (−PPL)", "GPT2-PPL (−log PPL)"),
        (None, "−PPL", "−log PPL"),  # its key is ppl
    ],
)
def test_the_label_of_a_perplexity_says_sign_and_scale(
    label, minus_perplexity, minus_log
):
    study = read(changed(metrics__ppl__label=label))
    assert study.label("metric", "ppl") == minus_perplexity
    study = read(changed(metrics__ppl__label=label, metrics__ppl__scale="log"))
    assert study.label("metric", "ppl") == minus_log
    study = read(changed(metrics__m={"type": "token_overlap", "label": label}))
    assert study.label("metric", "m") == (label or "m")


def test_defaults_are_filled_in_and_the_input_is_left_alone():
    config = changed(scoring__shards=4)
    before = copy.deepcopy(config)
    study = read(config)
    assert config == before
    assert (study.scoring.shards, study.scoring.max_length) == (4, 128)
    assert (study.coalitions.exact_up_to, study.coalitions.above) == (10, "sample")
    assert study.evaluation.bias.min_frequency == 31
    assert study.datasets["d"].references == []
    assert study.evaluation.case_study is None
    # The library reads the same file, and nothing of its experiments.
    library = opening.checked({**config, "evaluation": {"no": 1}})
    assert library.metrics["ppl"].spec == {"type": "perplexity", "model": "m"}


# Keys with values in YAML, and a mistake as it is named, where `…` stands for any text.
WRONG = """
sed: 1 → the top level: unknown key 'sed'; there are study, …; did you mean 'seed'?
figures.bais: {width: 3.3} → figures.bais: unknown figure 'bais'; …did you mean 'bias'?
figures.bias: {width: 0} → figures.bias.width: found 0; it must be at least 1
figures.bias: {formats: [gif]} → figures.bias.formats.0: found 'gif'; it must be 'pdf', …
seed: -1 → seed: found -1; it must be at least 0
seed: x → seed: found 'x'; it must be a valid integer
study: a b → study: found 'a b'; a name has letters …
study: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa → study: found 'aaa…; … at most 80 characters
metrics.PPL: {type: perplexity, model: m} → metrics.PPL: differs from ppl in case alone, …
scoring.dtype: fp8 → scoring.dtype: found 'fp8'; it must be 'float32' or 'bfloat16'
scoring.device: gpu → scoring.device: found 'gpu'; a device is auto, cpu, cuda, …
coalitions.max_edits: 5 → coalitions: unknown key 'max_edits'; it is called exact_up_to now
coalitions.above_max_edits: skip → coalitions: unknown key 'above_max_edits'; it is called above now
coalitions.exact_up_to: 21 → coalitions.exact_up_to: found 21; it must be at most 20
language: 2026-01-01 → language: found datetime.date(…; it must be a valid string
scoring: {1: 2} → scoring: unknown key 1; there are batch_tokens, …
datasets: {} → datasets: found {}; it must have at least 1 item …
datasets: [d] → datasets: found ['d']; it must be a mapping
datasets.d.lines: 3-2 → datasets.d.lines: 3-2 ends before it begins
datasets.d.lines: 1-2, 5-4 → datasets.d.lines: 5-4 ends before it begins
datasets.d.lines: 3, 1-3 → datasets.d.lines: 3, 1-3 names a line twice, or a later one before an earlier one
datasets.d.lines: 0-2 → datasets.d.lines: found '0-2'; write the first and the last line, …
datasets.e: {sources: e.txt} → datasets.e: no system corrects it; it is in en, and the systems …
datasets.d.sources: 3 → datasets.d.sources: found 3; it must be a path, or a mapping
datasets.d.sources: {url: 'https://x/y'} → datasets.d.sources: needs exactly one of: …sha256; …
datasets.d.sources: {path: x, column: -1} → datasets.d.sources.column: found -1; a column is …
datasets.d: {label: D} → datasets.d: needs exactly one of: sources; registered; found {'label': 'D'}
datasets.d: {sorces: x} → datasets.d: unknown key 'sorces'; there are …; did you mean 'sources'?
datasets.e: {registered: conl14} → datasets.e.registered: unknown name 'conl14'; …'conll14'?
datasets.d.sources: {registered: conll14/m3} → …: unknown name 'conll14/m3'; … 'conll14/m2'?
datasets.d.explanations: x.json → datasets.d.explanations: only Chinese edits are explained; these are in en…
datasets.d.published: bea → datasets.d.published: found 'bea'; it must be 'conll14', 'jfleg-dev', …
datasets.d.experiments: [chanse] → datasets.d.experiments.0: unknown experiment 'chanse'; …'chance'?
metrics.ppl.modle: m → metrics.ppl: unknown key 'modle'; there are …; did you mean 'model'?
metrics.x: {of: nope, component: c} → metrics.x.of: unknown metric 'nope'; there are ppl, x
metrics.x: {of: ppl, component: c} → metrics.x.component: unknown component 'c'; there are …truncated
metrics.x: {of: x, component: c} → metrics.x.of: 'x' is itself a component
metrics.x: {label: X} → metrics.x: needs exactly one of: type; of and component; found {'label': 'X'}
metrics.m: {type: impara, treshold: 1} → metrics.m: unknown key 'treshold'; …
metrics.m: {type: impara, treshold: 1} → metrics.m: missing 'quality_estimator', …
metrics.m: {type: some, model: m, published: impara} → metrics.m.published: found …; allowed: some
metrics.mine: {type: mine, any: 1} → metrics.mine: unknown key 'any'; there are …anything…
metrics.m: {type: gleu} → metrics.m: reads references, and there are none of d; name some …
metrics.m: {type: cherrant} → metrics.m: cherrant is for zh alone, but would score en; say …
metrics.m: {type: token_overlap, label: −PPL} → metrics.m.label: '−PPL' is also that of ppl; …
metrics.m: {type: token_overlap, label: "−PPL "} → metrics.m.label: '−PPL' is also that of ppl; …
methods.m: {type: shapley, permutations: 8} → methods.m: unknown key 'permutations'; …estimator…
methods.m: {type: shapley, estimator: {type: odd_regression, evaluations: 1}} → …: found 1; it must be …
methods.m: {type: shapley, estimator: {type: add, of: 1}} → methods.m.estimator: unknown key 'of'; …
methods.x: {type: shaply} → methods.x.type: unknown type 'shaply'; …entry point…'shapley'?
systems.s.files: {e: s.txt} → systems.s.files: unknown dataset 'e'; there are d
systems.s.languages: [en] → systems.s: unknown key 'languages'; there are label, type, …
systems.s.registered: gec-attribute/bart → systems.s: needs exactly one of: files; registered; …
systems.s: {type: outputs} → systems.s: needs exactly one of: files; registered; found …
systems.s: {type: outputs, registered: bart} → systems.s.registered: unknown name 'bart'; …
systems.s: {type: outputs, registered: gec-attribute/bart} → systems.s.registered: … none of which …
systems.t: {type: mine, datasets: [e]} → systems.t.datasets.0: unknown dataset 'e'; there are d
systems.t: {type: mine, datasets: []} → systems.t.datasets: found []; it must have at least 1 item …
systems.t: {type: mine, after: u} → systems.t.after: unknown system 'u'; there are s, t
systems.t: {type: mine, after: t} → systems.t: depends, by `after`, on its own output
systems.t: {type: explainer, explainer: e} → systems.t.explainer: unknown explainer 'e'; there are none
explainers.x: {type: embedded, model: m} → explainers.x: there is no Chinese data set …
explainers.x: {type: embedded, model: m, runs: 2} → explainers.x: unknown key 'runs'; …
explainers.x: {type: outputs, files: {d: {own: x}}} → explainers.x: d is not Chinese; …
explainers.x: {type: outputs, files: {e: {own: x}}} → explainers.x.files: unknown dataset 'e'; …
evaluation.consistency: {max_edits: 4} → …: unknown key 'max_edits'; it is called most_edits now
evaluation.consistency: {most_edits: 12} → …: 12 exceeds coalitions.exact_up_to 10, up to which …
evaluation.consistency: {most_edits: 2} → evaluation.consistency: fewest_edits 3 exceeds most_edits 2
evaluation.description_ratings: {dataset: d, ratings: r} → …dataset: datasets.d.explanations, …
evaluation.case_study: {dataset: d, system: t, line: 1} → …: unknown system 't'; there are s
evaluation.case_study: {metrics: [ppl.x, n.x]} → …metrics.1: unknown metric 'n'; there are ppl
evaluation.case_study: {dataset: d, system: s, line: 1, metrics: [ppl.x]} → …: unknown component 'ppl.x'; there are ppl.…
evaluation.case_study: {metrics: [a, a]} → evaluation.case_study: missing 'dataset', …'line'
evaluation.case_study.metrics: [ppl, ppl] → …: found ['ppl', 'ppl']; each has to be there once
evaluation.precision: {datasets: [], metrics: []} → evaluation.precision.datasets: found []; it must have at least 1 item …
evaluation.case_study: true → evaluation.case_study: missing 'dataset', 'system', 'line'
evaluation.resamples: false → evaluation.resamples: found False; it must be a valid integer
language: zh; explainers.x: {type: mine, corrections: []} → …: found []; it must have at least 1 item …
language: zh; explainers.x: {type: mine, corrections: [u]} → …: unknown system 'u'; there are s
language: zh; explainers.x: {type: mine, corrections: [reference]} → …: none of its `corrections` …
language: zh; explainers.x: {type: causal, model: m, adapter: [a, b], runs: 3} → …: has 2 adapters, …
language: zh; explainers.x: {type: causal, model: m, adapter: 3} → …: found 3; it must be a path, …
language: zh; explainers.x: {type: mine}; systems.t: {type: explainer, explainer: x} → …explainer: x makes no corrections …
language: zh; explainers.x: {type: mine}; systems.own: {type: mine} → systems.own: explainers use …
datasets.e: {sources: e.txt}; systems.t: {type: mine, after: s} → systems.t: needs s, which does …
systems.gpt~3: {type: mine} → systems: found 'gpt~3'; …; call it gpt-3, with `label: gpt~3` …
datasets.z: {sources: z, language: zh} → datasets.z: no metric scores it; it is in zh, …
systems.t: {type: spelling, languages: [zh]}; language: zh → systems.t: would correct datasets.d, …
datasets.z: {sources: z, language: zh}; systems.t: {type: mine, datasets: [z]} → …datasets: z is in zh…
"""  # noqa: E501


@pytest.mark.parametrize("case", WRONG.strip().splitlines())
def test_a_wrong_key_or_value_is_refused_with_what_is_allowed(case):
    changes, _, expected = case.partition(" → ")
    keys = dict(change.split(": ", 1) for change in changes.split("; "))
    text = message(
        changed(**{k.replace(".", "__"): yaml.safe_load(v) for k, v in keys.items()})
    )
    pattern = re.escape(f"study.yaml: {expected}").replace("…", ".*")
    assert any(re.fullmatch(pattern, line) for line in text.splitlines()), text


def test_all_mistakes_are_named_at_once():
    text = message(
        changed(seed=-1, sed=1, systems__s__languages=["en"], metrics__m={"of": "n"})
    )
    keys = [line.split(": ")[1] for line in text.splitlines()]
    assert sorted(keys) == ["metrics.m", "seed", "systems.s", "the top level"]
    assert "the top level: found None" in message(None)


def test_an_experiment_is_switched_by_booleans():
    # YAML reads `bias: yes` and `bias: off` as these.
    off = read(changed(evaluation__consistency=False))
    assert off.evaluation.consistency is None
    assert (off.evaluation.efficiency, off.evaluation.case_study) == (None, None)
    on = read(changed(evaluation__faithfulness=True, evaluation__bias=True))
    assert (
        on.evaluation
        == read(changed(evaluation__faithfulness={}, evaluation__bias={})).evaluation
    )


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"a: [", "is not YAML"),
        (b"\xff\xfe", ":1: byte 1 of the line, 0xff, is not UTF-8"),
        (b"a: 1\nb: 2026-13-45", ":2: is not YAML: this is no timestamp"),
        (b"a: 1\nb: \x07", ":2: is not YAML: it has the character 0x0007"),
        (b"a:\n  - " + b"[" * 3000, ": is not YAML: it is nested too deeply"),
        (None, "no such"),
    ],
)
def test_an_unreadable_file_is_named(tmp_path, content, part):
    path = tmp_path / "study.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=part) as error:
        load_study(path)
    assert str(path) in str(error.value)


def test_importing_every_type_imports_no_model_library():
    """A class is imported to read a study, and models load in its constructor."""
    rooms = [(entry.room, entry.types()) for entry in KINDS.values()]
    modules = [
        f"{room}.{name}" for room, names in rooms for name in names if name != "mine"
    ]
    assert len(modules) >= 20
    heavy = {"torch", "transformers", "spacy", "openai", "pandas"}
    code = f"import sys, {', '.join(modules)}; print({heavy} & set(sys.modules))"
    assert output_of(code).strip() == "set()"
