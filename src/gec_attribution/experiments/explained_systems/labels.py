"""Names of measures, as the tables have them; see docs/excgec.md."""

CORRECTION_MEASURES = {
    "cleme": ("cleme", "dependent", "corpus", "weighted"),
    "cherrant": ("cherrant", "all"),
}
"""Place of each measure of corrections among its scores."""
PARTS = ("precision", "recall", "f0_5")
QUOTATIONS = ("quotes_edit", "invented_quotation", "invented_correction")
