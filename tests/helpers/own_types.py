"""Types of somebody's own, `mine` of each kind, in a folder of the packages that have types."""

import importlib
import sys

import pytest

MODULES = {
    "systems": """
from typing import Annotated

from gec_attribution.plugins.options import PathTo
from gec_attribution.systems.base import System


class Mine(System):
    def __init__(
        self, lexicon=None, title=None, words=None, more=None, separator=None,
        marked: Annotated[str | None, PathTo()] = None,
    ):
        pass

    def correct(self, sources):
        return list(sources)
""",
    "explanations": """
from gec_attribution.explanations.base import EditExplainer


class Mine(EditExplainer):
    def explain(self, given):
        return []
""",
    "metrics": """
from gec_attribution.metrics.base import Metric


class Mine(Metric):
    def __init__(self, anything: int = 0):
        pass

    def score(self, sources, hypotheses):
        return [0.0] * len(sources)
""",
}


@pytest.fixture
def own_types(tmp_path_factory, monkeypatch):
    """The types `mine` of systems, explainers and metrics."""
    for room, text in MODULES.items():
        folder = tmp_path_factory.mktemp(room)
        (folder / "mine.py").write_text(text)
        package = importlib.import_module(f"gec_attribution.{room}")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    yield
    for room in MODULES:
        sys.modules.pop(f"gec_attribution.{room}.mine", None)
