"""The names that figures and tables show, in the place of those of the configuration."""

from collections.abc import Mapping

import pandas as pd

from gec_attribution.errors import ConfigError


def with_labels(table: pd.DataFrame, labels: Mapping[str, Mapping[str, str]]) -> pd.DataFrame:
    """A copy of `table` whose names are replaced by what figures and tables call them.

    Args:
        table: a frame with some of the columns that `labels` names.
        labels: column to (name to label), as in `{"metric": {"ppl": "PPL"}}`; names without a label
            stay.

    Raises:
        ConfigError: two names of a column have the same label, so that a reader would take them for
            one.
    """
    table = table.copy()
    for column, label_of in labels.items():
        if column not in table:
            continue
        names = table[column].unique()
        shown = [label_of.get(name, name) for name in names]
        if len(set(shown)) < len(shown):
            raise ConfigError(
                f"labels of {column}: {', '.join(map(repr, shown))} stand for {', '.join(names)}; "
                "give each a label of its own"
            )
        table[column] = table[column].map(dict(zip(names, shown, strict=True)))
    return table
