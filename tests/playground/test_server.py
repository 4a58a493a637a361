"""The playground as it answers, really served at a free port."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time

import jsonschema
import playground_server
import pytest
from corrected import HYPOTHESIS, SOURCE
from playground_server import CLIENT, length, post
from project import ROOT

from gec_attribution import Explainer
from gec_attribution.attribution.records import record_schema
from gec_attribution.playground import jobs
from gec_attribution.playground.app import MOST_BYTES
from gec_attribution.playground.jobs import PART, Job
from gec_attribution.playground.requests import RefusalError

ASKED = {
    "language": "en",
    "source": SOURCE,
    "hypothesis": HYPOTHESIS,
    "metrics": ["length"],
    "methods": ["shapley"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder in which the playground runs."""
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def host(folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        with playground_server.served() as host:
            yield host


def ask(host, **changes):
    """Status and answer to the question, or to another one."""
    return post(host, "/api/explain", ASKED | changes)


def explained(host, **changes):
    status, answer = ask(host, **changes)
    assert status == 200, answer
    return answer


def only_record(answer):
    (record,) = answer["details"]["records"]
    return record


def by_hand(*edits):
    """A request with edits (start, end, correction) in place of a corrected sentence."""
    named = [
        dict(zip(("start", "end", "correction"), edit, strict=True)) for edit in edits
    ]
    return {"hypothesis": None, "edits": named}


@pytest.fixture(scope="module")
def chinese():
    """Explains Chinese sentences, and gives the status and the answer."""
    with playground_server.served(
        Explainer("config/chinese.yaml", progress=False)
    ) as host:

        def asked(source, hypothesis, **changes):
            texts = {"source": source, "hypothesis": hypothesis, **changes}
            return ask(host, language="zh", metrics=["ppl"], **texts)

        yield asked


def test_records_are_those_of_the_library(host):
    ordinary = {"source": "I don't know, sir.", "hypothesis": "I didn't know, sir."}
    answer = explained(host, **ordinary, methods=["add", "shapley"])
    explainer = Explainer(playground_server.study(), progress=False, tokenise=True)
    for record, method in zip(
        answer["details"]["records"], ("add", "shapley"), strict=True
    ):
        jsonschema.validate(record, record_schema())
        assert (
            record == explainer.explain(*ordinary.values(), "length", method).to_dict()
        )


def test_edits_by_hand_are_typed_and_kept_as_they_are(host):
    typed = by_hand((6, 7, "day"), (1, 2, "goes"))
    record = only_record(explained(host, **typed))
    assert record["hypothesis"] == "He goes to the school every day ."
    shown_edits = [
        (edit["start"], edit["correction"], edit["type"]) for edit in record["edits"]
    ]
    assert shown_edits == [(1, "goes", "R:VERB:SVA"), (6, "day", "R:NOUN:NUM")]


def test_quotation_marks_that_ordinary_text_writes_otherwise_may_be_put_in(host):
    answer = explained(host, source="He go home.", **by_hand((0, 0, "`` So")))
    assert only_record(answer)["hypothesis_text"] == "`` So He go home ."
    (pieces,) = answer["texts"]["corrections"]
    assert pieces == [["", "`` So"], "He go home."]
    assert answer["texts"]["gaps"] == {}


def test_every_subset_of_the_edits_is_written_as_people_would(host):
    # Nobody wrote the bracket beside "and".
    typed = by_hand((2, 2, "("), (2, 3, "that"))
    answer = explained(host, source="My wife and I cook.", **typed)
    assert answer["texts"]["written"] == {
        "0": "My wife and I cook.",
        "1": "My wife (and I cook.",
        "2": "My wife that I cook.",
        "3": "My wife (that I cook.",
    }


def test_a_system_of_the_study_corrects(host):
    asked = {"language": "en", "system": "speller", "tokenised": True}

    def corrected(source, **changes):
        status, answer = post(
            host, "/api/correct", asked | {"source": source} | changes
        )
        assert status == 200
        return answer

    ordinary = corrected("A freind came.", tokenised=False)
    assert ordinary == {"hypothesis": "A friend came.", "changed": True}
    assert corrected("A freind .") == {"hypothesis": "A friend .", "changed": True}
    assert corrected("A friend .") == {"hypothesis": "A friend .", "changed": False}


def test_warnings_of_one_computation_are_collected():
    logger = logging.getLogger("gec_attribution.scores.engine")
    with jobs.logged_warnings() as warnings:
        logger.warning("of %d, one was cut", 2)
        logger.info("no warning")
        other = threading.Thread(target=logger.warning, args=["of another request"])
        other.start()
        other.join()
    logger.warning("too late")
    assert warnings == ["of 2, one was cut"]


def test_words_between_spaces_in_chinese_stay_words(chinese):
    source, hypothesis = "我说 I love you。", "我说 I like you。"
    _, answer = chinese(source, hypothesis)
    assert answer["texts"]["written"] == {"0": source, "1": hypothesis}
    # The word replaced by hand (tokens 3 to 7 of 我 说 I l o v e) follows a space.
    _, answer = chinese(source, **by_hand((3, 7, "like")))
    assert only_record(answer)["hypothesis"] == "我说I like you。"


def test_chinese_sentences_are_explained_in_words(chinese):
    _, answer = chinese("我看见老师门。", "我看见了老师们。")
    assert [edit["correction"] for edit in only_record(answer)["edits"]] == ["了", "们"]
    for each in answer["details"]["explanations"]["embedded"][0]:
        assert each["description"]
        assert 1 <= each["severity"] <= 5


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"source": "  "}, "the sentence is empty"),
        ({"source": 3}, "`source`: Input should be a valid string"),
        ({"hypothesis": None}, "either `hypothesis` or `edits`"),
        ({"metrics": []}, "choose at least one of the metrics"),
        ({"metrics": ["nobody"]}, "unknown metric 'nobody'; there are length, slow"),
        ({"source": "a " * 201}, "the sentence has 201 tokens; here it may have 200"),
        (by_hand((1, 3, "x"), (2, 4, "y")), "overlaps or precedes the edit before it"),
        (by_hand((0, 1, "He")), "changes nothing"),
        (by_hand((-1, 1, "He")), "`edits.0.start`: Input should be"),
    ],
)
def test_what_cannot_be_explained_is_refused_with_a_sentence(host, changes, sentence):
    status, answer = ask(host, **changes)
    assert status == 400
    assert sentence in answer["error"]


