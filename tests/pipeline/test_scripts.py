import logging
import sys
from types import SimpleNamespace

import pytest

from gec_attribution.errors import InputError
from gec_attribution.pipeline.scripts import run_script


@pytest.fixture
def rule(tmp_path):
    return SimpleNamespace(
        rule="rule", log=[tmp_path / "logs" / "rule.log"], resources={}
    )


def log_of(rule) -> str:
    return rule.log[0].read_text(encoding="utf-8")


def test_an_error_for_the_user_is_one_line_in_log_and_on_stderr(rule, capsys):
    def main(_):
        raise InputError("x.txt:3: the source is empty: 空")

    with pytest.raises(SystemExit) as caught:
        run_script(main, rule)
    assert caught.value.code == 1
    assert capsys.readouterr().err == "Error: x.txt:3: the source is empty: 空\n"
    assert log_of(rule) == "Error: x.txt:3: the source is empty: 空\n"


def test_another_error_leaves_its_traceback_in_the_log(rule):
    def main(_):
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        run_script(main, rule)
    assert log_of(rule).startswith("Traceback")
    assert log_of(rule).endswith("RuntimeError: broken\n")


def test_messages_go_to_the_log_while_the_script_runs(rule, capsys):
    def main(given):
        assert given is rule
        logging.getLogger("gec_attribution.corpora").info("read %d lines", 3)
        sys.stderr.write("a progress bar\n")
        assert "read 3 lines" in log_of(rule)  # before the log is closed

    root = logging.getLogger()
    before = root.handlers[:], root.level
    run_script(main, rule)
    assert (
        log_of(rule) == "INFO gec_attribution.corpora: read 3 lines\na progress bar\n"
    )
    assert capsys.readouterr().err == ""
    assert (root.handlers, root.level) == before
