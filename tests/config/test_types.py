"""Options that the classes of types state, and their acceptance."""

import dataclasses
import inspect

import pytest

from gec_attribution.attribution.base import Method
from gec_attribution.config.schemas import PACKAGES, config_schema, entry_schema
from gec_attribution.errors import ConfigError
from gec_attribution.explanations.base import Explainer
from gec_attribution.metrics.base import Metric, ReferenceMetric
from gec_attribution.pipeline.config import validate_study
from gec_attribution.plugins.loading import load_class, stated_types
from gec_attribution.plugins.options import REQUIRED, Entry, Named, Option, stated
from gec_attribution.systems.base import System

BASES = {"systems": System, "explainers": Explainer, "metrics": Metric, "methods": Method}
TYPES = [(kind, name) for kind, package in PACKAGES.items() for name in stated_types(package)]
# What every method is given besides.
GIVEN = {"settings", *(field.name for field in dataclasses.fields(Method))}


def study(**keys):
    return {
        "study": "small",
        "datasets": {"d": {"sources": "d.txt", "references": ["r.txt"]}},
        "systems": {"s": {"type": "outputs", "files": {"d": "s.txt"}}},
        "metrics": {"ppl": {"type": "perplexity", "model": "m"}},
        "methods": {"shapley": {"type": "shapley"}},
        **keys,
    }


def refusal(**keys):
    with pytest.raises(ConfigError) as error:
        validate_study(study(**keys), "study.yaml")
    return str(error.value)


@pytest.mark.parametrize(("kind", "name"), TYPES)
def test_a_class_takes_what_it_states_with_the_same_defaults(kind, name):
    plugin = load_class(PACKAGES[kind], name, BASES[kind], "x")
    parameters = {
        key: value
        for key, value in inspect.signature(plugin).parameters.items()
        if key not in GIVEN
    }
    assert plugin.ENTRY.options.keys() == parameters.keys()
    for key, option in plugin.ENTRY.options.items():
        default = parameters[key].default
        if isinstance(option, Named):
            assert default == config_schema()["$defs"][option.definition]["default"]
        elif option.default is REQUIRED:
            assert default is inspect.Parameter.empty
        elif option.default is not None:
            # What is a mapping is made anew for each object of a dataclass.
            made = default == option.default or (kind == "methods" and option.type == "object")
            assert made
        else:
            # The class has its own when nobody gives one.
            assert "null" in option.type or "default" not in option.schema()


@pytest.mark.parametrize(("kind", "name"), TYPES)
def test_what_is_read_of_the_source_is_what_the_class_states(kind, name):
    plugin = load_class(PACKAGES[kind], name, BASES[kind], "x")
    read = stated_types(PACKAGES[kind])[name]
    assert read == dataclasses.replace(
        plugin.ENTRY, reads_references=ReferenceMetric in plugin.__bases__
    )


def test_all_types_but_the_one_of_the_tests_state_themselves():
    assert {kind for kind, _ in TYPES} == set(PACKAGES)
    assert ("metrics", "token_overlap") not in TYPES
    assert entry_schema("metrics", {"type": "token_overlap"}) is None
    assert len(TYPES) >= 20


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (
            {"metrics": {"m": {"type": "impara", "treshold": 1}}},
            "metrics.m: unknown key 'treshold'; there are label, type, languages, ",
        ),
        ({"metrics": {"m": {"type": "impara"}}}, "metrics.m: missing 'quality_estimator'"),
        (
            {"metrics": {"m": {"type": "similarity", "encoder": "e", "against": "nothing"}}},
            "metrics.m.against: found 'nothing'; allowed: source, references",
        ),
        (
            {
                "methods": {
                    "m": {"type": "shapley", "estimator": {"type": "shapley_sampling", "of": 1}}
                }
            },
            "methods.m.estimator: unknown key 'of'; there are label, type, permutations",
        ),
        (
            {"explainers": {"e": {"type": "embedded", "model": "m", "runs": 2}}},
            "explainers.e: unknown key 'runs'",
        ),
        (
            {"metrics": {"m": {"type": "cherrant"}}},
            "metrics.m: cherrant is for zh alone, but would score en; say `languages: [zh]`",
        ),
    ],
)
def test_refusals_come_from_the_classes(keys, line):
    assert f"study.yaml: {line}" in refusal(**keys)


def test_a_statement_may_name_constants_of_its_module(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import heavy\n"
        "from gec_attribution.attribution.options import RESCALED\n"
        "from gec_attribution.plugins.options import Entry, Option\n"
        "MOST = 7\n"
        "class Mine(heavy.ReferenceMetric):\n"
        "    ENTRY = Entry(options={'a': Option('A.', MOST, 'number')})\n"
    )
    assert stated(file) == Entry(
        options={"a": Option("A.", 7, "number")},
        reads_references=True,
    )
    schemas = {key: option.schema() for key, option in stated(file).options.items()}
    assert schemas["a"] == {"type": "number", "default": 7, "description": "A."}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "from other import A\nclass Mine(B):\n    ENTRY = Entry(languages=A)\n",
            r"mine\.py: ENTRY names (A|Entry), which is neither of gec_attribution",
        ),
        (
            "class A(B):\n    ENTRY = Entry()\nclass C(B):\n    ENTRY = Entry()\n",
            r"mine\.py: 2 classes have ENTRY; one has to be the type",
        ),
    ],
)
def test_a_statement_that_cannot_be_read_is_refused(tmp_path, text, problem):
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(ConfigError, match=problem):
        stated(file)
