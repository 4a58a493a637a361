"""The one form of an explained sentence: the study's reader, the playground, and the scripts."""

import copy
import json
import re
from types import UnionType
from typing import get_args, get_origin, get_type_hints, is_typeddict

import explored_study
import pytest
from project import ROOT

from gec_attribution import Explainer
from gec_attribution.edits.model import Edit
from gec_attribution.languages import load_language
from gec_attribution.pages.explorer import form
from gec_attribution.playground.answers import answer_of

SOURCE, EDITS, *_ = explored_study.ENGLISH[3]
LABELS = {**explored_study.LABELS, "dataset": {"one": "One"}}
SCRIPTS = sorted(ROOT.glob("src/gec_attribution/**/static/*.js"))
# Names of a value of each form in the scripts; `datasetOf` gives a data set, too.
READ_AS = {
    form.Index: r"(?<![.\w])index",
    form.DatasetColumns: r"(?:(?<![.\w])dataset|datasetOf\(\w+\))",
    form.TypeInWords: r"(?:(?<![.\w])type|types\[[^\n=]+?\])",
    form.Chunk: r"(?<![.\w])chunk",
    form.Scored: r"(?<![.\w])scored",
    form.Attributed: r"(?<![.\w])attributed",
    form.Said: r"(?<![.\w])explanation",
}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """The index and the chunk of a study that has the one sentence."""
    folder = tmp_path_factory.mktemp("study")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(explored_study.LINES, "one", [(SOURCE, EDITS)])
        patch.setattr(explored_study, "LABELS", LABELS)
        files = explored_study.dataset(folder, "one", "en")
        explored_study.write_explorer(folder / "explorer", [files], study="s", labels=LABELS)
    return [content(folder / "explorer/data" / f"{name}.js") for name in ("index", "one.0")]


@pytest.fixture(scope="module")
def answer():
    """One sentence in the playground, as its page receives it."""

    def metric(name):
        return lambda _, texts: [explored_study.value(name, text) for text in texts]

    metrics = {name: metric(name) for name in explored_study.METRICS}
    methods = {name: {"type": name} for name in explored_study.METHODS}
    explainer = Explainer({"metrics": metrics, "methods": methods}, progress=False)
    edits = [Edit(*edit) for edit in EDITS]
    played = explainer.play(SOURCE, edits, list(metrics), list(methods))
    made = answer_of(played, load_language("en"), labels=LABELS)
    return json.loads(json.dumps(made))


def content(path):
    return json.loads(re.fullmatch(r"receive\(.*?, (.*)\);\n", path.read_text("utf-8"))[1])


def test_the_playground_gives_what_the_explorer_of_a_study_gives(study, answer):
    index, chunk = copy.deepcopy(study)
    (columns,), (own,) = index["datasets"], answer["index"]["datasets"]
    # A sentence that was typed is in no data set, of no system, and signed by itself.
    columns |= {"name": "", "label": "", "systems": [""], "lines_per_chunk": own["lines_per_chunk"]}
    index |= {"study": "playground", "signatures": answer["index"]["signatures"]}
    chunk["seeds"] = answer["chunk"]["seeds"]
    assert answer["index"] == index
    assert answer["chunk"] == chunk
    assert set(answer["index"]["signatures"][""]) == set(explored_study.METRICS)


@pytest.mark.parametrize("place", ["study", "answer"])
def test_each_has_the_keys_of_the_form_and_no_others(study, answer, place):
    index, chunk = study if place == "study" else (answer["index"], answer["chunk"])
    check(index, form.Index)
    check(chunk, form.Chunk)


def check(value, shape):
    """Whether a JSON value has the keys of a form, and those in it."""
    shape, *_ = get_args(shape) if get_origin(shape) is UnionType else [shape]
    if isinstance(value, dict) and is_typeddict(shape):
        assert shape.__required_keys__ <= value.keys() <= shape.__annotations__.keys(), shape
        for key, item in value.items():
            check(item, get_type_hints(shape)[key])
    elif isinstance(value, dict):
        for item in value.values():
            check(item, get_args(shape)[1])
    elif isinstance(value, list):
        for item in value:
            check(item, get_args(shape)[0])
    else:
        assert value is None or not is_typeddict(shape), shape


@pytest.mark.parametrize("shape", READ_AS, ids=lambda shape: shape.__name__)
def test_the_scripts_read_the_keys_that_are_documented_and_all_of_them(shape):
    called = READ_AS[shape]
    source = "\n".join(path.read_text("utf-8") for path in SCRIPTS)
    own = set(re.findall(rf"{called}\.(\w+) = ", source))
    read = set(re.findall(rf"{called}\??\.(\w+)", source)) - own
    for names in re.findall(rf"const {{ ([^}}]*) }} = (?:\w+\.)?{called};", source):
        read |= {name.split(":")[0].strip() for name in names.split(",")}
    assert read == set(shape.__annotations__)
