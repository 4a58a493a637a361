"""Licences of what is packed with the code: NOTICE, the cards and pyproject.toml say the same."""

import re

import pytest
import yaml
from project import PACKAGE, ROOT

NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")
UNSTATED = "LicenseRef-data-without-a-stated-licence"
ENTRIES = dict(re.findall(r"^((?:models|data)/[\w-]+): (.+)$", NOTICE, re.MULTILINE))
GRAFTED = re.findall(
    r"^graft (data/\S+)", (ROOT / "MANIFEST.in").read_text("utf-8"), re.MULTILINE
)
CARDS = [
    *ROOT.glob("models/*/README.md"),
    *(ROOT / name / "README.md" for name in GRAFTED),
]


def test_every_model_and_corpus_is_in_the_notice():
    assert {
        card.parent.relative_to(ROOT).as_posix() for card in CARDS
    } == ENTRIES.keys()


@pytest.mark.parametrize("folder", ENTRIES)
def test_the_notice_says_what_the_card_says(folder):
    card = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    front = next(yaml.safe_load_all(card)) if card.startswith("---\n") else {}
    licence, *of_parts = ENTRIES[folder].split(" AND ")
    if licence == UNSTATED:
        assert re.search(r"\*\*[^*]+ states no licence\*\*", card)
        for page in ("installing", "models"):
            text = (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
            assert folder in text.partition("## Licences")[2], f"docs/{page}.md"
    else:
        stated = (
            front.get("license") or re.search(r"\[(CC BY 4\.0)\]\(LICENSE\)", card)[1]
        )
        assert stated.replace(" ", "-").lower() == licence.lower()
    names = [licence.removeprefix("LicenseRef-").lower() for licence in of_parts]
    assert names == front.get("license_of_parts", [])


def test_the_package_has_the_licences_of_all_that_it_packs():
    licences = {
        licence for entry in ENTRIES.values() for licence in entry.split(" AND ")
    }
    assert PACKAGE["license"] == " AND ".join(["MIT", *sorted(licences)])
    files = {
        path for pattern in PACKAGE["license-files"] for path in ROOT.glob(pattern)
    }
    assert {ROOT / "LICENSE", ROOT / "NOTICE"} <= files
    texts = {path.stem for path in files}
    assert {name for name in licences if not name.startswith("LicenseRef")} <= texts


def test_the_actions_of_github_are_pinned_by_commit():
    workflows = (ROOT / ".github" / "workflows").glob("*.yml")
    text = "".join(path.read_text(encoding="utf-8") for path in workflows)
    used = re.findall(r"uses: (\S+)", text)
    assert used
    assert [
        action for action in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)
    ] == []
