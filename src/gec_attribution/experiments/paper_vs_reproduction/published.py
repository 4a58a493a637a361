"""The numbers printed in the paper (Goto, Vasselli and Watanabe, arXiv 2412.13110)."""

from typing import NamedTuple


class Published(NamedTuple):
    """A number of the paper.

    Attributes:
        place: where it is in the paper.
        dataset: data set, named as in the paper's study; so are the metric and the system.
        metric: the metric it is about.
        system: GEC system it is about; empty where it is about all of them.
        measure: `accuracy`, `kendall` (section 4.4) or `corpus_score` (the mean of M(H|S)).
        value: the number as printed, with three decimals.
    """

    place: str
    dataset: str
    metric: str
    system: str
    measure: str
    value: float


NUMBERS = (
    Published("section 4.4", "jfleg-dev", "ppl", "", "accuracy", 0.550),
    Published("section 4.4", "jfleg-dev", "some", "", "accuracy", 0.529),
    Published("section 4.4", "jfleg-dev", "impara", "", "accuracy", 0.516),
    Published("section 4.4", "jfleg-dev", "ppl", "", "kendall", 0.100),
    Published("section 4.4", "jfleg-dev", "some", "", "kendall", 0.058),
    Published("section 4.4", "jfleg-dev", "impara", "", "kendall", 0.033),
    Published("section 4.4", "conll14", "ppl", "", "accuracy", 0.522),
    Published("section 4.4", "conll14", "impara", "", "accuracy", 0.479),
    Published("section 4.4", "conll14", "some", "", "accuracy", 0.477),
    Published("Figure 7", "jfleg-dev", "some", "gector", "corpus_score", 0.802),
    Published("Figure 7", "jfleg-dev", "some", "gector-2024", "corpus_score", 0.812),
    Published("Figure 7", "jfleg-dev", "some", "bart", "corpus_score", 0.789),
    Published("Figure 7", "jfleg-dev", "some", "t5", "corpus_score", 0.803),
    Published("Figure 7", "jfleg-dev", "some", "gpt-4o-mini", "corpus_score", 0.841),
)
