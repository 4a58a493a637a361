"""The names in the invented rows of experiments, which are in `synthetic.py` of some.

A result has a function of its name there, which returns its table, where computed rows (see
`computed_rows`) do not serve. A table that needs rows beyond its declared
results has them in `JOINED`, the arguments of its `join`.
"""

SYSTEMS = ("GECToR", "GECToR-2024", "BART", "T5", "GPT-4o mini")
TYPES = (
    *("PUNCT", "SPELL", "OTHER", "DET", "ORTH", "NOUN:NUM", "VERB:TENSE", "PREP", "NOUN", "VERB"),
    *("VERB:FORM", "VERB:SVA", "MORPH", "ADJ", "PRON", "ADV", "WO", "NOUN:POSS", "CONJ", "PART"),
)
METRICS = ("SOME", "IMPARA", "PPL")
METHODS = ("Shapley", "Add", "Sub")
CORRELATIONS = ("pearson", "spearman")


def signed(table):
    """The rows with signatures of their metrics."""
    metric = table.get("metric", "none")
    return table.assign(signature="metric:" + metric + "|seed:0|v:0.1.0")
