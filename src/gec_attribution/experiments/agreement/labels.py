"""Names of the ways to choose a reference that readers see."""

PROTOCOLS = {
    "best-agreeing": "reference that agrees best",
    "best-f0.5": "reference of best F0.5",
}
