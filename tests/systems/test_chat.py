import asyncio
import json
import logging
import re
import threading
from pathlib import Path

import pytest
import yaml
from chat_service import KEY, completion, failure
from project import ROOT

from gec_attribution.errors import ConfigError, InputError, ServiceError
from gec_attribution.languages.tokenisation import detokenise
from gec_attribution.networks.chat import RETRIES
from gec_attribution.storage.text import read_lines
from gec_attribution.systems import correction, load_system
from gec_attribution.systems.chat import (
    ANSWER,
    INSTRUCTION,
    QUESTION,
    SHOTS,
    correction_in,
    draw_examples,
)
from gec_attribution.systems.correction import correct_corpus

CORRECTIONS = {"She don't like it.": "She doesn't like it.", "I am fine.": "I am fine."}
M2 = """\
S He go home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0

S I do n't know .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S We is late .
A 1 2|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||0
"""


@pytest.fixture(autouse=True)
def examples(tmp_path, monkeypatch):
    """The file of examples, in the folder in which all else happens."""
    monkeypatch.chdir(tmp_path)
    path = Path("dev.m2")
    path.write_text(M2, encoding="utf-8")
    return path


def chat(*, concurrency=8, **options):
    entry = {"type": "chat", "model": "some-model", "examples": "dev.m2", **options}
    system = load_system("mine", entry)
    system.client.concurrency = concurrency
    return system


def test_sources_are_corrected_in_their_tokenisation(service):
    corrected = chat().correct(["She do n't like it .", "I am fine ."])
    assert corrected == ["She does n't like it .", "I am fine ."]
    assert sorted(service.asked) == ["I am fine.", "She don't like it."]


@pytest.mark.usefixtures("service")
def test_a_notebook_whose_loop_runs_gets_answers_too():
    async def cell():
        return chat().correct(["I am fine ."])

    assert asyncio.run(cell()) == ["I am fine ."]


def test_the_prompt_shows_two_examples_and_then_the_source(service, examples):
    chat().correct(["I am fine ."])
    (first_example, second_example) = draw_examples(examples)
    (request,) = service.requests
    assert (request["model"], request["temperature"]) == ("some-model", 0)
    assert request["authorization"] == f"Bearer {KEY}"
    (message,) = request["messages"]
    shown = message["content"].split("\n\n")
    assert message["role"] == "user"
    assert len(shown) == 4
    ordinary = {
        (
            "He go home .",
            "He goes home .",
        ): "He go home.\nCorrected sentence: He goes home.",
        (
            "I do n't know .",
            "I do n't know .",
        ): "I don't know.\nCorrected sentence: I don't know.",
        (
            "We is late .",
            "We are late .",
        ): "We is late.\nCorrected sentence: We are late.",
    }
    assert shown[1:] == [
        f"Input sentence: {ordinary[first_example]}",
        f"Input sentence: {ordinary[second_example]}",
        "Input sentence: I am fine.\nCorrected sentence:",
    ]


def test_a_rerun_asks_nothing(service, examples):
    sources = ["She do n't like it .", "I am fine .", "Sorry"]
    service.script = [completion("")]
    system, rerun = chat(concurrency=1), chat()
    corrected = system.correct(sources)
    assert len(service.requests) == 3
    assert rerun.correct(sources) == corrected
    assert len(service.requests) == 3
    # Remarks are counted again.
    assert (
        rerun.counts
        == system.counts
        == {"left as they were, the answer being no correction": 1}
    )
    # Another model, or other examples, are another matter.
    chat(model="other").correct(sources[:1])
    examples.write_text(M2.replace(" .", " !"))
    chat().correct(sources[:1])
    assert len(service.requests) == 5
    assert len(list(Path("results/cache/chat").iterdir())) == 5


@pytest.mark.parametrize("damage", ["{", '{"text": "I am fine."}'])
def test_a_damaged_answer_is_asked_for_again(service, damage, caplog):
    chat().correct(["I am fine ."])
    (path,) = Path("results/cache/chat").iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage.encode("utf-8", "surrogateescape"))
    assert chat().correct(["I am fine ."]) == ["I am fine ."]
    assert len(service.requests) == 2
    assert path.read_bytes() == whole
    assert f"{path.name}: is damaged" in caplog.text


@pytest.mark.parametrize(
    "failures",
    [
        [failure(503), failure(502), failure(429)],
        ["drop"],
        [(200, {}, "{")],
        [completion("She", finish_reason="error")],
    ],
    ids=["several", "connection lost", "half a JSON", "broken off"],
)
def test_what_may_pass_is_tried_again(service, failures):
    service.script = list(failures)
    assert chat().correct(["She do n't like it ."]) == ["She does n't like it ."]
    assert len(service.requests) == len(failures) + 1


