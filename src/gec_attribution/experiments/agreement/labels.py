"""Names of the ways to choose a reference, in results and for readers."""

BEST_AGREEING, BEST_F = "best-agreeing", "best-f0.5"
PROTOCOLS = {
    BEST_AGREEING: "reference that agrees best",
    BEST_F: "reference of best F0.5",
}
