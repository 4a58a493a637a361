"""How descriptions fail."""

from gec_study.experiments.description_checks.table import KEYS, share

COLUMNS = (
    *KEYS,
    share("Invented quotation", "invented_quotation"),
    share("Invented correction", "invented_correction"),
    share("Elsewhere", "elsewhere"),
    share("Against the edit", "against"),
    share("Repeated", "repeated"),
    share("Empty", "empty"),
)
