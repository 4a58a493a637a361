import re

import jsonschema
import pytest

from gec_attribution.config.entries import datasets_corrected_by, shared_datasets
from gec_attribution.config.registry import (
    pinned_file,
    registered_datasets,
    registered_files,
    registered_outputs,
    registry,
)
from gec_attribution.config.schemas import config_schema
from gec_attribution.corpora.downloads import addresses
from gec_attribution.errors import ConfigError
from gec_attribution.pipeline.config import validate_study


def study(**keys) -> dict:
    return {
        "study": "small",
        "datasets": {"mine": {"registered": "conll14"}},
        "systems": {"bart": {"type": "outputs", "registered": "gec-attribute/bart"}},
        "metrics": {"ppl": {"type": "perplexity", "model": "m"}},
        "methods": {"shapley": {"type": "shapley"}},
        **keys,
    }


def message(config: dict) -> str:
    with pytest.raises(ConfigError) as error:
        validate_study(config, "study.yaml")
    return str(error.value)


def test_every_entry_says_whose_it_is_and_pins_its_files():
    file = {**config_schema()["$defs"]["file"], "$defs": config_schema()["$defs"]}
    for name, entry in registry().items():
        for key in ("about", "language", "licence", "citation", "files"):
            assert entry[key], (name, key)
        assert re.search("/[0-9a-f]{40}(/|$)", entry["url"]), name
    for name in registered_files():
        spec = pinned_file({"registered": name})
        assert {"url", "sha256", "mirror"} <= spec.keys()
        jsonschema.validate(spec, file)


def test_every_file_has_one_sum_and_every_sum_one_file():
    specs = [pinned_file({"registered": name}) for name in registered_files()]
    for key in ("url", "sha256", "mirror"):
        assert len({spec[key] for spec in specs}) == len(specs)


def test_the_sums_are_those_of_the_mirror(shared):
    lines = (shared / "datasets" / "SHA256SUMS").read_text().splitlines()
    sums = {name.removeprefix("./"): sha256 for sha256, name in map(str.split, lines)}
    for name in registered_files():
        spec = pinned_file({"registered": name})
        # The sum of several files that are joined is checked when they are fetched.
        for path in addresses(spec["mirror"]):
            assert path in sums, name
            assert path != spec["mirror"] or sums[path] == spec["sha256"], name


def test_outputs_are_of_registered_data_sets():
    for name in registered_outputs():
        entry, _, system = name.partition("/")
        files = registry()[entry]["outputs"][system]["files"]
        assert set(files) <= set(registered_datasets())
        assert set(files.values()) <= set(registry()[entry]["files"])


def test_a_registered_data_set_says_all_that_the_study_does_not():
    complete = validate_study(study())
    dataset = complete["datasets"]["mine"]
    assert dataset["label"] == "CoNLL-2014"
    assert dataset["published"] == "conll14"
    assert dataset["sources"]["format"] == "m2"
    assert [spec["coder"] for spec in dataset["references"]] == [0, 1]
    assert complete["systems"]["bart"]["label"] == "BART"
    assert complete["systems"]["bart"]["files"].keys() == {"mine"}
    assert complete["systems"]["bart"]["files"]["mine"]["mirror"].endswith("conll14/bart.txt")
    own = validate_study(study(datasets={"mine": {"registered": "conll14", "label": "Mine"}}))
    assert own["datasets"]["mine"]["label"] == "Mine"


def test_a_data_set_of_one_experiment_takes_part_in_no_other():
    datasets = {"mine": {"registered": "conll14"}, "seeda-judged": {"registered": "seeda-judged"}}
    systems = {
        "judged": {"type": "outputs", "registered": "seeda-judged/judged"},
        "spelling": {"type": "spelling"},
    }
    complete = validate_study(study(datasets=datasets, systems=systems))
    assert complete["datasets"]["seeda-judged"]["experiments"] == ["chance"]
    assert shared_datasets(complete) == ["mine"]
    corrected = {
        name: datasets_corrected_by(complete, entry) for name, entry in complete["systems"].items()
    }
    assert corrected == {"judged": ["seeda-judged"], "spelling": ["mine"]}
    datasets["mine"]["experiments"] = ["chanse"]
    said = "datasets.mine.experiments: unknown evaluation 'chanse'; there are "
    assert said in message(study(datasets=datasets, systems=systems))


def test_an_outputs_files_are_those_of_the_studys_data_sets():
    datasets = {name: {"registered": name} for name in ("jfleg-dev", "conll14")}
    systems = {
        "bart": {"type": "outputs", "registered": "gec-attribute/bart"},
        "critic": {"type": "outputs", "registered": "seeda/lm-critic", "label": "Critic"},
    }
    complete = validate_study(study(datasets=datasets, systems=systems))
    assert complete["systems"]["bart"]["files"].keys() == {"jfleg-dev", "conll14"}
    assert complete["systems"]["critic"]["files"].keys() == {"conll14"}
    assert complete["systems"]["critic"]["label"] == "Critic"


@pytest.mark.parametrize(
    ("keys", "parts"),
    [
        (
            {"datasets": {"d": {"registered": "conl14"}}},
            [
                "datasets.d.registered: unknown name 'conl14'",
                "jfleg-dev",
                "did you mean 'conll14'?",
            ],
        ),
        (
            {"datasets": {"d": {"registered": "tmu-gfm"}}},
            ["datasets.d.registered: unknown name 'tmu-gfm'; there are conll14, jfleg-dev"],
        ),
        (
            {"systems": {"s": {"type": "outputs", "registered": "bart"}}},
            ["systems.s.registered: unknown name 'bart'", "gec-attribute/bart"],
        ),
        (
            {"datasets": {"d": {"registered": "jfleg-test"}}},
            ["systems.bart.registered: gec-attribute/bart corrected conll14, jfleg-dev"],
        ),
        (
            {"datasets": {"d": {"sources": {"registered": "conll14/m3"}}}},
            [
                "datasets.d.sources.registered: unknown name 'conll14/m3'",
                "did you mean 'conll14/m2'?",
            ],
        ),
        ({"datasets": {"d": {"label": "D"}}}, ["datasets.d: needs exactly one of", "registered"]),
        (
            {"datasets": {"d": {"registered": "conll14", "published": "bea19"}}},
            ["datasets.d.published: found 'bea19'; allowed: conll14, jfleg-dev, excgec-valid"],
        ),
        (
            {"systems": {"s": {"type": "outputs"}}},
            ["systems.s: needs exactly one of: files; registered"],
        ),
    ],
)
def test_unknown_names_list_the_known_ones(keys, parts):
    text = message(study(**keys))
    assert all(part in text for part in ["study.yaml: ", *parts]), text


def test_published_data_sets_are_those_that_the_paper_has_numbers_about():
    choices = config_schema()["properties"]["datasets"]["additionalProperties"]["properties"]
    known = {entry["published"] for entry in registry().values() if "published" in entry}
    assert set(choices["published"]["enum"]) == known
