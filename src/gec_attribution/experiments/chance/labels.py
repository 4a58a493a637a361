"""Names of truths, predictors and parts, as tables have them and as readers see them."""

ANNOTATOR = "annotator"
AGREEMENT = "agreement"
EDITS = "edits"
TOKENS = "tokens"
OVERLAP = "overlap"
TYPE = "type"
TYPE_ELSEWHERE = "type elsewhere"
ALL_RIGHT = "all right"
PHI = "phi"
NORMALISED = "normalised phi"
WHOLE = "whole"
ANOTHER = "another"
BEST = "best of one correction"
BOTH = "type and agreement"
ALIKE = [EDITS, WHOLE, ALL_RIGHT]
"""Predictors with one value for all edits of a correction: 0.5 within it, whatever the data."""
ALL, WORDS, UNSEEN = "all", "words", "unseen"
"""All edits of systems, those that change more than case or spaces, and those in no reference."""
REWRITES = "rewrites"
"""The edits of corrections by people."""

TRUTHS = {
    "references": "the reference of best F0.5",
    "people": "most of its judges",
    ANNOTATOR: "one annotator",
}
PARTS = {
    ALL: "all",
    WORDS: "but case and spaces",
    UNSEEN: "in no reference",
    REWRITES: "of rewrites",
}
MEASURES = {"auc_within": "AUC within a correction", "gain": "gain, in nats"}
PREDICTORS = {
    AGREEMENT: "agreement of systems",
    TYPE: "error type",
    TYPE_ELSEWHERE: "error type elsewhere",
    BEST: "the best of one correction",
    EDITS: "few edits",
    TOKENS: "few tokens",
    OVERLAP: "token overlap",
    ALL_RIGHT: "all right",
    PHI: "φ",
    NORMALISED: "normalised φ",
    WHOLE: "ΔM",
    ANOTHER: "another annotator",
}
