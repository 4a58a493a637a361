"""Games and methods for the consistency of attributions."""

import numpy as np

from gec_attribution.attribution import load_method


def method(kind, **options):
    return load_method(kind, {"type": kind, **options}, max_edits=10, above_max_edits="sample")


def additive(phi):
    """The game in which every player adds its own amount."""
    masks = np.arange(2 ** len(phi))
    return (masks[:, None] >> np.arange(len(phi)) & 1) @ np.array(phi, dtype=float)
