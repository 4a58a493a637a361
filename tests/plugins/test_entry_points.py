"""Types of others' packages, found by their entry points."""

import sys
from pathlib import Path

import numpy as np
import pytest
from project import ROOT

from gec_attribution.attribution import load_method
from gec_attribution.errors import ConfigError
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric
from gec_attribution.plugins import entry_points
from gec_attribution.plugins.code import code_digest
from gec_attribution.storage.signatures import folder_digest
from gec_attribution.systems import load_system

MODULE = '''
import numpy as np

from gec_attribution.attribution.add import Add
from gec_attribution.languages.en import English
from gec_attribution.metrics import Metric
from gec_attribution.systems import System


class Brevity(Metric):
    def __init__(self, per_word: float = 1.0) -> None:
        self.per_word = per_word

    def score(self, sources, hypotheses):
        return np.array([-self.per_word * len(text.split()) for text in hypotheses])


class Shout(System):
    def correct(self, sources):
        return [source.upper() for source in sources]


class Plus(Add):
    """Add by another name."""


class Scots(English):
    code = "sco"
'''
GROUPS = {
    "metrics": "Brevity",
    "systems": "Shout",
    "attribution": "Plus",
    "languages": "Scots",
}


@pytest.fixture
def package(tmp_path, monkeypatch) -> Path:
    """A package of someone else, installed."""
    (tmp_path / "elsewhere.py").write_text(MODULE)
    information = tmp_path / "elsewhere-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n"
    )
    lines = [
        f"[gec_attribution.{room}]\n{name.lower()} = elsewhere:{name}\n"
        for room, name in GROUPS.items()
    ]
    lines.insert(1, "odd = elsewhere:np\n")
    (information / "entry_points.txt").write_text("".join(lines))
    monkeypatch.syspath_prepend(str(tmp_path))
    entry_points.installed.cache_clear()
    yield tmp_path
    entry_points.installed.cache_clear()
    for name in ("elsewhere", "mine", "mine.metric"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("package")
def test_types_of_others_are_loaded_by_name():
    metric = load_metric("short", {"type": "brevity", "per_word": 2.0})
    np.testing.assert_array_equal(metric.score(["a"], ["a b c"]), [-6])
    assert metric.name == "short"
    assert metric.store_signature()["version"]
    assert load_system("loud", {"type": "shout"}).correct(["a"]) == ["A"]
    method = load_method("plus", {"type": "plus"}, exact_up_to=3, above="skip")
    assert method.signature()["method"] == "elsewhere"
    sco = load_language("scots")
    assert sco.tokenize("a b") == ["a", "b"]


@pytest.mark.usefixtures("package")
def test_an_entry_point_must_be_such_a_class():
    with pytest.raises(
        ConfigError, match=r"metrics\.m\.type: the entry point odd .* is no Metric"
    ):
        load_metric("m", {"type": "odd"})
    with pytest.raises(ConfigError, match=r"metrics\.m: unknown option 'per_wrd'"):
        load_metric("m", {"type": "brevity", "per_wrd": 1})
    with pytest.raises(ConfigError, match=r"there are .*\bbrevity\b.*\bimpara\b"):
        load_metric("m", {"type": "brevty"})


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("is_package", [True, False])
def test_every_file_of_anothers_package_counts(tmp_path, is_package):
    mine = tmp_path / "mine"
    (mine / "words").mkdir(parents=True)
    if is_package:
        (mine / "__init__.py").write_text("from mine.metric import Brevity\n")
    (mine / "metric.py").write_text(f"from .helper import FACTOR\n{MODULE}")
    (mine / "helper.py").write_text("FACTOR = 1\n")
    points = next(tmp_path.glob("*.dist-info/entry_points.txt"))
    points.write_text("[gec_attribution.metrics]\nmine = mine.metric:Brevity\n")
    entry_points.installed.cache_clear()
    linked = tmp_path / "linked"
    linked.mkdir()
    (mine / "words" / "link").symlink_to(linked)
    (linked / "loop").symlink_to(mine)
    files = [mine / name for name in ("helper.py", "metric.py", "words/list.txt")]
    files.append(linked / "list.txt")
    digests = [code_digest(ROOT / "scripts/scores/score_pairs.py", ["mine"])]
    for file in files:
        file.write_text("FACTOR = 2\nBrevity = None\n")
        digests.append(code_digest(ROOT / "scripts/scores/score_pairs.py", ["mine"]))
    assert len(set(digests)) == 5
    option = folder_digest(mine)
    (linked / "list.txt").write_text("FACTOR = 3\n")
    assert folder_digest(mine) != option