def test_no_answer_in_time_is_a_failure_that_may_pass(service, monkeypatch):
    service.delay = 0.5
    monkeypatch.setattr("gec_attribution.networks.chat.SECONDS", 0.05)
    with pytest.raises(
        ServiceError, match=r"does not answer in time; .*OPENAI_BASE_URL"
    ):
        chat().correct(["I am fine ."])


@pytest.mark.parametrize(
    ("reply", "requests", "part"),
    [
        (
            failure(401, message=f"Incorrect key {KEY}"),
            1,
            "refuses the key; .*OPENAI_API_KEY",
        ),
        (failure(404), 1, "has no model 'some-model'; .*OPENAI_BASE_URL"),
        (
            failure(400, message=f"no\nfor {KEY}"),
            1,
            "refuses, or fails: no; the answers",
        ),
        (
            failure(429, message=f"{KEY} is poor"),
            1 + RETRIES,
            r"\(key\) is poor; .*429",
        ),
        ("drop", 1 + RETRIES, "cannot be reached"),
        ((200, {}, "<html>"), 3, "no whole chat completion"),
        (failure(400, message="\x1b[31mred"), 1, ": .*\\[31mred; "),
    ],
    ids=["401", "404", "400", "429", "drop", "html", "escape"],
)
def test_a_lasting_failure_is_told_in_one_line(service, reply, requests, part):
    service.script = [reply] * 9
    with pytest.raises(ServiceError, match=part) as raised:
        chat().correct(["I am fine ."])
    message = str(raised.value)
    assert message.startswith("systems.mine: ")
    assert message.isprintable()
    assert KEY not in message
    assert len(service.requests) == requests


def test_a_lasting_failure_ends_the_run_at_once_and_keeps_the_answers(service):
    service.script = [completion("I am fine."), *[failure(401)] * 100]
    sources = ["I am fine .", *(f"I am {number} ." for number in range(50))]
    with pytest.raises(ServiceError):
        chat(concurrency=1).correct(sources)
    assert len(service.requests) < 40
    service.script = []
    asked = len(service.requests)
    assert chat().correct(sources) == sources
    assert len(service.requests) == asked + 50


@pytest.mark.parametrize("concurrency", [1, 3])
def test_only_so_many_requests_run_at_a_time(service, concurrency):
    # Nobody is answered before so many have asked.
    service.barrier = threading.Barrier(concurrency, timeout=20)
    sources = [f"I am {number} ." for number in range(12)]
    assert chat(concurrency=concurrency).correct(sources) == sources
    assert service.most_running == concurrency


def test_the_key_goes_nowhere(service, tmp_path, caplog, capfd):
    mine = chat()
    with caplog.at_level(logging.INFO):
        correct_corpus(
            mine, ["I am fine .", "She do n't like it ."], tmp_path / "parts"
        )
        service.script = [failure(401, message=f"Incorrect key {KEY}")]
        with pytest.raises(ServiceError) as raised:
            correct_corpus(mine, ["It is late ."], tmp_path / "parts")
    assert raised.value.__suppress_context__
    assert raised.value.__cause__ is None
    written = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) == 3
    texts = [*written, caplog.text, *capfd.readouterr(), json.dumps(mine.signature())]
    assert not any(KEY in text for text in texts)
    assert "127.0.0.1" not in caplog.text


def test_no_error_of_a_service_has_its_password(service, monkeypatch):
    address = service.address["OPENAI_BASE_URL"].replace("//", "//me:s3cret@")
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    service.script = [failure(400, message=f"no such thing at {address}")]
    with pytest.raises(
        ServiceError, match=r"no such thing at http://127\.0\.0\.1"
    ) as raised:
        chat().correct(["I am fine ."])
    assert "s3cret" not in str(raised.value)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:s3cret@host:port/v1")
    with pytest.raises(
        ConfigError, match=r"systems\.mine: .*OPENAI_BASE_URL: is not"
    ) as refused:
        chat()
    assert "s3cret" not in str(refused.value)


