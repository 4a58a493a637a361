"""The Python of the pages passes mypy's strict mode: a user's own checker reads the package so."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from project import ROOT, write_files

CONFIG = """
[mypy]
strict = True
# pandas is no typed package.
[mypy-pandas.*]
ignore_missing_imports = True
"""


def examples(page):
    """The Python on a page, each with the line before it."""
    text = (ROOT / page).read_text("utf-8")
    return re.findall(
        r"^([^\n]*)\n\n```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL
    )


@pytest.mark.seldom
def test_the_examples_of_pages_are_typed_strictly(tmp_path):
    modules = {"library.py": "\n".join(code for _, code in examples("docs/library.md"))}
    for page in ("README.md", "docs/systems.md"):
        for number, (_, code) in enumerate(examples(page)):
            modules[f"{Path(page).stem.lower()}_{number}.py"] = code
    for line_before, code in examples("docs/extending.md"):
        (name,) = re.findall(r"`(mine/[\w/]+\.py)`", line_before)
        modules[name] = code
    assert len(modules) == 13
    write_files(tmp_path, {**modules, "mine/__init__.py": "", "mypy.ini": CONFIG})
    command = [sys.executable, "-m", "mypy", *modules]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
