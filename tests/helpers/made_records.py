"""Records that nothing was scored for, for the tests of pages, figures and collections."""

from dataclasses import replace

import numpy as np

from gec_attribution.attribution import normalise
from gec_attribution.attribution.records import AttributedEdit, Record


def edit(start, end, correction, phi, kind="R:OTHER", *, stderr=0.0):
    """An edit; `made_record` completes it."""
    return AttributedEdit(start, end, "", correction, kind, phi, phi, stderr)


def made_record(source, edits, **changes):
    """A record of these edits by SOME, with what was replaced and the shares of each edit."""
    tokens = source.split()
    shares = normalise(np.array([each.phi for each in edits])).tolist()
    whole = {
        "metric": "some",
        "method": "shapley",
        "baseline": 0.5,
        "score": 0.75,
        "exact": True,
    }
    whole |= {"evaluations": 4, "seed": 7, "hypothesis": "", **changes}
    completed = (
        replace(
            each, original=" ".join(tokens[each.start : each.end]), phi_normalised=share
        )
        for each, share in zip(edits, shares, strict=True)
    )
    signature = f"metric:{whole['metric']}|v:1"
    return Record(source=source, edits=tuple(completed), signature=signature, **whole)
