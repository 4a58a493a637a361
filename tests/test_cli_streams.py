"""The command where its output goes nowhere, ends, or takes few characters."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from project import output_of, write_lines

from gec_attribution import __main__, cli

COMMAND = f"{sys.executable} -m gec_attribution.cli"


def run(command, **environment):
    """Exit status, and standard error without its last line end, of a command of the shell."""
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )
    return done.returncode, done.stderr.removesuffix("\n")


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (
            ">/dev/full",
            "standard output: cannot be written: No space left on device; make sure",
        ),
        (">&-", "standard output is closed; send it to a file, or to /dev/null"),
    ],
)
def test_output_that_goes_nowhere_is_one_line(output, said):
    status, error = run(f"{COMMAND} models list {output}")
    assert status == 1
    assert error.startswith(f"gec-attribution: error: {said}")
    assert "\n" not in error


def test_without_standard_error_the_command_works():
    assert run(f"{COMMAND} models list 2>&-") == (0, "")


def test_a_full_disk_cuts_no_line_of_json(tmp_path):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))

    code = "from gec_attribution import cli\nfor n in range(9): cli._print_json([n, 'x' * 15])"
    with (tmp_path / "records").open("wb") as file:
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdout=file,
            stderr=subprocess.PIPE,
            check=False,
            preexec_fn=limit,
        )
    assert b"File too large" in done.stderr
    lines = (tmp_path / "records").read_text(encoding="utf-8").splitlines()
    assert list(map(json.loads, lines)) == [[0, "x" * 15], [1, "x" * 15]]


def test_json_is_whole_where_output_takes_few_characters():
    code = "from gec_attribution import cli; cli._print_json('caf\u00e9 \u2212 \U0001f600')"
    printed = output_of(code, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert printed.isascii()
    assert json.loads(printed) == "caf\u00e9 \u2212 \U0001f600"


@pytest.mark.parametrize("said", ["ö 我", "n\udcfe"])
def test_an_argument_is_utf_8_in_every_locale(said):
    code = "import sys; from gec_attribution import cli; print(ascii(cli._typed(sys.argv[1])))"
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert output_of(code, said, env={**os.environ, **locale}).strip() == ascii(said)


def test_an_interrupt_is_one_line_even_while_libraries_are_imported(
    monkeypatch, capsys
):
    class Interrupted:
        def find_spec(self, name, *_):
            if name == "gec_attribution.cli":
                raise KeyboardInterrupt

    def interrupted():
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.delitem(sys.modules, "gec_attribution.cli")
        patch.delattr("gec_attribution.cli")
        patch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
        assert __main__.main() == 130
    monkeypatch.setattr(cli, "_parser", interrupted)
    assert cli.main(["--help"]) == 130
    assert capsys.readouterr().err == "gec-attribution: interrupted\n" * 2


def test_a_page_does_not_take_the_place_of_what_it_explains(
    tmp_path, monkeypatch, command
):
    monkeypatch.chdir(tmp_path)
    kinds = ("sources", "hypotheses", "reference")
    given = []
    for kind in kinds:
        given += [f"--{kind}", write_lines(Path(kind), ["He goes ."])]
    for kind in kinds:
        refusal = command("explain", *given, "--html", f"./{kind}", status=1).err
        assert "is also read, as" in refusal
    assert Path("sources").read_text(encoding="utf-8") == "He goes .\n"
