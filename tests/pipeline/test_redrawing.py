"""Figures drawn again from their CSV files, as the workflow draws them."""

import pytest
from computed_rows import table_of
from PIL import Image

from gec_attribution.errors import InputError
from gec_attribution.experiments.bias import figure as bias
from gec_attribution.figures.files import draw_figure
from gec_attribution.figures.style import drawn_in
from gec_attribution.pipeline.redrawing import redraw
from gec_attribution.storage.csv_files import write_csv


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A figure as the workflow writes it, and the result behind it."""
    folder = tmp_path_factory.mktemp("results")
    write_csv(table_of("bias"), folder / "result.csv")
    files = [folder / f"bias.{kind}" for kind in ("pdf", "svg", "csv")]
    options = {"min_frequency": 5}
    draw_figure(bias.plot, [folder / "result.csv"], {}, files, options=options)
    return folder


def test_a_figure_is_drawn_again_as_it_was(folder, tmp_path):
    for kind in ("pdf", "svg"):
        redraw(folder / "bias.csv", tmp_path / f"again.{kind}")
        expected = (folder / f"bias.{kind}").read_bytes()
        assert (tmp_path / f"again.{kind}").read_bytes() == expected


def test_the_command_takes_a_size_and_draws_as_a_study_with_that_size_does(
    folder, tmp_path, command
):
    size = ("--width", "5", "--height", "2.5")
    command("plot", folder / "bias.csv", *size, "-o", tmp_path / "small.png")
    with Image.open(tmp_path / "small.png") as image:
        assert image.size == (1500, 750)
    with drawn_in(width=5, height=2.5):
        draw_figure(bias.plot, [folder / "bias.csv"], {}, [tmp_path / "study.png"],
                    options={"min_frequency": 5})  # fmt: skip
    assert (tmp_path / "study.png").read_bytes() == (
        tmp_path / "small.png"
    ).read_bytes()


def test_what_cannot_be_drawn_is_refused_with_the_reason(folder, tmp_path):
    output = tmp_path / "x.pdf"
    with pytest.raises(
        InputError, match=r"unknown figure 'result'; .*`--figure` says which"
    ):
        redraw(folder / "result.csv", output)
    with pytest.raises(
        InputError, match="no column min_frequency, which the figure bias takes"
    ):
        redraw(folder / "result.csv", output, "bias")
    (tmp_path / "bias.csv").write_text(
        (folder / "bias.csv").read_text().splitlines()[0] + "\n"
    )
    with pytest.raises(InputError, match="has no row, so there is nothing to draw"):
        redraw(tmp_path / "bias.csv", output)
    with pytest.raises(
        InputError, match="no column 'measure', which the figure consistency shows"
    ):
        redraw(folder / "result.csv", output, "consistency")
    with pytest.raises(InputError, match="ends in none of pdf, png, svg, eps"):
        redraw(folder / "bias.csv", tmp_path / "x.gif")
    assert not output.exists()
