"""Names of orders, filters and choices, as tables have them and as readers see them."""

PHI, AGREEMENT, BOTH, RANDOM = "phi", "agreement", "both", "random"
ORDERS = {
    PHI: "lowest φ",
    AGREEMENT: "least agreement",
    BOTH: "φ and agreement",
    RANDOM: "random order",
}
EVERY, POSITIVE, TUNED = "every", "positive", "tuned"
FILTERS = {EVERY: "none", POSITIVE: "φ ≤ 0", TUNED: "φ ≤ threshold"}
VOTES, VOTES_PHI, SYSTEMS = "votes", "votes, phi", "systems"
SYSTEMS_PHI, SYSTEMS_PHI_TYPE = "systems, phi", "systems, phi, type"
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
