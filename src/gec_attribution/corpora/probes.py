"""Probes: written sentences whose edits a metric should not reward, or should reward alike.

Their edits are an M2 file; a table says which of the sentences differ in one word and are compared.
"""

from pathlib import Path

import pandas as pd

from gec_attribution.errors import InputError
from gec_attribution.storage.text import line_numbers

# First part of the type of an edit that corrects nothing, as in `X:SYNONYM`.
USELESS = "X:"
# Columns with lines of the data set.
_LINES = ["line", "other_line"]
PAIR_COLUMNS = ["contrast", "template", "line", "word", "other_line", "other_word"]
"""Columns of a table of pairs.

What the two sentences differ in (such as gender), the number of their template from 1, the line of
the first sentence from 1 and its word, and those of the second.
"""


def read_pairs(path: str | Path, lines: str | None = None) -> pd.DataFrame:
    """A table of pairs, with `PAIR_COLUMNS`.

    Of a part of the data set, as in `1-200`, only its pairs are taken, and the lines of the part
    are counted from 1.

    Raises:
        InputError: the file is not such a table.
    """
    try:
        numbers = dict.fromkeys(_LINES, int)
        pairs = pd.read_csv(path, sep="\t", keep_default_na=False, dtype=numbers)
    except (OSError, ValueError) as error:
        raise InputError(
            f"{path}: cannot be read as a table of pairs: {error}"
        ) from error
    if list(pairs.columns) != PAIR_COLUMNS:
        raise InputError(
            f"{path}:1: found the columns {', '.join(map(str, pairs.columns))}; "
            f"a table of pairs has {', '.join(PAIR_COLUMNS)}, separated by tabs"
        )
    if lines is None:
        return pairs
    places = {line: place for place, line in enumerate(line_numbers(lines), start=1)}
    is_taken = pairs[_LINES].isin(list(places)).all(axis=1)
    taken = pairs[is_taken]
    return taken.assign(**{column: taken[column].map(places) for column in _LINES})
