"""Figure 2: how many edits the systems make in a sentence."""

from collections.abc import Mapping, Sequence
from itertools import chain

import numpy as np
import pandas as pd

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.inputs import Inputs


def compute(inputs: Inputs) -> pd.DataFrame:
    """`edit_counts` of all systems."""
    counts = {}
    for system, lines in inputs.edits().items():
        counts[system] = list(map(len, lines))
    return edit_counts(inputs.evaluation(), counts)


def edit_counts(
    evaluation: Evaluation, counts: Mapping[str, Sequence[int]]
) -> pd.DataFrame:
    """The share of sentences with at most each number of edits (section 4.1.2).

    Returns:
        dataset, system, edits (from 0 to the most of any system), sentences (with exactly that
        number), ratio (of sentences with at most that number), low, high, note, signature.
    """
    most = max(chain(*counts.values()), default=0)
    edits = np.arange(most + 1)
    evaluation = evaluation.signed()
    frames = []
    for system, numbers in counts.items():
        per_line = np.asarray(numbers, dtype=np.int64)
        at_most = (per_line[:, None] <= edits).astype(float)
        share = evaluation.mean(at_most, np.arange(len(per_line)))
        sentences = np.bincount(numbers, minlength=most + 1)
        names = {"system": system, "edits": edits, "sentences": sentences}
        frames.append(pd.DataFrame(evaluation.row(names, share, value="ratio")))
    return pd.concat(frames, ignore_index=True).drop(columns="sources")
