"""The numbers printed in the paper on EXCGEC (Ye et al., arXiv 2407.00924)."""

from gec_attribution.experiments.paper_vs_reproduction.published import Published
from gec_attribution.tables.excgec_paper import ROWS

_CORPORA = {"excgec-valid": ("750", "2.0", "38.9"), "excgec-test": ("1500", "2.0", "39.2")}
PEOPLE = {
    "bleu": (0.9222, 0.6571),
    "meteor": (0.9280, 0.7714),
    "rouge_1": (0.9464, 0.8286),
    "rouge_2": (0.9175, 0.4857),
    "rouge_l": (0.9352, 0.6571),
}
"""Table 7: Pearson's and Spearman's correlation of each score of descriptions with people."""


def solution(explainer: str, correction: str) -> str:
    """Name of a row: an explainer, and the system whose correction it explains."""
    return f"{explainer} ({correction})"


NUMBERS = (
    *(
        Published("EXCGEC, Table 1", "excgec-test", "", "", measure, value)
        for measure, value in (("major_types", 5), ("minor_types", 16))
    ),
    *(
        Published("EXCGEC, Table 2", dataset, "", "", measure, float(value))
        for dataset, values in _CORPORA.items()
        for measure, value in zip(("sentences", "edits", "characters"), values, strict=True)
    ),
    *(
        Published(
            f"EXCGEC, {place}",
            "excgec-test",
            "",
            solution(explainer, correction),
            name,
            float(value),
        )
        for place, explainer, correction, measures, values in ROWS
        for name, value in zip(measures, values.split(), strict=True)
    ),
    *(
        Published("EXCGEC, Table 7", "excgec-test", name, "people", statistic, value)
        for name, values in PEOPLE.items()
        for statistic, value in zip(("pearson", "spearman"), values, strict=True)
    ),
)
"""Every number that can be read, in percent where the paper has percent."""
