"""What the experiment is computed from in `test_every_compute`, beyond `small_study`."""

import pandas as pd

from gec_attribution.corpora.probes import PAIR_COLUMNS


def further(_study, folder):
    pairs = pd.DataFrame([("gender", 1, 2, "he", 3, "she")], columns=PAIR_COLUMNS)
    pairs.to_csv(folder / "pairs.tsv", sep="\t", index=False)
    return {"files": {"pairs": [folder / "pairs.tsv"]}}
