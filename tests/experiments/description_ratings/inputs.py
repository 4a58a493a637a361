"""Inputs of the experiment in `test_every_compute`, beyond `small_study`."""

import pandas as pd
from experiment_inputs import CHINESE, EXPLAINED, GOLD, SOLUTIONS, table_file


def further(_study, folder):
    ratings = pd.read_csv(CHINESE / "ratings.csv").query("explainer == 'written'")
    files = {**GOLD, **EXPLAINED, "ratings": table_file(folder, "ratings.csv", ratings)}
    return {"files": files, "settings": {"solutions": SOLUTIONS}, "dataset": "zh"}
