"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import pandas as pd
from synthetic_tables import SYSTEMS, signed


def system_speed(datasets=("CoNLL-2014", "JFLEG"), systems=SYSTEMS[:3]):
    keys = itertools.product(datasets, systems)
    table = pd.DataFrame(list(keys), columns=["dataset", "system"])
    speeds = {"speed": 12.5, "slowest": 12.1, "fastest": 12.8}
    return signed(table.assign(sentences=100, **speeds, device="NVIDIA H200"))
