"""COTE and its alternatives: texts put into an answer, and values read from it."""

import dataclasses
import json

import pytest
from explained import EDITED, corrections_of, sources_of

from gec_attribution.explanations import corpus
from gec_attribution.explanations.base import ExplainerInput
from gec_attribution.explanations.corpus import explain_corpus
from gec_attribution.explanations.generating import (
    UNENDED,
    GeneratingExplainer,
    Written,
)
from gec_attribution.explanations.parsing import NO_EXPLANATION, NO_TARGET
from gec_attribution.explanations.tasks import (
    TARGET_MARKER,
    Task,
    begin,
    edits_to_json,
    linearise,
    place_edits,
)
from gec_attribution.languages import load_extractor

SENTENCES = EDITED[:12]
KEYS = {
    Task.POST_EXPLAINING: ("target", "edits", "explanations"),
    Task.PRE_EXPLAINING: ("edits", "explanations", "target"),
}


@pytest.fixture(scope="module")
def extractor():
    return load_extractor("zh")


PLAIN = [
    dataclasses.replace(sentence, index=None, domain=None) for sentence in SENTENCES
]


def answers_of(task):
    """The answer to each source that a model is trained to write."""
    return {one.source: linearise(task, one) for one in SENTENCES}


class Scripted(GeneratingExplainer):
    """Writes what it is told: the answer to each source, from where the prompt has begun it."""

    def __init__(self, task, answers, *, cote=True):
        super().__init__(task, cote=cote)
        self.answers = answers
        self.searched, self.sampled = [], []

    def correct(self, prompts, _seed):
        self.searched += prompts
        return [self.answer(prompt, until='"') for prompt in prompts]

    def sample(self, prompts, _seed):
        self.sampled += prompts
        return [self.answer(prompt) for prompt in prompts]

    def answer(self, prompt, until=None):
        answer = self.answers[prompt.source]
        if isinstance(answer, Written):
            return answer
        begun = prompt.answer_start("")
        if prompt.next is None:
            return Written(answer)
        rest = answer.partition(begun[begun.rindex(f'"{prompt.next}"') :])[2]
        if until and begun.endswith(until):
            return Written(begun + rest.partition(until)[0] + until)
        return Written(begun + rest)


@pytest.mark.parametrize("task", KEYS)
@pytest.mark.parametrize("marker", ["", TARGET_MARKER])
def test_what_is_begun_is_the_beginning_of_what_is_trained(task, marker):
    for sentence in SENTENCES:
        whole = linearise(task, sentence, marker)
        content = json.loads(linearise(task, sentence))
        for place, key in enumerate(KEYS[task]):
            known = {name: content[name] for name in KEYS[task][:place]}
            assert whole.startswith(begin(task, known, key, marker))


def test_cote_forces_the_edits_that_are_extracted_from_the_target(extractor):
    # Whatever edits the model would write are not looked at.
    wrong = {}
    for source, text in answers_of(Task.POST_EXPLAINING).items():
        wrong[source] = text.replace('"src_interval": [', '"src_interval": [9')
    model = Scripted("post-explaining", wrong)
    written = model.write(sources_of(SENTENCES), 0, extractor)
    for sentence, parsed, prompt in zip(SENTENCES, written, model.sampled, strict=True):
        (edits,) = extractor.extract([(sentence.source, sentence.target)])
        expected = edits_to_json(place_edits(sentence.source, edits))
        assert prompt.answered == {"target": sentence.target, "edits": expected}
        forced = json.dumps(expected, ensure_ascii=False)
        assert prompt.answer_start("").endswith(
            f'"edits": {forced}, "explanations": [{{"'
        )
        assert parsed.sentence.target == sentence.target
        assert [one.edit for one in parsed.sentence.edits] == list(edits)[
            : len(sentence.edits)
        ]
        if len(edits) == len(sentence.edits):
            said = [one.explanation for one in parsed.sentence.edits]
            assert said == [one.explanation for one in sentence.edits]
            assert parsed.repairs == ()


@pytest.mark.parametrize("cote", [True, False])
def test_a_given_target_is_explained_and_not_searched_for(cote):
    model = Scripted("post-explaining", answers_of(Task.POST_EXPLAINING), cote=cote)
    assert [one.sentence for one in model.write(corrections_of(SENTENCES))] == PLAIN
    assert model.searched == []


class Stopping(Scripted):
    """Ends its explanations where the target comes, as a model does that knows the marker."""

    def sample(self, prompts, seed):
        answers = super().sample(prompts, seed)
        return [Written(one.text.partition('"target"')[0]) for one in answers]


@pytest.mark.parametrize("kind", [Scripted, Stopping])
def test_pre_explaining_searches_for_the_target_after_the_explanations(kind):
    answers = answers_of(Task.PRE_EXPLAINING)
    model = kind("pre-explaining", answers)
    written = model.write(sources_of(SENTENCES))
    assert [one.sentence for one in written] == PLAIN
    assert all(one.repairs == () for one in written)
    for sentence, prompt in zip(SENTENCES, model.searched, strict=True):
        whole = json.loads(answers[sentence.source])
        assert prompt.answered == {key: whole[key] for key in ("edits", "explanations")}


def test_a_correction_that_was_broken_off_is_none():
    texts = {"我门": Written("我们", ended=False), "你门": Written("你们")}
    model = Scripted("correct-only", texts)
    cut, whole = model.write([ExplainerInput("我门"), ExplainerInput("你门")])
    assert cut.sentence.target == "我门"
    assert [one.about for one in cut.repairs] == [NO_TARGET, UNENDED]
    assert whole.sentence.target == "你们"


def test_a_killed_run_goes_on_where_it_was(tmp_path, extractor, caplog, monkeypatch):
    monkeypatch.setattr(corpus, "CHUNK", 5)
    answers, damaged = answers_of(Task.POST_EXPLAINING), SENTENCES[1].source
    answers[damaged] = answers[damaged].replace("error_severity", "x")
    given = sources_of([*SENTENCES, SENTENCES[0]])
    options = {"seed": 5, "extractor": extractor}
    model = Scripted("post-explaining", answers)
    whole = explain_corpus(model, given, **options)
    assert f"{NO_EXPLANATION}: 1 of 13 sentences" in caplog.text
    unknown = SENTENCES[7].source
    known = answers.pop(unknown)
    with pytest.raises(KeyError, match=unknown):
        explain_corpus(model, given, tmp_path / "parts", **options)
    assert len(list((tmp_path / "parts").iterdir())) == 1
    answers[unknown] = known
    model.sampled.clear()
    explained = explain_corpus(model, given, tmp_path / "parts", **options)
    assert len(model.sampled) == len(SENTENCES) - 5
    assert explained == whole
    assert explained.sentences[-1] == explained.sentences[0]
    assert not (tmp_path / "parts").exists()
