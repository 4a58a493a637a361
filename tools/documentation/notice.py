"""The licences of what the package packs, as its cards give them: the file NOTICE.

`python -m tools.documentation.notice NOTICE` writes it.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

import yaml

from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.project import PROJECT

CODE = "MIT"
CORPORA = ("data/learner", "data/learner-zh", "data/probes")
WORDNET = "LicenseRef-WordNet-3.0"
# What SPDX calls the licences that cards name.
SPDX = {
    "apache-2.0": "Apache-2.0",
    "cc-by-4.0": "CC-BY-4.0",
    "cc-by-sa-4.0": "CC-BY-SA-4.0",
    "cc-by-nc-sa-4.0": "CC-BY-NC-SA-4.0",
    "wordnet-3.0": WORDNET,
}
UNSTATED = "LicenseRef-data-without-a-stated-licence"
_SAID = re.compile(r"\*\*([^*]+ states no licence)\*\*")

HEAD = """\
What this package packs, and under which licence. Made by `make docs` from the cards of the models
and corpora, the README.md of each folder, which say what each was made from.

The code is under the MIT licence, in LICENSE. SPDX: {expression}

"""
TAIL = """
The texts of the licences are in LICENSES, and at https://spdx.org/licenses/ under their names;
that of {wordnet} is models/spacy-en/LICENSE-WordNet.txt.
{unstated} stands for models that were
trained on data whose makers state no licence: {folders}.
Who needs a stated licence deletes these folders and names other models in a study of Chinese, for
which alone they are; docs/installing.md says how.
"""


class Packed(NamedTuple):
    """A folder that is packed with the code.

    Attributes:
        folder: its place in the project.
        title: what its card calls it.
        licence: an SPDX expression: of the folder, and of parts that keep another one, such as the
            layers of a model that was trained further.
        said: what the card says of data without a licence; empty where there are none.
    """

    folder: str
    title: str
    licence: str
    said: str


def packed() -> list[Packed]:
    """All models and corpora that are packed, by name.

    Raises:
        ValueError: a card states no licence, and does not say of which data there is none.
    """
    cards = sorted(PROJECT.glob("models/*/README.md"))
    return [*map(_packed, cards), *(_packed(PROJECT / name / "README.md") for name in CORPORA)]


def expression() -> str:
    """The licences of the whole package, as an SPDX expression."""
    licences = {licence for entry in packed() for licence in entry.licence.split(" AND ")}
    return " AND ".join([CODE, *sorted(licences)])


def notice() -> str:
    """The text of NOTICE."""
    entries = packed()
    lines = [
        f"{entry.folder}: {entry.licence}\n    {entry.title}{entry.said and f' ({entry.said})'}\n"
        for entry in entries
    ]
    folders = ", ".join(entry.folder for entry in entries if entry.licence == UNSTATED)
    head = HEAD.format(expression=expression())
    return head + "".join(lines) + TAIL.format(unstated=UNSTATED, folders=folders, wordnet=WORDNET)


def _packed(card: Path) -> Packed:
    text = card.read_text(encoding="utf-8")
    front, content = {}, text
    if text.startswith("---\n"):
        _, front_matter, content = text.split("---\n", 2)
        front = yaml.safe_load(front_matter)
    title = re.search(r"^# (.*)$", content, re.MULTILINE)
    said = _SAID.search(content)
    whole = front.get("license", "cc-by-4.0" if "[CC BY 4.0](LICENSE)" in text else "")
    licences = [SPDX.get(name) for name in (whole, *front.get("license_of_parts", ()))]
    if licences[0] is None and said:
        licences[0] = UNSTATED
    stated = [licence for licence in licences if licence]
    if stated != licences or title is None:
        raise ValueError(f"{card}: states no licence that is known: {', '.join(SPDX)}")
    # What a licence covers is of stated licence, whatever else the card says.
    reason = said[1] if said and UNSTATED in stated else ""
    folder = card.parent.relative_to(PROJECT).as_posix()
    return Packed(folder, title[1], " AND ".join(stated), reason)


def main() -> None:
    """Write the file that the command line names."""
    with write_atomically(sys.argv[1]) as temporary:
        temporary.write_text(notice(), encoding="utf-8")


if __name__ == "__main__":
    main()
