"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import signed

from gec_attribution.explanations.records import WHOLE
from gec_attribution.explanations.taxonomy import LABELS


def explained_edits(datasets=("CoNLL-2014", "JFLEG")):
    random = np.random.default_rng(5)
    table = pd.DataFrame(
        list(itertools.product(datasets, LABELS, range(1, 6))),
        columns=["dataset", "type", "severity"],
    )
    table["edits"] = random.integers(0, 400, len(table)) // table["severity"]
    return signed(table[table["type"] != "命名实体拼写错误"])


def corpus_statistics(datasets=("CoNLL-2014", "JFLEG"), domains=("essays", "news")):
    keys = itertools.product(datasets, [*domains, WHOLE])
    table = pd.DataFrame(list(keys), columns=["dataset", "group"])
    for measure, value in {"edits": 2.0, "characters": 39.2}.items():
        table[measure], table[f"{measure}_low"], table[f"{measure}_high"] = (
            value,
            0.9 * value,
            1.1 * value,
        )
    return signed(table.assign(sentences=1500, changed=0.93, note=""))
