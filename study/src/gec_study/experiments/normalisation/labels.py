"""What readers see of truths, measures and parts."""

TRUTHS = {"best-f0.5": "the reference of best F0.5", "people": "people"}
MEASURES = {
    "auc": "AUC",
    "agreement": "Agreement",
    "size by edits": "Size, by edits",
    "size by tokens": "Size, by tokens",
}
