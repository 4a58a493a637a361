"""Names of kinds of edits and of measures, as tables have them and as readers see them."""

ALL = "all"
OWN, SHARED, OTHER = "reference", "shared", "other"
"""A reference's own edits, a system's edits that a reference has, and those that none has."""
USELESS_EDITS, REAL = "useless", "real"
"""Edits that correct nothing, and the real edits of the same sentences."""
POSITIVE = "positive"
PREFERRED = "preferred"
TAU = "tau"
NORMALISED = "normalised"
DIFFERENCE = "difference"
SIZE = "size"
SIGN_CHANGES = "sign_changes"
CHANCE = {POSITIVE: 0.5, PREFERRED: 0.5, TAU: 0.0, DIFFERENCE: 0.0}
"""Value of a measure for scores drawn at random."""
# Contrasts with a direction: the second words, then the first ones.
DIRECTED = {"gender": ("feminine", "masculine")}

KINDS = {
    OWN: "edits of references",
    SHARED: "system edits in a reference",
    OTHER: "system edits in no reference",
    USELESS_EDITS: "useless edits",
    REAL: "real edits beside them",
}
MEASURES = {
    POSITIVE: ("φ > 0, %", 100, 1),
    PREFERRED: ("preferred to the source, %", 100, 1),
    TAU: ("Kendall's τ", 1, 3),
    NORMALISED: ("mean normalised φ", 1, 3),
    DIFFERENCE: ("difference, %", 100, 1),
    SIZE: ("mean size of the difference, %", 100, 1),
    SIGN_CHANGES: ("pairs whose signs differ, %", 100, 1),
}
"""Name, unit and digits of each measure."""
