"""Explainers behind a service, with the service of `chat_service` on this machine."""

import json

from chat_service import completion, failure
from explained import EDITED, corrections_of, sources_of

from gec_attribution.explanations import load_explainer
from gec_attribution.explanations.corpus import explain_corpus
from gec_attribution.explanations.generating import REFUSED
from gec_attribution.explanations.prompts import demonstration
from gec_attribution.explanations.tasks import Task, linearise
from gec_attribution.languages import load_extractor

# Sentences with the same gold edits and extracted edits.
SENTENCES = EDITED[:4]


def sentence_of(request):
    question = request["messages"][0]["content"]
    return next(one for one in SENTENCES if f"输入：{one.source}\n" in question)


def respond(request):
    """The gold answer to a post-explaining request, in its first or second turn."""
    sentence = sentence_of(request)
    whole = json.loads(linearise(Task.POST_EXPLAINING, sentence))
    if len(request["messages"]) == 1:
        return json.dumps(whole, ensure_ascii=False)
    return "```json\n" + json.dumps({"explanations": whole["explanations"]}) + "\n```"


def chat(*, concurrency=8, **options):
    explainer = load_explainer(
        "mine", {"type": "chat", "model": "some-model", **options}
    )
    explainer.client.concurrency = concurrency
    return explainer


def test_the_correction_and_its_edits_are_what_the_model_said(service):
    extractor = load_extractor("zh")
    parsed = chat().write(sources_of(SENTENCES), 0, extractor)
    for answer, sentence in zip(parsed, SENTENCES, strict=True):
        assert answer.sentence.target == sentence.target
        said = [each.explanation for each in answer.sentence.edits]
        assert said == [each.explanation for each in sentence.edits]
    first_requests = [
        request for request in service.requests if len(request["messages"]) == 1
    ]
    second_requests = [
        request for request in service.requests if len(request["messages"]) == 3
    ]
    assert len(first_requests) == len(second_requests) == len(SENTENCES)
    # A correction is searched for, and explanations are drawn, each with its own seed.
    assert {request["temperature"] for request in first_requests} == {0}
    assert {(one["temperature"], one["top_p"]) for one in second_requests} == {
        (0.6, 0.9)
    }
    assert len({request["seed"] for request in second_requests}) == len(SENTENCES)
    for request in second_requests:
        sentence = sentence_of(request)
        first_answer = json.loads(request["messages"][1]["content"])
        (edits,) = extractor.extract([(sentence.source, sentence.target)])
        told = [one["src_interval"] for one in first_answer["edits"]]
        assert told == [[edit.start, edit.end] for edit in edits]


def test_a_rerun_asks_nothing_and_another_seed_asks_for_explanations(service):
    given = corrections_of(SENTENCES)
    once = chat().write(given, 1)
    assert len(service.requests) == len(SENTENCES)
    assert chat(concurrency=2).write(given, 1) == once
    assert len(service.requests) == len(SENTENCES)
    chat().write(given, 2)
    assert len(service.requests) == 2 * len(SENTENCES)


def test_rationalization_is_told_in_every_request_and_is_part_of_the_signature(service):
    given = corrections_of(SENTENCES)
    shown = demonstration("词序不当").source
    chat().write(given, 1)
    assert not any(
        shown in request["messages"][0]["content"] for request in service.requests
    )
    told = chat(rationalization=True)
    told.write(given, 1)
    asked = service.requests[len(SENTENCES) :]
    assert len(asked) == len(SENTENCES)
    assert all(shown in request["messages"][0]["content"] for request in asked)
    assert told.signature() != chat().signature()


def test_refusals_and_malformed_answers_are_counted(service):
    asked = {"messages": [{"content": f"输入：{SENTENCES[2].source}\n"}]}
    explanations = json.loads(respond(asked))["explanations"]
    whole = json.dumps({"explanations": explanations}, ensure_ascii=False)
    service.script = [
        completion(None, finish_reason="content_filter"),
        completion("抱歉，我无法回答这个问题。"),
        completion(whole[:-8], finish_reason="length"),
        failure(500),
    ]
    explained = explain_corpus(chat(concurrency=1), corrections_of(SENTENCES))
    report = explained.report()
    assert report["sentences"] == 4
    assert report["repairs"][REFUSED]["sentences"] == 1
    total = sum(len(one.edits) for one in SENTENCES)
    assert report["explained_edits"] + report["unexplained_edits"] == total
    assert [len(one.edits) for one in explained.sentences][:2] == [0, 0]
    # The last one was asked for again after the server's error.
    assert len(explained.sentences[3].edits) == len(SENTENCES[3].edits)
    assert len(service.requests) == 5
