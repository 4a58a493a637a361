"""Names of truths, predictors and models that readers see."""

TRUTHS = {
    "references": "the reference of best F0.5",
    "people": "most of its judges",
    "annotator": "one annotator",
}
PREDICTORS = {
    "agreement": "agreement of systems",
    "type": "error type",
    "edits": "few edits",
    "tokens": "few tokens",
    "all right": "all right",
    "phi": "φ",
    "normalised phi": "normalised φ",
    "whole": "ΔM",
    "another": "another annotator",
}
