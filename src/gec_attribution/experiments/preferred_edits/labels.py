"""Names of predictors and of choices of pairs that readers see."""

PREDICTORS = {
    "difference": "difference of the metric",
    "phi": "φ of the edit",
    "agreement": "agreement of other systems",
    "type": "error type",
    "tokens": "few tokens",
    "all right": "every edit right",
    "type and agreement": "error type and agreement",
    "chance": "chance",
}
PAIRS = {"all": "all", "systems": "of systems alone"}


def named(predictor: str, metric: str) -> str:
    """A predictor, with the metric whose scores it reads."""
    return f"{PREDICTORS[predictor]}, {metric}" if metric else PREDICTORS[predictor]
