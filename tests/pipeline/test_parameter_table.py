"""Tables of config/README.md and the JSON schema, made from the models."""

import json
import re

import pytest
import yaml
from jsonschema import Draft202012Validator
from project import ROOT

from gec_attribution.pipeline.opening import checked
from gec_attribution.pipeline.parameter_table import with_tables
from gec_attribution.pipeline.schema import study_schema

CONFIG = ROOT / "config"
# An addition to the default study is no study by itself.
STUDIES = [path for path in sorted(CONFIG.glob("*.yaml")) if path.stem != "offline"]
SCHEMA = Draft202012Validator(
    json.loads((CONFIG / "study.schema.json").read_text("utf-8"))
)


def test_the_tables_are_those_of_the_models_and_the_registry():
    page = (CONFIG / "README.md").read_text(encoding="utf-8")
    assert with_tables(page) == page, "run `make docs`"
    rows = re.findall(r"^\| `(\S+\.yaml)` \|", page, re.MULTILINE)
    assert sorted(rows) == [path.name for path in STUDIES]


def test_the_schema_is_that_of_the_models():
    Draft202012Validator.check_schema(SCHEMA.schema)
    assert study_schema() == SCHEMA.schema, "run `make docs`"


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_a_study_names_the_schema_and_is_valid_by_it(path):
    text = path.read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=study.schema.json\n")
    assert [error.message for error in SCHEMA.iter_errors(yaml.safe_load(text))] == []


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("sed: 1", "$"),
        ("metrics: {ppl: {type: perplexity, modle: m}}", "$.metrics.ppl"),
        (
            "methods: {m: {type: shapley, estimator: {type: add, of: 1}}}",
            "$.methods.m.estimator",
        ),
        ("evaluation: {bias: {min_frequncy: 1}}", "$.evaluation.bias"),
    ],
)
def test_a_misspelt_key_is_not_valid(line, place):
    study = yaml.safe_load((CONFIG / "config.yaml").read_text("utf-8"))
    (error, *_) = SCHEMA.iter_errors({**study, **yaml.safe_load(line)})
    assert error.json_path == place, error.message


def test_what_most_studies_use_is_a_study_and_fits_a_screen():
    page = (ROOT / "config/README.md").read_text(encoding="utf-8")
    first_part = page.partition("\n## The rest\n")[0]
    assert len(first_part.splitlines()) <= 40
    (study,) = re.findall(r"```yaml\n(.*?)```", first_part, re.DOTALL)
    assert checked(yaml.safe_load(study)).evaluation.case_study.line == 3
