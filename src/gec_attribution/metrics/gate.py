"""Effect of a similarity gate on a score, in words; needs none of the models behind it."""

from collections.abc import Mapping

import numpy as np


def gate_note(columns: Mapping[str, np.ndarray], threshold: float) -> str:
    """Note on the sentences that a gate set to 0; empty where there are none.

    The columns `similarity` and `gate` are as `Metric.note` has them, the hypothesis last.
    """
    *earlier, last = columns["gate"] == 0
    behind = [f"of the hypothesis ({columns['similarity'][-1]:.3f})"] if last else []
    if any(earlier):
        behind.append(f"of {sum(earlier)} of the {len(earlier)} other sentences that were scored")
    if not behind:
        return ""
    return (
        f"the score is 0 where the similarity to the source is below {threshold:g}, as "
        f"{' and '.join(behind)}"
    )
