"""A missing extra is named in one sentence, wherever the library imports it."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from project import PACKAGE, ROOT

from gec_attribution.errors import PackageError
from gec_attribution.metrics import cherrant
from gec_attribution.plugins.extras import EXTRAS

LIBRARY = ROOT / "src" / "gec_attribution"


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

    for name, guarded in walk(
        ast.parse(path.read_text(encoding="utf-8")), guarded=False
    ):
        if name not in sys.stdlib_module_names and name != "gec_attribution":
            yield name, guarded


def test_whatever_the_library_imports_is_declared_and_what_is_optional_says_what_to_install():
    brought_by = packages_distributions()
    always = {distribution(requirement) for requirement in PACKAGE["dependencies"]}
    optional = set()
    for path in LIBRARY.rglob("*.py"):
        for package, guarded in imports(path):
            place = path.relative_to(LIBRARY).as_posix()
            names = {distribution(name) for name in brought_by.get(package, [package])}
            if names & always:
                continue
            assert package in EXTRAS, (
                f"{place} imports {package}, which nothing declares"
            )
            extra = PACKAGE["optional-dependencies"][EXTRAS[package]]
            assert names & set(map(distribution, extra)), package
            # Playground and archive are imported by their commands alone, in such a block.
            assert guarded or place.startswith(("playground/", "pipeline/archive")), (
                f"{place} imports {package}"
            )
            optional.add(package)
    assert optional == EXTRAS.keys()


def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch):
    # Python then behaves as if the package were not installed.
    monkeypatch.setitem(sys.modules, "opencc", None)
    command = (
        r"needs the package opencc, which is not installed: pip install '.*\[chinese\]'"
    )
    with pytest.raises(PackageError, match=command):
        cherrant.simplifier.__wrapped__()
