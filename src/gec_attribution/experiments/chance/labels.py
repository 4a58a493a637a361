"""Names of truths, predictors and models that readers see."""

TRUTHS = {
    "references": "the reference of best F0.5",
    "people": "most of its judges",
    "annotator": "one annotator",
}
PARTS = {"all": "all", "words": "but case and spaces"}
PREDICTORS = {
    "agreement": "agreement of systems",
    "type": "error type",
    "type elsewhere": "error type elsewhere",
    "best of one correction": "the best of one correction",
    "edits": "few edits",
    "tokens": "few tokens",
    "overlap": "token overlap",
    "all right": "all right",
    "phi": "φ",
    "normalised phi": "normalised φ",
    "whole": "ΔM",
    "another": "another annotator",
}


def named(predictor: str, metric: str) -> str:
    """A predictor, with the metric whose scores it reads."""
    return f"{PREDICTORS[predictor]}, {metric}" if metric else PREDICTORS[predictor]
