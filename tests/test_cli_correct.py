import io
import os
import subprocess
import sys

import pytest
import yaml
from chat_service import completion, failure
from project import write_files

from gec_attribution import cli

pytestmark = pytest.mark.usefixtures("service")

STUDY = """\
study: s
datasets: {d: {sources: d.txt}}
metrics: {m: {type: perplexity, model: m}}
methods: {shapley: {type: shapley}}
systems:
  first: {type: chat, model: first, examples: dev.m2}
  second: {type: chat, model: second, examples: dev.m2, after: first}
  written: {type: outputs, files: {d: out.txt}}
  half: {type: chat, model: second, examples: dev.m2, after: written}
  chinese: {type: spelling, languages: [zh]}
  no-examples: {type: chat, model: first, examples: none.m2}
"""
M2 = "S He go .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n\nS So .\n\n"
CORRECTIONS = {"We is fine.": "We are fine.", "We are fine.": "We’re “fine”."}


@pytest.fixture(autouse=True)
def files(tmp_path):
    write_files(tmp_path, {"dev.m2": M2, "study.yaml": STUDY})


@pytest.fixture
def correct(monkeypatch, capfdbinary):
    """Exit status, standard output and standard error of the command."""

    def correct(sources, system="first", *options):
        monkeypatch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BytesIO(sources), encoding="utf-8")
        )
        status = cli.main(
            ["correct", "--system", system, "--config", "study.yaml", *options]
        )
        return status, *capfdbinary.readouterr()

    return correct


@pytest.mark.parametrize(
    ("sources", "corrections"),
    [
        (b"We is fine .\n", b"We are fine .\n"),
        (b"\n  \nWe is fine .\n\nI am caf\xc3\xa9 .\nWe is fine .\n\n",
         b"\n\nWe are fine .\n\nI am caf\xc3\xa9 .\nWe are fine .\n\n"),
        (b"\xef\xbb\xbfWe  is fine .\r\nlast line", b"We are fine .\nlast line\n"),
        ("not a\u2028line end .\n".encode(), b"not a line end .\n"),
        (b"", b""),
    ],
)  # fmt: skip
def test_every_line_is_corrected_in_its_place(correct, sources, corrections):
    status, output, _ = correct(sources)
    assert (status, output) == (0, corrections)


def test_ordinary_text_comes_back_as_it_was_written(correct):
    written = b"We  is fine.\n\nI  don't (know).\n"
    status, output, _ = correct(written, "first", "--tokenise")
    assert (status, output) == (0, b"We are fine.\n\nI  don't (know).\n")


def test_a_system_corrects_what_the_one_before_it_wrote(service, correct):
    status, output, _ = correct(b"We is fine .\n", "second")
    assert (status, output) == (0, b'We \'re " fine " .\n')
    assert [request["model"] for request in service.requests] == ["first", "second"]
    assert service.asked == ["We is fine.", "We are fine."]


@pytest.mark.parametrize(
    ("system", "sources", "part"),
    [
        (
            "third",
            b"So .\n",
            "unknown system 'third'; there are first, second, chinese, no-examples",
        ),
        ("written", b"So .\n", "systems.written: is of type outputs"),
        ("half", b"So .\n", "systems.written: is of type outputs"),
        ("no-examples", b"So .\n", "none.m2"),
        (
            "chinese",
            b"So .\n",
            "systems.chinese: corrects zh, not en; all shipped correctors are",
        ),
        (
            "first",
            b"So .\n\xff\n",
            "standard input:2: byte 1 of the line, 0xff, is not UTF-8",
        ),
    ],
)
def test_errors_are_one_line_and_nothing_is_written(correct, system, sources, part):
    status, output, error = correct(sources, system)
    assert (status, output) == (1, b"")
    assert error.startswith(b"gec-attribution: error: ")
    assert part in error.decode()
    assert error.count(b"\n") == 1


def test_a_failure_in_the_middle_writes_nothing(service, correct):
    service.script = [*map(completion, "abc"), failure(401)]
    status, output, error = correct(b"a\nb\nc\nd\ne\n")
    assert (status, output) == (1, b"")
    assert b"OPENAI_API_KEY" in error


def test_a_file_is_corrected_and_the_systems_are_named(tmp_path, command, capsys):
    (tmp_path / "essays.txt").write_text("We is fine .\n")
    call = ("correct", "--config", "study.yaml")
    assert command(*call, "--system", "first", "essays.txt").out == "We are fine .\n"
    assert (
        command(*call, "--list").out == "systems: first, second, chinese, no-examples\n"
    )
    assert "none.txt" in command(*call, "--system", "first", "none.txt", status=1).err
    with pytest.raises(SystemExit, match=r"^2$"):
        command("correct")
    assert "--system" in capsys.readouterr().err


def test_the_command_keeps_its_log_apart(service, tmp_path):
    study = yaml.safe_load(STUDY)
    study["systems"]["first"]["label"] = "Größe"
    (tmp_path / "study.yaml").write_text(
        yaml.safe_dump(study, allow_unicode=True), "utf-8"
    )

    def respond(request):
        sentence = request["messages"][0]["content"].rpartition("Input sentence: ")[2]
        return "I'm sorry, I cannot do that." if "Caf" in sentence else "We are fine ."

    service.respond = respond
    done = subprocess.run(
        [sys.executable, "-m", "gec_attribution.cli", "correct", "--system", "first",
         "--config", "study.yaml"],
        input="Caf\u00e9 so .\n\nWe is fine .\n".encode(), capture_output=True, check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.stdout.decode() == "Caf\u00e9 so .\n\nWe are fine .\n"
    log = done.stderr.decode()
    assert "INFO first: 1 of 3 sentences changed" in log
    assert (
        "WARNING first: left as they were, the answer being no correction: 1 of 2"
        in log
    )
