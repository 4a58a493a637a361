import pytest
from project import write_files

from gec_attribution import Explainer
from gec_attribution.config.opening import checked, load_study
from gec_attribution.errors import ConfigError
from gec_attribution.metrics import load_metric

LENGTH = """
import numpy as np

from gec_attribution import Metric


class Length(Metric):
    def __init__(self, weight=1.0):
        self.weight = weight

    def score(self, sources, hypotheses):
        return np.array([self.weight * len(text.split()) for text in hypotheses])
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_files(tmp_path, {"my/length.py": LENGTH})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_study_beside_the_file_names_it(folder):
    study = folder / "study.yaml"
    study.write_text(
        "metrics: {words: {type: my/length.py, weight: 2}}\nmethods: {shapley: {type: shapley}}"
    )
    explained = Explainer(study).explain("He go .", "He goes home .")
    assert (explained.baseline, explained.score) == (6, 8)
    entry = load_study(study).metrics["words"].spec
    before = load_metric("words", entry).store_signature()
    (folder / "my/length.py").write_text(
        LENGTH.replace("len(text.split())", "len(text)")
    )
    after = load_metric("words", entry).store_signature()
    assert before["version"] != after["version"]
    assert before["metric"] == after["metric"] == "length"


@pytest.mark.parametrize(
    "statement", ["from .words import FACTOR", "from . import words"]
)
def test_a_file_imports_what_lies_beside_it(folder, statement):
    name = "FACTOR" if "FACTOR" in statement else "words.FACTOR"
    text = f"{statement}\n{LENGTH.replace('self.weight *', f'{name} *')}"
    (folder / "my/length.py").write_text(text)
    versions = []
    for factor in (3, 10):
        (folder / "my/words.py").write_text(f"FACTOR = {factor}")
        metric = load_metric("words", {"type": "my/length.py"})
        assert metric.score(["a"], ["a b"]) == [2 * factor]
        versions.append(metric.store_signature()["version"])
    assert versions[0] != versions[1]
    (folder / "my/length.py").write_text(f"import words\n{LENGTH}")
    with pytest.raises(
        ConfigError, match=r"a file beside it is imported by `from \. import words`"
    ):
        load_metric("words", {"type": "my/length.py"})


READER = """
from importlib import resources

import numpy as np

from gec_attribution import Metric

from .deep.er.helper import FACTOR

WORDS = resources.files(__package__).joinpath("data/words.txt").read_text().split()


class Listed(Metric):
    def __init__(self, more="more.txt"):
        self.words = {*WORDS, *open(more, encoding="utf-8").read().split()}

    def score(self, sources, hypotheses):
        known = [sum(word in self.words for word in text.split()) for text in hypotheses]
        return FACTOR * np.array(known, dtype=float)
"""


@pytest.mark.parametrize(
    "changed", ["my/deep/base.py", "my/data/words.txt", "more.txt"]
)
def test_every_file_that_a_metric_reads_makes_its_scores_anew(folder, changed):
    files = {
        "my/listed.py": READER,
        "my/broken.py": "print 'Python 2'",
        "my/deep/er/helper.py": "from ..base import FACTOR",
        "my/deep/base.py": "FACTOR = 1",
        "my/data/words.txt": "the",
        "more.txt": "cat",
        "unread.txt": "",
    }
    write_files(folder, files)
    study = {"metrics": {"known": {"type": "my/listed.py"}}}
    explainer = Explainer(study, store="store")
    assert explainer.explain("a cat", "the cat sat").score == 2
    write_files(folder, {"unread.txt": "new", "my/.hidden": "new"})
    signature = load_metric("known", study["metrics"]["known"]).store_signature()
    assert Explainer(study, store="store").explain("a cat", "the cat sat").signature
    assert (
        load_metric("known", study["metrics"]["known"]).store_signature() == signature
    )
    (folder / changed).write_text(
        "FACTOR = 2" if changed.endswith(".py") else "the cat sat"
    )
    expected = 4 if changed.endswith(".py") else 3
    assert (
        Explainer(study, store="store").explain("a cat", "the cat sat").score
        == expected
    )
    files_of_entry = checked(study, "study", [folder]).metrics["known"].named_files()
    assert {"more.txt"} == {path for path in files_of_entry if not path.endswith(".py")}


def test_results_beside_a_metric_in_the_working_directory_do_not_count(folder):
    write_files(folder, {"listed.py": LENGTH, "lists/helper.py": ""})
    versions = []
    for name in ("words.txt", "lists/words.txt", "results/scores.parquet"):
        write_files(folder, {name: "new"})
        metric = load_metric("length", {"type": "listed.py"})
        versions.append(metric.store_signature()["version"])
    assert versions[0] != versions[1] == versions[2]


def test_the_command_names_it(folder, command):
    call = [
        "explain",
        "--source",
        "He go .",
        "--hypothesis",
        "He goes home .",
        "--metric",
    ]
    printed = command(*call, "my/length.py").out
    assert "length, shapley: 3.0000 (source) → 4.0000 (hypothesis)" in printed
    refusal = command(*call, "my/lenght.py", status=1).err
    assert "no such file; did you mean my/length.py?" in refusal
    (folder / "my/none.py").write_text("import nothing_of_this_name")
    refusal = command(*call, "my/none.py", status=1).err
    assert "none.py cannot be imported: No module named 'nothing_of" in refusal
    abstract = "from gec_attribution import Metric\nclass M(Metric):\n    def scores(self): ..."
    (folder / "my/none.py").write_text(abstract)
    refusal = command(*call, "my/none.py", status=1).err
    assert "one Metric with all its methods, as in `class None(Metric)`" in refusal
