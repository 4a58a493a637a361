"""Attribution tables made from a few numbers, for the tests of the evaluation."""

import numpy as np
import pandas as pd

from gec_attribution.attribution import normalise
from gec_attribution.attribution.dataset import COLUMNS
from gec_attribution.edits.model import Edit

_NAMES = ["system", "line", "edit", "start", "end", "correction", "type", "n_edits"]
_NAMES += ["phi", "phi_normalised", "score", "scale"]
_ALIKE = {"dataset": "d", "metric": "m", "exact": True, "original": "", "stderr": 0.0}
_ALIKE |= {"baseline": 0.0, "evaluations": 1, "seed": 0}


def attributions(sentences, *, method="shapley"):
    """One row an edit of `sentences`: (system, line, φ of each edit[, edits[, scale]]).

    Edits are (start, end, correction, type); by default edit k replaces token k by `x`.
    """
    rows = []
    for system, line, phi, *optional in sentences:
        edits = (
            optional[0]
            if optional
            else [(k, k + 1, "x", "R:NOUN") for k in range(len(phi))]
        )
        scale = optional[1] if len(optional) > 1 else 1.0
        shares = normalise(np.array(phi, dtype=float))
        rows += [
            (system, line, k, *edit, len(phi), phi[k], shares[k], sum(phi), scale)
            for k, edit in enumerate(edits)
        ]
    signature = f"metric:m|method:{method}"
    table = pd.DataFrame(rows, columns=_NAMES)
    table = table.assign(**_ALIKE, method=method, signature=signature)
    return table[list(COLUMNS)].astype(COLUMNS)


def edit(position, correction="x"):
    """The replacement of a token."""
    return Edit(position, position + 1, correction, "R:NOUN")


def typed_sentence(system, line, phi, *types):
    """A sentence for `attributions` with edits of these types."""
    return system, line, phi, [(k, k + 1, "x", kind) for k, kind in enumerate(types)]
