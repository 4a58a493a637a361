"""Characters beyond the faces that come with matplotlib."""

import pandas as pd
import pytest
from matplotlib.figure import Figure

from gec_attribution.figures import style
from gec_attribution.figures.files import save_figure

TEXT = "学习者作文 们 φ −0.3"


def drawn(folder, text):
    with style.context():
        figure = Figure(figsize=(2, 1))
        figure.text(0.1, 0.5, text)
    files = [folder / f"figure.{suffix}" for suffix in ("pdf", "png", "svg")]
    save_figure(figure, pd.DataFrame({"a": [1]}), files)
    return [file.read_bytes() for file in files]


def test_chinese_characters_have_glyphs_of_their_own(tmp_path, recwarn):
    assert drawn(tmp_path, TEXT) != drawn(tmp_path, TEXT.replace("们", "门"))
    assert not recwarn.list


def test_characters_without_a_glyph_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(style, "_han_faces", list)
    with pytest.warns(UserWarning, match=r"CJK UNIFIED IDEOGRAPH-4EEC"):
        drawn(tmp_path, TEXT)