@pytest.mark.parametrize(
    ("body", "headers", "status", "sentence"),
    [
        (b"{", {}, 400, "Invalid JSON"),
        (b"[]", {}, 400, "should be an object"),
        (b"{}", {"content_type": "text/plain"}, 415, "content type application/json"),
        (b" " * (MOST_BYTES + 1), {}, 413, "more than 262,144 bytes"),
    ],
)
def test_requests_that_are_none_of_the_pages_are_refused(
    host, body, headers, status, sentence
):
    received, answer = post(host, "/api/explain", body, **headers)
    assert (received, sentence in answer["error"]) == (status, True), answer


@pytest.mark.parametrize(
    "name",
    ["rebound.example", "localhost.rebound.example:80", "localhost@rebound.example"],
)
def test_names_that_others_can_point_here_are_not_answered_to(host, name):
    for method, path in (("GET", "/"), ("POST", "/api/explain")):
        answer = CLIENT.request(method, f"http://{host}{path}", headers={"Host": name})
        assert (answer.status_code, answer.text) == (400, "Invalid host header")


@pytest.mark.parametrize(
    ("origins", "status"),
    [
        ([], 400),
        (["http://{}"], 400),
        (["http://{}", "null"], 403),
        (["http://elsewhere.example"], 403),
        (["https://{}"], 403),
    ],
)
def test_a_request_is_of_the_page_itself(host, origins, status):
    headers = [("Origin", origin.format(host)) for origin in origins]
    answer = CLIENT.post(f"http://{host}/api/explain", json={}, headers=headers)
    assert (answer.status_code, "other sites" in answer.text) == (status, status == 403)


def test_a_page_may_run_its_own_scripts_alone(host):
    for path in ("/", "/static/app.js", "/api/study"):
        headers = CLIENT.get(f"http://{host}{path}").headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["cache-control"] == "no-store"
    page = CLIENT.get(f"http://{host}/").text
    assert "style=" not in page
    assert "<script>" not in page


def test_an_unexpected_error_tells_neither_its_text_nor_a_traceback(host, caplog):
    status, answer = ask(host, metrics=["broken"])
    assert status == 500
    assert answer["error"].startswith(
        "the playground failed (ValueError at playground_server.py:"
    )
    assert "secret" not in answer["error"] + caplog.text


def test_nothing_that_was_typed_is_written(host, folder):
    explained(host)
    assert list(folder.iterdir()) == []


def test_a_job_ends_within_a_long_call_once_it_is_stopped():
    job = Job()
    threading.Timer(0.1, job.stop).start()
    began = time.monotonic()
    with pytest.raises(RefusalError, match="given up"):
        job.run(lambda _: [time.sleep(0.01) for _ in range(3000)])
    assert time.monotonic() - began < 5


def test_without_the_server_library_the_command_says_what_to_install(
    monkeypatch, command
):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "gec_attribution.playground.server", raising=False)
    assert command("serve", "--port", "0", status=1).err == (
        "gec-attribution: error: serve needs the package uvicorn, which is not installed: "
        "pip install 'gec-attribution[serve]'\n"
    )


def test_a_port_that_is_taken_is_said_to_be(host, command):
    port = host.partition(":")[2]
    refusal = command("serve", "--port", port, status=1).err
    assert f"--port {port}: is in use; name another one" in refusal


def test_the_command_prints_its_address_and_ends_with_one_line(tmp_path):
    command = [sys.executable, "-m", "gec_attribution.cli", "serve", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # A shell starts what runs in the background with interrupts ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:  # fmt: skip
        said = process.stdout.readline()
        address = said.split()[5].rstrip(";")
        assert address.startswith("http://127.0.0.1:")
        assert CLIENT.get(address).status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.read() == "gec-attribution: interrupted\n"
        assert process.stdout.read() == ""


def test_a_sentence_of_another_language_is_refused(chinese):
    status, refusal = chinese(SOURCE, HYPOTHESIS)
    assert status == 400
    assert "the sentence is plainly not in the language zh" in refusal["error"]


def test_a_job_counts_what_it_scores_in_parts(monkeypatch):
    monkeypatch.setattr(jobs, "MOST_SENTENCES", 3 * PART)
    job = Job()
    calls = []

    def score(sources, texts):
        calls.append(len(sources))
        return length(sources, texts)

    counted = job.wrap_scorer(score)
    texts = ["x" * n for n in range(PART + 1)]
    assert counted(texts, texts).tolist() == length(texts, texts)
    assert calls == [PART, 1]
    assert (job.scored, job.of) == (PART + 1, PART + 1)
    with pytest.raises(RefusalError, match="at most 768 here"):
        counted(texts * 2, texts * 2)


def test_a_job_that_is_stopped_scores_no_more():
    job = Job()
    job.stop()
    with pytest.raises(RefusalError, match="given up"):
        job.wrap_scorer(length)(["x"], ["x"])
