"""The one form of an explained sentence: the study's reader, the playground, and the scripts."""

import base64
import gzip
import json
import re

import explored_study
import jsonschema
import pytest
from project import ROOT

from gec_attribution import Explainer
from gec_attribution.attribution.records import record_schema
from gec_attribution.edits.model import Edit
from gec_attribution.playground.answers import answer_of

SOURCE, EDITS, *_ = explored_study.ENGLISH[3]
LABELS = {**explored_study.LABELS, "dataset": {"one": "One"}}
SCRIPTS = sorted(ROOT.glob("src/gec_attribution/**/static/*.js"))


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """The parts of the explorer of a study that has the one sentence."""
    folder = tmp_path_factory.mktemp("study")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(explored_study.LINES, "one", [(SOURCE, EDITS)])
        patch.setattr(explored_study, "LABELS", LABELS)
        files = explored_study.dataset(folder, "one", "en")
        explored_study.write_explorer(
            folder / "explorer", [files], study="s", labels=LABELS
        )
    index, sentence = lines_of(folder / "explorer/data/index.js")
    (details,) = lines_of(folder / "explorer/data/one.0.js")
    (texts,) = lines_of(folder / "explorer/data/texts.js")
    numbers = {}
    for metric in index["metrics"]:
        (numbers[metric],) = lines_of(folder / f"explorer/data/numbers.{metric}.js")
    return index, numbers, sentence, texts, details


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
    made = answer_of(played, labels=LABELS)
    return json.loads(json.dumps(made))


def lines_of(path):
    """The JSON values in a script of the explorer."""
    letters = re.fullmatch(r'receive\(".*?", "(.*)"\);\n', path.read_text("utf-8"))[1]
    return list(
        map(json.loads, gzip.decompress(base64.b64decode(letters)).decode().split("\n"))
    )


def test_the_playground_gives_what_the_explorer_of_a_study_gives(study, answer):
    index, numbers, sentence, texts, details = study
    (columns,), (own,) = index["datasets"], answer["index"]["datasets"]
    # A sentence that was typed is in no data set, of no system, and signed by itself.
    own_names = {key: own[key] for key in ("name", "label", "systems", "signatures")}
    assert own == columns | own_names | {"lines_per_chunk": 1}
    assert answer["index"] == index | {"study": "playground", "datasets": [own]}
    assert set(own["signatures"]) == set(explored_study.METRICS)
    assert answer["sentence"] == sentence
    assert answer["numbers"] == numbers
    tokens = SOURCE.split()
    spaced = [tokens[0], *(f" {token}" for token in tokens[1:])]
    assert answer["texts"] == {**texts, "tokens": spaced, "gaps": {}, "written": {}}
    for record, expected in zip(
        answer["details"]["records"], details["records"], strict=True
    ):
        jsonschema.validate(record, record_schema())
        # Coalitions of all methods are scored in a study, and interactions read off them.
        for key in ("dataset", "system", "line", "signature", "seed", "interactions"):
            record.pop(key, None)
            expected.pop(key, None)
        assert record == expected
    assert answer["details"] == details


def test_no_script_knows_a_language_or_a_metric():
    for path in SCRIPTS:
        # What metrics are is explained in one script, by type; asking.js has examples to fill in.
        if path.name not in ("help.js", "asking.js"):
            assert not re.search(
                r"\"(zh|impara|some)\"|n't|'ll", path.read_text("utf-8")
            ), path
