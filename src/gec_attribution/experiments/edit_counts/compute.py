"""Figure 2: how many edits the systems make in a sentence."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from gec_attribution.experiments.inputs import Inputs
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.rows import result_row
from gec_attribution.storage.signatures import format_signature


def compute(inputs: Inputs) -> pd.DataFrame:
    """`edit_counts` of all systems."""
    counts = {system: list(map(len, lines)) for system, lines in inputs.edits().items()}
    return edit_counts(inputs.dataset, counts, **inputs.resampling)


def edit_counts(
    dataset: str, counts: Mapping[str, Sequence[int]], *, resamples: int = 1000, seed: int = 0
) -> pd.DataFrame:
    """The share of sentences with at most each number of edits (section 4.1.2).

    Args:
        dataset: its name.
        counts: for each system the number of edits in each line.
        resamples: bootstrap resamples behind each interval.
        seed: the study's seed.

    Returns:
        dataset, system, edits (from 0 to the most of any system), sentences (with exactly so many),
        ratio (of sentences with at most so many), low, high, note (why there is no interval),
        signature.
    """
    most = max((max(numbers, default=0) for numbers in counts.values()), default=0)
    edits = np.arange(most + 1)
    signature = format_signature({"resamples": resamples, "seed": seed})
    frames = []
    for system, numbers in counts.items():
        per_line = np.asarray(numbers, dtype=np.int64)
        at_most = (per_line[:, None] <= edits).astype(float)
        share = bootstrap.mean(
            at_most, np.arange(len(per_line)), **bootstrap.resampling_of(dataset, resamples, seed)
        )
        sentences = np.bincount(numbers, minlength=most + 1)
        names = {"dataset": dataset, "system": system, "edits": edits, "sentences": sentences}
        frames.append(pd.DataFrame(result_row(names, share, value="ratio", signature=signature)))
    return pd.concat(frames, ignore_index=True).drop(columns="sources")
