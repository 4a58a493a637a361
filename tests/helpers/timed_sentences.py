"""A metric that is a formula, and sentences with known numbers of edits, to be timed."""

import numpy as np

from gec_attribution.edits.model import Edit
from gec_attribution.storage.seeds import seed_from


class HashMetric:
    """Scores that depend on the sentence alone and know no structure; counts what it scored."""

    def __init__(self):
        self.calls, self.options = [], {}

    def signature(self):
        return {"metric": "hash"}

    def score(self, sources, hypotheses):
        self.calls.append(len(hypotheses))
        assert len(sources) == len(hypotheses)
        return np.array([seed_from(text) % 1000 / 1000 for text in hypotheses])


def sentence(name, n):
    source = " ".join(f"{name}{k}" for k in range(n + 1))
    return source, tuple(
        Edit(k, k + 1, f"{name.upper()}{k}", "R:NOUN") for k in range(n)
    )


ONE = [
    sentence("a", 2),
    sentence("b", 3),
    sentence("c", 3),
    sentence("d", 0),
    sentence("e", 5),
]
TWO = [
    sentence("a", 2),
    sentence("f", 3),
    sentence("c", 3),
    sentence("g", 5),
    sentence("h", 5),
]
