"""Records as people read them: φ within the noise of the scores is 0."""

from dataclasses import replace

import numpy as np

from gec_attribution.attribution.records import Record
from gec_attribution.statistics.signs import score_size, signs


def without_noise(record: Record) -> Record:
    """The record with 0 for each φ of an edit that is no more than noise, and for its share."""
    phi = np.array([edit.phi for edit in record.edits])
    known = signs(phi, score_size(record.baseline, record.score), record.scale)
    edits = (
        replace(edit, phi=0.0, phi_normalised=0.0) if sign == 0 else edit
        for edit, sign in zip(record.edits, known, strict=True)
    )
    return replace(record, edits=tuple(edits))
