"""The list of experiments, with those that others' packages bring."""

import sys

import pytest

from gec_attribution.errors import ConfigError
from gec_attribution.experiments import catalogue
from gec_attribution.experiments.declaration import Experiment, Figure, Table
from gec_attribution.experiments.loading import module_of
from gec_attribution.pipeline.captions import caption_template
from gec_attribution.plugins import entry_points

DECLARED = "from gec_attribution.experiments.declaration import Experiment\n\n"


def forget():
    for cached in (entry_points.installed, catalogue.experiments):
        cached.cache_clear()
    for name in ("brought", "brought.compute"):
        sys.modules.pop(name, None)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Writes and installs a package with the entry point `lengths`."""

    def write(declaration):
        (tmp_path / "brought").mkdir()
        (tmp_path / "brought/__init__.py").write_text(DECLARED + declaration)
        (tmp_path / "brought/compute.py").write_text("ANSWER = 42\n")
        information = tmp_path / "brought-1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\n")
        (information / "entry_points.txt").write_text(
            "[gec_attribution.experiments]\nlengths = brought\n"
        )

    monkeypatch.syspath_prepend(tmp_path)
    forget()
    yield write
    monkeypatch.undo()
    forget()


def test_an_experiment_of_another_package_comes_after_those_of_this_one(package):
    package("EXPERIMENT = Experiment('lengths', 'Our own')")
    assert list(catalogue.experiments()) == [*catalogue.OWN, "lengths"]
    assert catalogue.experiments()["lengths"].rule == "evaluate_lengths"
    assert module_of("lengths.compute").ANSWER == 42


@pytest.mark.parametrize(
    "declaration",
    ["OTHER = 1", "EXPERIMENT = 'lengths'", "EXPERIMENT = Experiment('widths', '')"],
)
def test_a_package_without_the_experiment_of_its_entry_point_is_refused(
    package, declaration
):
    package(declaration)
    said = r"evaluation\.lengths: brought declares no experiment of this name; .*name='lengths'"
    with pytest.raises(ConfigError, match=said):
        catalogue.experiments()


def test_a_caption_is_the_text_below_its_heading_or_all_of_a_file_without_headings(
    package, tmp_path
):
    package("EXPERIMENT = Experiment('lengths', 'Our own')")
    experiment = Experiment("lengths", "Our own")
    figure, table = Figure(name="lengths", title=""), Table(name="lengths", title="")
    file = tmp_path / "brought/caption.rst"
    with pytest.raises(
        ConfigError, match=r"caption\.rst: not found; write the captions"
    ):
        caption_template(experiment, table)
    file.write_text("Both - and\n--- all.\n")
    for shown in (figure, table):
        assert caption_template(experiment, shown) == "Both - and\n--- all.\n"
    file.write_text("figures/lengths\n---------------\n\nDrawn.\n")
    assert caption_template(experiment, figure).strip() == "Drawn."
    with pytest.raises(
        ConfigError, match=r"heading 'tables/lengths', .*; found figures/lengths"
    ):
        caption_template(experiment, table)
