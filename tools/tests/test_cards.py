"""Model cards say of which files their figures are, and are refused when these are others."""

import re
import shutil
from pathlib import Path

import pytest
from project import ROOT

from gec_attribution.errors import InputError
from tools import cards

MODELS = sorted(path.parent for path in ROOT.glob("models/*/SHA256SUMS"))


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.name)
def test_figures_are_of_the_model_beside_the_card(model: Path) -> None:
    cards.check_card(model)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in ("README.md", "SHA256SUMS"):
        (tmp_path / "explainer-zh").mkdir(exist_ok=True)
        shutil.copy(ROOT / "models/explainer-zh" / name, tmp_path / "explainer-zh")
    return tmp_path / "explainer-zh"


def test_a_card_of_a_model_that_was_trained_anew_is_refused(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = copy / "SHA256SUMS"
    listed.write_text(
        listed.read_text("utf-8").replace("1ef93c", "000000"), encoding="utf-8"
    )
    with pytest.raises(
        InputError, match=r"explainer-zh/README\.md: no longer true: the figures are"
    ):
        cards.check_card(copy)
    monkeypatch.setattr("sys.argv", ["cards", str(copy.parent)])
    with pytest.raises(SystemExit, match="no longer true"):
        cards.main()


def test_a_card_says_of_which_files_its_figures_are(copy: Path) -> None:
    card = copy / "README.md"
    text = re.sub(r" \(`SHA256SUMS` `\w+`\)", "", card.read_text("utf-8"))
    card.write_text(text, encoding="utf-8")
    with pytest.raises(
        InputError,
        match=rf"does not say .* write \(`SHA256SUMS` `{cards.files_of(copy)}`\)",
    ):
        cards.check_card(copy)
