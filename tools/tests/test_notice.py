"""What the package packs has the licence that its card says, and the package says so."""

import re
import tomllib

import pytest
from project import ROOT

from tools.documentation import notice

PACKAGE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_notice_is_what_the_cards_say():
    assert (ROOT / "NOTICE").read_text(encoding="utf-8") == notice.notice(), "run `make docs`"


def test_the_package_has_the_licences_of_all_that_it_packs():
    assert PACKAGE["license"] == notice.expression()
    assert {"LICENSE", "NOTICE"} <= set(PACKAGE["license-files"])
    for pattern in PACKAGE["license-files"]:
        assert list(ROOT.glob(pattern)), pattern


def test_the_text_of_each_licence_is_packed():
    """The first words of each text are its name, as those write it who made it."""
    packed = {path for pattern in PACKAGE["license-files"] for path in ROOT.glob(pattern)}
    named = {
        "Apache-2.0": "Apache License",
        "CC-BY-4.0": "Attribution 4.0 International",
        "CC-BY-NC-SA-4.0": "Attribution-NonCommercial-ShareAlike 4.0 International",
        "CC-BY-SA-4.0": "Attribution-ShareAlike 4.0 International",
    }
    licences = {"MIT", notice.WORDNET, notice.UNSTATED, *named}
    assert set(notice.expression().split(" AND ")) == licences
    assert ROOT / "models/spacy-en/LICENSE-WordNet.txt" in packed
    for licence, title in named.items():
        path = ROOT / "LICENSES" / f"{licence}.txt"
        assert path in packed
        text = path.read_text(encoding="utf-8")
        assert text.strip().partition("\n")[0] == title
        end = "END OF TERMS AND CONDITIONS" if licence == "Apache-2.0" else "Section 8 -- Interp"
        assert end in text


def test_the_actions_of_github_are_pinned_by_commit():
    workflows = list((ROOT / ".github" / "workflows").glob("*.yml"))
    used = [
        line.partition("uses:")[2].split()[0]
        for path in workflows
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []


def test_every_model_is_in_the_notice_and_those_without_a_stated_licence_by_name():
    entries = {entry.folder: entry for entry in notice.packed()}
    folders = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("models/*") if path.is_dir()}
    assert folders | set(notice.CORPORA) == entries.keys()
    unstated = {name for name, entry in entries.items() if entry.licence == notice.UNSTATED}
    assert unstated == {"models/channel-zh", "models/explainer-zh", "models/gpt2-zh"}
    # Its layers come from a model, and the lemmas of the pipeline from WordNet.
    assert entries["models/encoder"].licence == "CC-BY-NC-SA-4.0 AND Apache-2.0"
    assert entries["models/gector"].licence == entries["models/encoder"].licence
    assert entries["models/spacy-en"].licence == f"CC-BY-SA-4.0 AND {notice.WORDNET}"
    page = (ROOT / "docs/models.md").read_text(encoding="utf-8")
    assert all(name in page.partition("## Licences")[2] for name in unstated)


@pytest.mark.parametrize(
    "text",
    [
        "# A model\n",
        "---\nlicense: other\n---\n# A model\n",
        "---\nlicense: cc-by-4.0\nlicense_of_parts: [other]\n---\n# A model\n",
    ],
)
def test_a_card_without_a_licence_is_an_error(monkeypatch, tmp_path, text):
    monkeypatch.setattr(notice, "PROJECT", tmp_path)
    card = tmp_path / "models/x/README.md"
    card.parent.mkdir(parents=True)
    card.write_text(text)
    with pytest.raises(ValueError, match=r"README\.md: states no licence"):
        notice.packed()


@pytest.mark.parametrize("page", ["installing", "models"])
def test_those_who_install_are_told_which_models_rest_on_data_without_a_stated_licence(page):
    text = (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
    _, _, licences = text.partition("## Licences")
    assert "state no licence" in licences
    for entry in notice.packed():
        assert (entry.folder in licences) == (entry.licence == notice.UNSTATED), entry.folder
