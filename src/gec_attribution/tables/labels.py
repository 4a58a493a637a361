"""The names that figures and tables show, instead of those of the configuration."""

from collections.abc import Mapping

import pandas as pd

from gec_attribution.errors import ConfigError

MEASURES = {
    "accuracy": "accuracy",
    "kendall": "Kendall's τ",
    "sign_agreement": "sign agreement",
    "pearson": "Pearson",
    "spearman": "Spearman",
    "hit": "hit",
    "miss": "miss",
    "macro_f1": "macro-F1",
    "mae": "MAE",
    "bleu": "BLEU",
    "meteor": "METEOR",
    "rouge_1": "ROUGE-1",
    "rouge_2": "ROUGE-2",
    "rouge_l": "ROUGE-L",
    "quotes_edit": "quotes the edit",
    "invented_quotation": "invented quotation",
    "invented_correction": "invented correction",
}
"""Measures that several tables show."""
UNCHANGED = "unchanged source"
"""The row of the sources as they are; as it has a space, no system can have this name."""


def with_labels(
    table: pd.DataFrame, labels: Mapping[str, Mapping[str, str]]
) -> pd.DataFrame:
    """A copy of `table` with labels of a column's names, as in `{"metric": {"ppl": "PPL"}}`.

    They are for the column `other_metric`, too. Names without a label stay.

    Raises:
        ConfigError: two names of a column have the same label, so that a reader would take them for
            one.
    """
    table = table.copy()
    for kind, label_of in labels.items():
        columns = [column for column in (kind, f"other_{kind}") if column in table]
        names = pd.unique(table[columns].to_numpy().ravel("F")).tolist()
        shown = [label_of.get(name, name) for name in names]
        if len(set(shown)) < len(shown):
            raise ConfigError(
                f"labels of {kind}: {', '.join(map(repr, shown))} stand for {', '.join(names)}; "
                "give each a label of its own"
            )
        for column in columns:
            table[column] = table[column].map(dict(zip(names, shown, strict=True)))
    return table
