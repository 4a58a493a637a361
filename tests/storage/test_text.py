"""Files that have no end, and the encoding of all others."""

import ast
import re
from pathlib import Path

import pytest
from project import ROOT

from gec_attribution.errors import InputError
from gec_attribution.storage import json_files, text
from gec_attribution.storage.text import read_lines


def test_a_line_without_an_end_is_refused():
    with pytest.raises(InputError, match=r"^/dev/zero:1: the line has 16,777,216 bytes or more"):
        read_lines("/dev/zero")


def test_a_file_has_a_greatest_number_of_lines(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(text, "MOST_LINES", 2)
    path = tmp_path / "sources.txt"
    path.write_text("a\nb\n", encoding="utf-8")
    assert read_lines(path) == ["a", "b"]
    path.write_text("a\nb\nc\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"sources\.txt: has more than 2 lines"):
        read_lines(path)


def test_a_json_file_has_a_greatest_size(monkeypatch):
    monkeypatch.setattr(json_files, "MOST_BYTES", 1000)
    with pytest.raises(InputError, match=r"^/dev/zero: has more than 1,000 bytes"):
        json_files.read_samples("/dev/zero")


def names_no_encoding(call):
    """Whether a call reads or writes text in the encoding that the machine happens to have."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    keywords = {keyword.arg for keyword in call.keywords}
    if "encoding" in keywords:
        return False
    if name == "open":
        whole = ast.unparse(call)
        is_other = whole.startswith(("os.", "tarfile.", "gzip."))
        return not is_other and not re.search(r"'[rwax+]*b", whole)
    positional = {"read_text": 1, "write_text": 2}
    starts_process = name in {"run", "Popen"} and "text" in keywords
    return starts_process or len(call.args) < positional.get(name, 0)


def test_every_text_is_read_and_written_in_an_encoding_that_is_named():
    found, unnamed = 0, []
    for folder in ("src", "scripts", "tools", "training"):
        for path in (ROOT / folder).rglob("*.py"):
            if "tests" in path.parts:
                continue
            calls = [
                node
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Call)
            ]
            found += len(calls)
            unnamed += [f"{path.name}:{call.lineno}" for call in calls if names_no_encoding(call)]
    assert found > 1000
    assert unnamed == [], "\n".join(unnamed)
