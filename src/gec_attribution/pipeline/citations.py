"""Publications to cite for the parts of a study, as BibTeX: `references.bib` beside this file."""

import re
from functools import cache
from importlib import resources

from gec_attribution.pipeline.study import ExperimentStudy

ATTRIBUTION = "goto-etal-2025-improving"
"""The paper that this project implements."""

# By the type of an entry. Other types have no publication of their own; models may have one.
_OF_TYPES = {
    "bertscore": "zhang-etal-2020-bertscore",
    "cherrant": "zhang-etal-2022-mucgec",
    "errant": "bryant-etal-2017-automatic",
    "gector": "omelianchuk-etal-2020-gector",
    "gleu": "napoles-etal-2015-ground",
    "impara": "maeda-etal-2022-impara",
    "scribendi": "islam-magnani-2021-end",
    "some": "yoshimura-etal-2020-reference",
}
_ERRANT = "bryant-etal-2017-automatic"
_EXCGEC = "ye-etal-2025-excgec"


def citations(study: ExperimentStudy) -> list[str]:
    """The BibTeX entries of what a study uses: the paper's, then those of its entries' types."""
    keys = [ATTRIBUTION]
    if any(data.language == "en" for data in study.datasets.values()):
        keys.append(_ERRANT)
    if study.explainers:
        keys.append(_EXCGEC)
    types = [entry.type for entry in study.systems.values()]
    types += [entry.type for entry in study.metrics.values()]
    keys += [_OF_TYPES[name] for name in types if name in _OF_TYPES]
    return [bibliography()[key] for key in dict.fromkeys(keys)]


@cache
def bibliography() -> dict[str, str]:
    """Every entry of `references.bib` by its key."""
    text = (
        resources.files("gec_attribution.pipeline")
        .joinpath("references.bib")
        .read_text("utf-8")
    )
    entries = {}
    for entry in re.split(r"\n\n(?=@)", text.strip()):
        _, _, rest = entry.partition("{")
        key, _, _ = rest.partition(",")
        entries[key] = entry
    return entries
