"""Names of orders, filters and choices, as tables have them and as readers see them."""

PHI = "phi"
AGREEMENT = "agreement"
BOTH = "both"
RANDOM = "random"
ORDERS = {
    PHI: "lowest φ",
    AGREEMENT: "least agreement",
    BOTH: "φ and agreement",
    RANDOM: "random order",
}
EVERY = "every"
POSITIVE = "positive"
TUNED = "tuned"
FILTERS = {EVERY: "none", POSITIVE: "φ ≤ 0", TUNED: "φ ≤ threshold"}
VOTES = "votes"
VOTES_PHI = "votes, phi"
SYSTEMS = "systems"
SYSTEMS_PHI = "systems, phi"
SYSTEMS_PHI_TYPE = "systems, phi, type"
BEST = "best system"
CHOICES = {
    BEST: "the best single system",
    VOTES: "votes",
    VOTES_PHI: "votes and φ",
    SYSTEMS: "systems",
    SYSTEMS_PHI: "systems and φ",
    SYSTEMS_PHI_TYPE: "systems, φ and error type",
}
TRUTHS = {"references": "references", "people": "most of its judges"}
