"""Explainers that are models of transformers, on random ones in the real formats."""

import pytest
from explained import extracted_corrections
from tiny_chat_models import build_chat_model

from gec_attribution.explanations import load_explainer
from gec_attribution.explanations.base import ExplainerInput
from gec_attribution.explanations.causal import _needs_no_more, _whole
from gec_attribution.explanations.generating import TOO_LONG
from gec_attribution.explanations.prompts import Prompt
from gec_attribution.explanations.tasks import TARGET_MARKER, Task, place_edits
from gec_attribution.languages import load_extractor

SOURCES = ["我昨天去了学校。", "他喜欢苹果", "好", "天气很好了吗"]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """An untrained model, and one with the marker in its vocabulary."""
    folder = tmp_path_factory.mktemp("models")
    return {
        "qwen2": build_chat_model(folder / "qwen2", "qwen2", seed=11),
        "llama": build_chat_model(folder / "llama", "llama", (TARGET_MARKER,), seed=12),
    }


@pytest.fixture(autouse=True)
def _short_answers(monkeypatch):
    monkeypatch.setattr("gec_attribution.explanations.causal.BEAMS", 2)
    monkeypatch.setattr("gec_attribution.explanations.causal.MOST_TOKENS", 24)


def causal(folder, **options):
    entry = {"type": "causal", "model": str(folder), **options}
    return load_explainer("mine", entry)


@pytest.mark.parametrize("kind", ["qwen2", "llama"])
def test_the_edits_to_explain_are_those_of_the_decoded_target(folders, kind):
    """A model that does not know the marker is shown much more: two sentences are enough."""
    sources = SOURCES if kind == "llama" else SOURCES[2:]
    extractor = load_extractor("zh")
    parsed = causal(folders[kind]).write(
        list(map(ExplainerInput, sources)), 0, extractor
    )
    targets = [one.sentence.target for one in parsed]
    assert targets != sources
    for one, edits in zip(
        parsed, extractor.extract(zip(sources, targets, strict=True)), strict=True
    ):
        # Random weights explain nothing.
        assert list(one.unexplained) == place_edits(one.sentence.source, edits)


@pytest.mark.parametrize("task", Task)
def test_a_seed_gives_the_same_whatever_the_batch(folders, task):
    model = causal(folders["llama"], task=task)
    given = [ExplainerInput(source) for source in SOURCES]
    if task == Task.EXPLAIN_ONLY:
        given = extracted_corrections([(source, f"{source}了") for source in SOURCES])
    once = model.write(given, 3)
    assert model.write(given[::-1], 3) == once[::-1]
    assert model.write(given[1:2], 3) == once[1:2]
    assert [one.sentence.source for one in once] == SOURCES


def test_a_sentence_that_does_not_fit_is_counted(tmp_path):
    folder = build_chat_model(
        tmp_path / "short", markers=(TARGET_MARKER,), positions=400
    )
    short, long = causal(folder).write(
        [ExplainerInput("好"), ExplainerInput("好" * 200)]
    )
    assert TOO_LONG in {repair.about for repair in long.repairs}
    assert TOO_LONG not in {repair.about for repair in short.repairs}
    assert long.sentence.target == "好" * 200


def test_a_correction_is_drawn_where_asked_by_the_seed(folders):
    given = [ExplainerInput(source) for source in SOURCES[1:3]]
    drawing = causal(folders["llama"], task="correct-only", draw_corrections=True)
    drawn = drawing.write(given, 3)
    assert drawing.write(given[::-1], 3) == drawn[::-1]
    # Random weights come to no end, so that no correction is read.
    assert [one.answers for one in drawing.write(given, 4)] != [
        one.answers for one in drawn
    ]
    searched = causal(folders["llama"], task="correct-only")
    assert searched.write(given[:1], 3) != drawn[:1]
    assert searched.write(given[:1], 3) == searched.write(given[:1], 4)
    assert drawing.signature() != searched.signature()


def test_a_target_after_explanations_is_read():
    """The explanations before it are whole already, and end nothing."""
    answered = {"edits": [], "explanations": []}
    prompt = Prompt(Task.PRE_EXPLAINING, "我门", answered, "target")
    assert _whole(prompt, '我们"}') is None
    assert not _needs_no_more(prompt, "我们")
    assert (
        _whole(
            Prompt(Task.PRE_EXPLAINING, "我门", next="edits"), '[], "explanations": []'
        )
        is not None
    )
