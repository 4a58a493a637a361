"""A figure's files hold its table, embed the fonts of a PDF, and come out as the same bytes."""

import re
import zlib

from computed_rows import table_of
from figure_checks import files_at, files_of
from PIL import Image

from gec_attribution.experiments.bias import figure as bias
from gec_attribution.experiments.consistency import figure as consistency
from gec_attribution.figures import style
from gec_attribution.figures.files import draw_figure, save_figure


def test_files_say_nothing_of_time_and_embed_their_fonts(tmp_path):
    table = table_of("bias", datasets=("JFLEG",))
    stem = tmp_path / "bias.v1"
    save_figure(bias.plot(table, 31), table, files_at(stem))
    files = files_of(stem)
    assert b"CreationDate" not in files["pdf"]
    assert b"ModDate" not in files["pdf"]
    streams = [
        zlib.decompress(stream)
        for stream in re.findall(
            rb"stream\r?\n(.*?)\r?\nendstream", files["pdf"], re.DOTALL
        )
        if stream.startswith(b"x")
    ]
    everything = b"".join([files["pdf"], *streams])
    assert b"/FontFile2" in everything  # TrueType, as journals ask
    assert b"/Type3" not in everything
    assert b"STIXGeneral" in everything
    assert b"<dc:date>" not in files["svg"]
    assert b">IMPARA</" in files["svg"]  # text, to search and to edit
    # Times is as wide, where a reader has not installed the font.
    assert b"'STIXGeneral', 'Times New Roman', Times, serif" in files["svg"]
    with Image.open(f"{stem}.png") as image:
        assert "Creation Time" not in image.text
        assert image.size[0] == round(300 * style.SINGLE_COLUMN)


def test_a_figure_is_drawn_under_the_labels_in_the_order_of_the_files(tmp_path):
    paths = []
    for dataset in ("b", "a"):
        paths.append(tmp_path / f"{dataset}.csv")
        table_of("consistency", datasets=(dataset,), metrics=("m",)).to_csv(
            paths[-1], index=False
        )
    shown = []

    def plot(table):
        shown.append(table)
        return consistency.plot(table)

    labels = {"dataset": {"b": "First", "a": "Second"}, "metric": {"m": "A metric"}}
    draw_figure(plot, paths, labels, files_at(tmp_path / "figure"))
    [table] = shown
    assert style.names(table, "dataset") == ["First", "Second"]
    assert style.names(table, "metric") == ["A metric"]
    assert files_of(tmp_path / "figure")["svg"].count(b"A metric") == 2
