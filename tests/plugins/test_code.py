"""Digests of code: the changes that move them, and the files they cover."""

import pytest
from project import output_of, script, write_files

from gec_attribution.plugins import code
from gec_attribution.plugins.code import code_digest, file_digests

FUNCTION = '''"""A module."""

def double(number):
    """Twice a number."""
    return 2 * number
'''


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of a few modules that takes the library's place."""
    folder = tmp_path / "toy"
    files = {
        "__init__.py": "VERSION = 1",
        "plugins/__init__.py": "",
        "plugins/loading.py": "",
        "low/__init__.py": "",
        "low/text.py": "import toy.low.deep",
        "low/deep.py": "",
        "low/other.py": "",
        "lazy/__init__.py": "from toy.lazy.base import X",
        "lazy/base.py": "X = 1",
        "lazy/late.py": "",
        "plug/__init__.py": "from toy.plugins.loading import build",
        "plug/red.py": "import toy.low.other",
        "plug/blue.py": "",
    }
    write_files(folder, files)
    monkeypatch.setattr(code, "FOLDER", folder)
    monkeypatch.setattr(code, "PLUGINS", folder / "plugins/loading.py")
    return folder


def covered(tmp_path, text, names=(), without=()):
    path = tmp_path / "script.py"
    path.write_text(text)
    return file_digests(path, names, without=without).keys() - {"script.py"}


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        (FUNCTION.replace('"""Twice a number."""\n    ', ""), True),
        (FUNCTION.replace("2 * number", "2*number  # or a sum"), True),
        (FUNCTION.replace("\n", "\r\n"), True),
        (FUNCTION.replace("2 * number", "number * 2"), False),
        (FUNCTION.replace("number", "value"), False),
        (FUNCTION + "ZERO = double(0)\n", False),
    ],
)
def test_code_counts_and_what_is_said_about_it_does_not(tmp_path, changed, same):
    (tmp_path / "module.py").write_text(FUNCTION)
    digest = code_digest(tmp_path / "module.py")
    (tmp_path / "module.py").write_text(changed, newline="")
    assert (code_digest(tmp_path / "module.py") == digest) == same


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import os, json", set()),
        ("import toy.low.text", {"low/__init__.py", "low/text.py", "low/deep.py"}),
        ("from toy.low import text", {"low/__init__.py", "low/text.py", "low/deep.py"}),
        ("from toy.low.deep import name", {"low/__init__.py", "low/deep.py"}),
        ("def f():\n    from toy.low import deep", {"low/__init__.py", "low/deep.py"}),
        ("from toy.lazy import X", {"lazy/__init__.py", "lazy/base.py"}),
        ("import toy.lazy.late", {"lazy/__init__.py", "lazy/base.py", "lazy/late.py"}),
        ("from toy import VERSION", {"__init__.py"}),
        ("if TYPE_CHECKING:\n    import toy.low.text\nelse:\n    pass", set()),
    ],
)
def test_what_importing_runs_counts_and_nothing_beside_it(
    tmp_path, package, text, expected
):
    del package
    assert covered(tmp_path, text) == expected


PLUG = {"plug/__init__.py", "plugins/__init__.py", "plugins/loading.py"}


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("import toy.plug", [], PLUG),
        ("import toy.plug", ["blue"], {*PLUG, "plug/blue.py"}),
        (
            "import toy.plug",
            ["red"],
            {*PLUG, "plug/red.py", "low/__init__.py", "low/other.py"},
        ),
        ("import toy.plug", ["text", "unknown", "../low/text"], PLUG),
        ("import toy.low.deep", ["blue", "other"], {"low/__init__.py", "low/deep.py"}),
        ("import toy.plug\nENTRY = {'type': 'blue'}", [], {*PLUG, "plug/blue.py"}),
        ("import_module(f'toy.low.{name}')", ["other"], {"low/other.py"}),
        ("import_module(f'toy.low.{name}')", [], set()),
    ],
)
def test_modules_that_are_loaded_by_name_count_where_they_are_named(
    tmp_path, package, text, names, expected
):
    del package
    assert covered(tmp_path, text, names) == expected


@pytest.mark.parametrize(
    "reading",
    [
        "from importlib import resources\nTEXT = resources.files('toy.low').joinpath('x.yaml')",
        "from jinja2 import PackageLoader\nLOADER = PackageLoader(__package__)",
        "from pathlib import Path\nTEXT = Path(__file__).with_name('x.yaml')",
    ],
)
def test_data_that_a_module_reads_from_its_package_count(tmp_path, package, reading):
    path = tmp_path / "script.py"
    path.write_text("import toy.low.text")
    write_files(package, {"low/x.yaml": "prompt: a", "low/pages/x.html": "a"})
    unread = code_digest(path)
    (package / "low/x.yaml").write_text("prompt: b")
    assert code_digest(path) == unread
    (package / "low/deep.py").write_text(reading)
    digests = [code_digest(path)]
    for name in ("low/x.yaml", "low/pages/x.html", "low/new.json"):
        (package / name).write_text("prompt: c")
        digests.append(code_digest(path))
    assert len(set(digests)) == 4
    for name in ("plug/x.yaml", "plugins/x.yaml"):
        (package / name).write_text("prompt: c")
    assert code_digest(path) == digests[-1]


@pytest.mark.parametrize(
    ("name", "part"), [("evaluate", "agreement.compute"), ("plan_coalitions", None)]
)
def test_all_that_python_imports_for_a_script_counts(name, part):
    listing = (
        "import runpy, sys; from importlib import import_module; from pathlib import Path; "
        "[import_module(name) for name in sys.argv[3:]]; declared = set(sys.modules); "
        "runpy.run_path(sys.argv[1]); "
        "[import_module(f'gec_attribution.experiments.{part}') for part in sys.argv[2:3]]; "
        "print(*[module.__file__ for name, module in sys.modules.items() "
        "if name.startswith('gec_attribution.') and name not in declared])"
    )
    # They are run on the way, and what they declare moves no number.
    declaration = "gec_attribution.experiments.declaration"
    parts = [part] if part else []
    printed = output_of(listing, script(name), *parts, *([declaration] if part else []))
    ran = {code._place(code.Path(file)) for file in printed.split()}
    ran -= {"experiments/agreement/__init__.py", "plugins/options.py"}
    assert ran
    assert ran <= file_digests(script(name), parts).keys()
