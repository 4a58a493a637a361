"""Probes: written sentences whose edits a metric should not reward, or should reward alike.

An edit is written into its sentence, as in `He [go→goes|R:VERB:SVA] home .`; either side of the
arrow may be empty. Of templates, `{word}` stands for a word that differs between the two sentences
of a pair. `make probes` writes the M2 file and the table of pairs that a study reads.

The sentences come in rounds, each of which has one of every kind and a pair of words in every
template, so that the first lines of the file are a smaller set of the same kinds.
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
from gec_attribution.storage.yaml_files import read_yaml

# Type of an edit that corrects nothing, before its kind, as in `X:SYNONYM`.
USELESS = "X:"
PAIR_COLUMNS = ["contrast", "template", "line", "word", "other_line", "other_word"]
"""Columns of a table of pairs.

What the two sentences differ in (such as gender), the number of their template from 1, the line of
the first sentence from 1 and its word, and those of the second.
"""

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
    contrasts: Mapping[str, Sequence[Mapping[str, Any]]],
) -> tuple[dict[str, int], pd.DataFrame]:
    """The sentences of templates, with their edits written into them, and which are compared.

    Args:
        contrasts: for each contrast groups of `templates`, each with either `pairs` of words or
            `words`, each of which is compared with every other one.

    Returns:
        The sentences, each with its round from 0: the number of the first pair of words of its
        template that it is in. The pairs with `PAIR_COLUMNS`, in which a sentence stands for its
        line.
    """
    rounds: dict[str, int] = {}
    pairs = []
    numbered = 0
    for contrast, groups in contrasts.items():
        for group in groups:
            compared = group.get("pairs") or list(combinations(group["words"], 2))
            for number, template in enumerate(group["templates"], start=numbered + 1):
                for own_round, (word, other_word) in enumerate(compared):
                    both = [template.replace("{word}", filled) for filled in (word, other_word)]
                    for text in both:
                        rounds.setdefault(text, own_round)
                    pairs.append((contrast, number, both[0], word, both[1], other_word))
            numbered += len(group["templates"])
    return rounds, pd.DataFrame(pairs, columns=PAIR_COLUMNS)


def rounds_of_kinds(written: Sequence[str]) -> dict[str, int]:
    """The round of each sentence with an edit that corrects nothing: how many of its kind precede.

    Args:
        written: the sentences, with their edits written into them.
    """
    before: Counter[str] = Counter()
    rounds = {}
    for text in written:
        _, edits = parse_sentence(text)
        kind = next((edit.type for edit in edits if edit.type.startswith(USELESS)), "")
        rounds[text] = before[kind]
        before[kind] += 1
    return rounds


def write_probes(folder: str | Path) -> None:
    """Write `probes.m2` and `pairs.tsv` from the folder's `probes.txt` and `templates.yaml`.

    Raises:
        InputError: a sentence is not in its form.
    """
    folder = Path(folder)
    written = read_lines(folder / "probes.txt")
    expanded, pairs = expand(cast("Mapping[str, Any]", read_yaml(folder / "templates.yaml")))
    rounds = {**rounds_of_kinds(written), **expanded}
    texts = sorted(rounds, key=rounds.__getitem__)
    lines = {text: line for line, text in enumerate(texts, start=1)}
    write_m2(folder / "probes.m2", [_annotated(text) for text in texts])
    for column in ("line", "other_line"):
        pairs[column] = pairs[column].map(lines)
    with write_atomically(folder / "pairs.tsv") as path:
        pairs.to_csv(path, sep="\t", index=False, lineterminator="\n")


def read_pairs(path: str | Path, lines: str | None = None) -> pd.DataFrame:
    """A table of pairs, with `PAIR_COLUMNS`.

    Args:
        path: the file.
        lines: the part of the data set that is taken, as in `1-200`: only its pairs are, whose
            lines are then counted from the first of it; None takes all.

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
    if lines is None:
        return pairs
    first, last = map(int, lines.split("-"))
    both = ["line", "other_line"]
    taken = pairs[pairs[both].apply(lambda at: at.between(first, last)).all(axis=1)]
    return taken.assign(**{column: taken[column] - first + 1 for column in both})


def _annotated(text: str) -> AnnotatedSentence:
    source, edits = parse_sentence(text)
    return AnnotatedSentence(source, {0: edits})


if __name__ == "__main__":
    write_probes(sys.argv[1])
