"""Names of edits and measures that readers see."""

KINDS = {
    "reference": "of references",
    "shared": "of systems and a reference",
    "other": "of systems alone",
    "useless": "that correct nothing",
    "real": "real, beside them",
}
MEASURES = {
    "positive": ("φ > 0, %", 100, 1),
    "preferred": ("preferred to the source, %", 100, 1),
    "tau": ("Kendall's τ", 1, 3),
    "normalised": ("mean normalised φ", 1, 3),
    "difference": ("difference, %", 100, 1),
    "size": ("mean size of the difference, %", 100, 1),
    "sign_changes": ("pairs whose signs differ, %", 100, 1),
}
"""Name, unit and digits of each measure."""
