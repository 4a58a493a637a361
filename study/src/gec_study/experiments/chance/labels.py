"""What readers see of truths, baselines and measures."""

TRUTHS = {
    "best-agreeing": "the reference that agrees best",
    "best-f0.5": "the reference of best F0.5",
    "people": "people",
}
BASELINES = {
    "all right": "every edit is right",
    "shuffled within": "signs shuffled within sentences",
    "shuffled over": "signs shuffled over sentences",
    "type": "the majority of its type",
    "whole": "the sign of the whole correction",
}
MEASURES = {
    "agreement": "Agreement",
    "balanced_accuracy": "Balanced accuracy",
    "mcc": "MCC",
    "auc": "AUC",
}