def test_more_requests_than_allowed_are_refused_before_the_first(
    service, caplog, monkeypatch
):
    monkeypatch.setattr(correction, "CHUNK", 2)
    sources = [f"I am {number} ." for number in range(5)]
    with pytest.raises(
        ConfigError, match=r"systems\.mine\.most_requests: 5 requests .* 4 are"
    ):
        correct_corpus(chat(most_requests=4), sources)
    assert service.requests == []
    mine = chat(most_requests=5)
    assert correct_corpus(mine, sources) == sources
    assert "systems.mine: 5 requests to some-model are to be sent" in caplog.text
    # Kept answers cost nothing, and the requests of all calls count together.
    again = chat(most_requests=1)
    again.correct([*sources, "I am fine ."])
    assert (
        "1 requests to some-model are to be sent to the service; 5 have" in caplog.text
    )
    with pytest.raises(ConfigError, match="2 requests would be sent"):
        again.correct(["It is late ."])
    assert len(service.requests) == 6


@pytest.mark.parametrize(
    ("answer", "correction"),
    [
        ("He goes home.", "He goes home."),
        ("Corrected sentence: He goes home.", "He goes home."),
        ('"He goes home."', "He goes home."),
        ("", None),
        ("He goes home.\n\nI corrected the verb.", None),
        ("I'm sorry, but I can't help with that.", None),
        ("He " + "goes " * 30, None),
    ],
)
def test_an_answer_is_taken_if_it_is_a_correction(answer, correction):
    assert correction_in(answer, "He go home.") == correction


def test_refusals_leave_the_source_and_are_counted(service):
    service.script = [
        completion("I'm sorry, I can't help with that."),
        completion(None, finish_reason="content_filter"),
        completion("I am", finish_reason="length"),
        completion("I am \ud800 ."),
        (400, {}, {"error": {"message": "It was filtered.", "code": "content_filter"}}),
        *[(200, {}, {"object": "chat.completion", "choices": []})] * 3,
        *[(200, {}, {"object": "chat.completion"})] * 3,
    ]
    sources = [f"I am {word} ." for word in ("a", "b", "c", "?", "d", "e", "f", "fine")]
    mine = chat(concurrency=1)
    assert mine.correct(sources) == sources
    assert mine.counts == {"left as they were, the answer being no correction": 6}
    # A rerun asks again where nothing came.
    service.script = [completion("It is me .")]
    assert chat(concurrency=1).correct(sources[5:6]) == ["It is me ."]


@pytest.mark.parametrize(
    "marked", ["<think>\nShe goes?\n</think>\n\n", "She goes?\n</think>\n"]
)
def test_thoughts_before_an_answer_are_not_part_of_it(service, marked):
    service.script = [
        completion(f"{marked}She does not go."),
        completion("<think>\nShe goes"),
    ]
    mine = chat(concurrency=1)
    assert mine.correct(["She do not go .", "I go ."]) == [
        "She does not go .",
        "I go .",
    ]
    assert mine.counts == {"left as they were, the answer being no correction": 1}


def test_what_is_missing_is_named(examples, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(
        ConfigError, match=r"systems\.mine: .*OPENAI_API_KEY is not set"
    ):
        chat()
    with pytest.raises(ConfigError, match=r"dev\.src is not an M2 file"):
        chat(examples="dev.src")
    with pytest.raises(InputError, match=r"none\.m2"):
        chat(examples="none.m2")
    examples.write_text(
        "S He go .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
    )
    with pytest.raises(InputError, match="has 1 corrected sentences; 2 are needed"):
        chat()


def test_the_study_that_corrects_again_says_what_its_requests_cost(shared):
    """Of public data: distinct sentences, and tokens of four characters for any two examples."""
    header, _, study = (
        (ROOT / "config/generate.yaml").read_text("utf-8").partition("study:")
    )
    said = re.search(
        r"([\d,]+) requests to OpenAI, .*?some (\d+) tokens", header, re.DOTALL
    )
    requests, tokens = (int(number.replace(",", "")) for number in said.groups())
    annotated = shared / "datasets/conll14/conll14.errant.m2"
    sources = [line[2:] for line in read_lines(annotated) if line.startswith("S ")]
    sources += read_lines(shared / "datasets/jfleg/dev/dev.src")
    distinct = {detokenise(source) for source in sources}
    assert len(distinct) == requests
    assert (
        requests
        <= yaml.safe_load(f"study:{study}")["systems"]["gpt-4o-mini-again"][
            "most_requests"
        ]
    )
    # Two examples are four sentences, and the source is a fifth.
    shown = (2 * SHOTS + 1) * sum(map(len, distinct)) / len(distinct)
    labels = (SHOTS + 1) * (len(QUESTION) + len(ANSWER))
    assert (len(INSTRUCTION) + shown + labels) / 4 == pytest.approx(tokens, rel=0.3)
