import re
from typing import get_args

from config.test_study import read
from written_study import SMALL

from gec_attribution.config.files import File
from gec_attribution.config.registry import (
    registered_files,
    registry,
)
from gec_attribution.config.sections import Dataset
from gec_attribution.corpora.downloads import addresses
from gec_attribution.pipeline.study import ExperimentStudy
from gec_attribution.tables.printed import numbers


def pinned(name: str) -> File:
    return File.model_validate({"registered": name})


def study(**keys) -> ExperimentStudy:
    """A study with a registered data set and its corrections by a registered system."""
    bart = {"type": "outputs", "registered": "gec-attribute/bart"}
    registered = {
        "datasets": {"mine": {"registered": "conll14"}},
        "systems": {"bart": bart},
    }
    return read(SMALL | registered | keys)


def test_every_entry_pins_its_files():
    for name, entry in registry().items():
        # A commit, or the digest of a wheel.
        assert re.search("/[0-9a-f]{40}(/|$)|^wheel:.*:[0-9a-f]{64}$", entry.url), name
    for name in registered_files():
        file = pinned(name)
        assert all((file.url, file.sha256, file.mirror))


def test_every_file_has_one_sum_and_every_sum_one_file():
    files = [pinned(name) for name in registered_files()]
    for key in ("url", "sha256", "mirror"):
        assert len({getattr(file, key) for file in files}) == len(files)


def test_the_sums_are_those_of_the_mirror(shared):
    lines = (shared / "datasets" / "SHA256SUMS").read_text().splitlines()
    sums = {name.removeprefix("./"): sha256 for sha256, name in map(str.split, lines)}
    for name in registered_files():
        file = pinned(name)
        if str(file.url).startswith("wheel:"):
            continue
        # The sum of several files that are joined is checked when they are fetched.
        for path in addresses(file.mirror):
            assert path in sums, name
            assert path != file.mirror or sums[path] == file.sha256, name


def test_a_registered_data_set_says_all_that_the_study_does_not():
    complete = study()
    dataset, bart = complete.datasets["mine"], complete.systems["bart"]
    assert (dataset.label, dataset.published) == ("CoNLL-2014", "conll14")
    assert dataset.sources.format == "m2"
    assert [file.coder for file in dataset.references] == [0, 1]
    assert (bart.label, bart.files.keys()) == ("BART", {"mine"})
    assert bart.files["mine"].mirror.endswith("conll14/bart.txt")
    labelled = study(datasets={"mine": {"registered": "conll14", "label": "Mine"}})
    assert labelled.datasets["mine"].label == "Mine"


def test_published_data_sets_are_those_that_the_paper_has_numbers_about():
    choices, _ = get_args(Dataset.model_fields["published"].annotation)
    known = {number.dataset for number in numbers()}
    registered = {entry.published for entry in registry().values()} - {None}
    assert set(get_args(choices)) == registered <= known
