"""Names of predictors and of choices of pairs that readers see."""

DIFFERENCE = "difference"
PHI = "phi"
AGREEMENT = "agreement"
TYPE = "type"
TOKENS = "tokens"
ALL_RIGHT = "all right"
TYPE_AND_AGREEMENT = "type and agreement"
CHANCE = "chance"
ALL, SYSTEMS = "all", "systems"
"""Choices of pairs: all of them, or those whose corrections systems have made."""
PREDICTORS = {
    DIFFERENCE: "difference of the metric",
    PHI: "φ of the edit",
    AGREEMENT: "agreement of other systems",
    TYPE: "error type",
    TOKENS: "few tokens",
    ALL_RIGHT: "every edit right",
    TYPE_AND_AGREEMENT: "error type and agreement",
    CHANCE: "chance",
}
PAIRS = {ALL: "all", SYSTEMS: "of systems alone"}
