"""Rankings of corrections by people.

A TSV file has a row for each ranked correction under the heading `line`, `ranking`, `system`,
`rank`: the line of the source in the corpus, from 1; a name for each ranking of that source, such
as the person's; a system; and the rank of its correction, of which 1 is the best.

Another file is XML as in evaluations of machine translation, in which SEEDA is published
(Kobayashi, Mita and Komachi 2024). A `ranking-item` is one person's ranking of the corrections of
one source; its `src-id` is the line of the source. It has a `translation` for each text, with the
systems of that text and its `rank`.
"""

import csv
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gec_attribution.errors import InputError
from gec_attribution.storage.text import read_lines

UNCORRECTED = "input"
"""Name of the unchanged source among ranked systems."""
_COLUMNS = ["line", "ranking", "system", "rank"]


def name_in_study(system: str) -> str:
    """The key of a study for a ranked system: in small letters, other signs as hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", system.lower())


@dataclass(frozen=True)
class Ranking:
    """One person's ranking of the corrections of a source, by its line, from 1.

    Each system whose correction was seen has a rank; 1 is the best, and several may have the same.
    """

    line: int
    ranks: dict[str, int]


def read_rankings(path: str | Path) -> list[Ranking]:
    """The rankings in a file, in its order.

    Raises:
        InputError: the file is not in this form, or has no ranking.
    """
    if str(path).endswith(".tsv"):
        return _read_rows(path)
    try:
        # The parser is safe here: a study pins the file by its SHA-256.
        root = ET.parse(path).getroot()  # noqa: S314
        rankings = list(map(_ranking_of, root.iter("ranking-item")))
    except ET.ParseError as error:
        raise InputError(f"{path}: is not XML: {error}") from None
    except (KeyError, ValueError) as error:
        raise InputError(
            f"{path}: each ranking-item needs a number `src-id`, and each of its texts `system` "
            f"and a number `rank`; found {error}"
        ) from None
    if not rankings:
        raise InputError(f"{path}: there is no ranking-item in it")
    return rankings


def _ranking_of(item: ET.Element) -> Ranking:
    ranks = {}
    for text in item:
        for system in text.attrib["system"].split():
            ranks[system] = int(text.attrib["rank"])
    return Ranking(int(item.attrib["src-id"]), ranks)


def _read_rows(path: str | Path) -> list[Ranking]:
    """The rankings in a TSV file."""
    rows = csv.DictReader(read_lines(path), delimiter="\t")
    if rows.fieldnames != _COLUMNS:
        raise InputError(
            f"{path}:1: the columns of rankings are {', '.join(_COLUMNS)}, separated by tabs; "
            f"found {', '.join(rows.fieldnames or ())}"
        )
    rankings: dict[tuple[int, str], dict[str, int]] = {}
    for number, row in enumerate(rows, start=2):
        try:
            line = int(row["line"])
            rank = int(row["rank"])
        except (TypeError, ValueError):
            raise InputError(
                f"{path}:{number}: `line` and `rank` are whole numbers; found {row['line']!r} and "
                f"{row['rank']!r}"
            ) from None
        rankings.setdefault((line, row["ranking"]), {})[row["system"]] = rank
    if not rankings:
        raise InputError(f"{path}: there is no ranking in it")
    return [Ranking(line, ranks) for (line, _), ranks in rankings.items()]


def read_system_scores(path: str | Path, systems: int) -> np.ndarray:
    """Scores that people's rankings give to systems, one a line: (systems,) float64.

    Raises:
        InputError: a line is not a number, or there are not `systems` lines.
    """
    lines = [line for line in read_lines(path) if line.strip()]
    if len(lines) != systems:
        raise InputError(
            f"{path}: has {len(lines)} scores, but there are {systems} systems"
        )
    try:
        return np.array(list(map(float, lines)))
    except ValueError as error:
        raise InputError(f"{path}: a line is not a number: {error}") from None
