"""Probes: written sentences whose edits a metric should not reward, or should reward alike.

An edit is written into its sentence, as in `He [go→goes|R:VERB:SVA] home .`; either side of the
arrow may be empty. Of templates, `{word}` stands for a word that differs between the two sentences
of a pair. `make probes` writes the M2 file and the table of pairs that a study reads.
"""

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, cast

import pandas as pd

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit, m2_text, m2_tokens
from gec_attribution.errors import InputError
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import read_lines
from gec_attribution.study.yaml_files import read_yaml

# Type of an edit that corrects nothing, before its kind, as in `X:SYNONYM`.
USELESS = "X:"
PAIR_COLUMNS = ["contrast", "template", "line", "word", "other_line", "other_word"]
"""Columns of a table of pairs.

What the two sentences differ in (such as gender), the number of their template from 1, the line of
the first sentence from 1 and its word, and those of the second.
"""

# Of `few` probes: sentences of each kind, pairs of words, and words that are all compared.
FEW = {"sentences": 3, "pairs": 2, "words": 3}

_EDIT = re.compile(r"\[([^\[\]→|]*)→([^\[\]→|]*)\|([^\[\]→|]+)\]")


def parse_sentence(text: str) -> tuple[str, tuple[Edit, ...]]:
    """The source and the edits of a sentence with its edits written into it.

    Raises:
        InputError: a bracket or arrow is left over, which an edit written wrongly has.
    """
    source: list[str] = []
    edits = []
    position = 0
    for match in _EDIT.finditer(text):
        source += m2_tokens(text[position : match.start()])
        original, correction, error_type = match.groups()
        start = len(source)
        source += m2_tokens(original)
        edits.append(Edit(start, len(source), m2_text(m2_tokens(correction)), error_type))
        position = match.end()
    source += m2_tokens(text[position:])
    if not edits or set("[]→|") & set("".join(source)):
        raise InputError(f"{text!r}: an edit is written as [original→correction|TYPE]")
    return m2_text(source), tuple(edits)


def expand(
    contrasts: Mapping[str, Sequence[Mapping[str, Any]]], first: int = 1
) -> tuple[list[str], pd.DataFrame]:
    """The sentences of templates, with their edits written into them, and which are compared.

    Args:
        contrasts: for each contrast groups of `templates`, each with either `pairs` of words or
            `words`, each of which is compared with every other one.
        first: the line of the first sentence.

    Returns:
        The sentences, each once, and the pairs with `PAIR_COLUMNS`.
    """
    lines: dict[str, int] = {}
    pairs = []
    numbered = 0
    for contrast, groups in contrasts.items():
        for group in groups:
            compared = group.get("pairs") or list(combinations(group["words"], 2))
            for number, template in enumerate(group["templates"], start=numbered + 1):
                for word, other in compared:
                    both = [template.replace("{word}", each) for each in (word, other)]
                    at = [lines.setdefault(text, first + len(lines)) for text in both]
                    pairs.append((contrast, number, at[0], word, at[1], other))
            numbered += len(group["templates"])
    return list(lines), pd.DataFrame(pairs, columns=PAIR_COLUMNS)


def few(
    written: Sequence[str], contrasts: Mapping[str, Sequence[Mapping[str, Any]]]
) -> tuple[list[str], dict[str, list[dict[str, Any]]]]:
    """A part of the probes for a study that is to be quick.

    It has all templates, since an interval is that of templates, but fewer words in them; of
    sentences with an edit that corrects nothing it has the first of each kind.

    Args:
        written: sentences with an edit that corrects nothing.
        contrasts: as `expand` takes them.
    """
    counts: Counter[str] = Counter()
    sentences = []
    for text in written:
        _, edits = parse_sentence(text)
        kind = next((edit.type for edit in edits if edit.type.startswith(USELESS)), "")
        if counts[kind] < FEW["sentences"]:
            sentences.append(text)
        counts[kind] += 1
    return sentences, {
        contrast: [
            {key: value[: FEW.get(key, len(value))] for key, value in group.items()}
            for group in groups
        ]
        for contrast, groups in contrasts.items()
    }


def write_probes(folder: str | Path) -> None:
    """Write all probes and few, from the folder's `vulnerability.txt` and `templates.yaml`.

    They are `probes.m2` and its table of pairs, `pairs.tsv`; and `few.m2` and `few-pairs.tsv`.

    Raises:
        InputError: a sentence is not in its form.
    """
    folder = Path(folder)
    written = read_lines(folder / "vulnerability.txt")
    contrasts = cast("Mapping[str, Any]", read_yaml(folder / "templates.yaml"))
    _write(written, contrasts, folder / "probes.m2", folder / "pairs.tsv")
    _write(*few(written, contrasts), folder / "few.m2", folder / "few-pairs.tsv")


def _write(
    written: Sequence[str],
    contrasts: Mapping[str, Sequence[Mapping[str, Any]]],
    m2: Path,
    table: Path,
) -> None:
    expanded, pairs = expand(contrasts, first=len(written) + 1)
    write_m2(m2, [_annotated(text) for text in [*written, *expanded]])
    with write_atomically(table) as path:
        pairs.to_csv(path, sep="\t", index=False, lineterminator="\n")


def read_pairs(path: str | Path) -> pd.DataFrame:
    """A table of pairs, with `PAIR_COLUMNS`.

    Raises:
        InputError: the file is not such a table.
    """
    try:
        pairs = pd.read_csv(path, sep="\t", keep_default_na=False)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as a table of pairs: {error}") from error
    if list(pairs.columns) != PAIR_COLUMNS:
        raise InputError(
            f"{path}:1: found the columns {', '.join(map(str, pairs.columns))}; "
            f"a table of pairs has {', '.join(PAIR_COLUMNS)}, separated by tabs"
        )
    return pairs


def _annotated(text: str) -> AnnotatedSentence:
    source, edits = parse_sentence(text)
    return AnnotatedSentence(source, {0: edits})


if __name__ == "__main__":
    write_probes(sys.argv[1])
