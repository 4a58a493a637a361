"""Explanation of an edit in words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanation of an edit in words.

    Attributes:
        type: its error type as the explainer names it; of EXCGEC a label of its taxonomy, unless
            noted.
        severity: from 1 to 5, unless noted.
        description: text for the learner, evidence from the source in 【】 and what is right in {}.
    """

    type: str
    severity: int
    description: str
