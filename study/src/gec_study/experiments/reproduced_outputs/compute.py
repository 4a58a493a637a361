"""Whether systems that correct here make the outputs again that were published, line by line."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from gec_attribution.edits.m2 import iter_edits
from gec_attribution.edits.model import Edit, apply_edits, m2_text, m2_tokens
from gec_attribution.errors import ConfigError
from gec_attribution.statistics import bootstrap
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import format_signature
from gec_study.experiments.inputs import Inputs

LINE_COLUMNS = [
    *("dataset", "line", "system", "other_system", "source", "corrected", "other_corrected"),
    "signature",
]


def compute(inputs: Inputs) -> dict[str, pd.DataFrame]:
    """The two tables of `reproduced_outputs`, of the pairs that correct the data set."""
    return reproduced_outputs(
        inputs.dataset,
        {system: list(iter_edits(path)) for system, path in inputs.m2_files().items()},
        inputs.options["pairs"],
        **inputs.resampling,
    )


def reproduced_outputs(
    dataset: str,
    corrections: Mapping[str, Sequence[tuple[str, Sequence[Edit]]]],
    pairs: Mapping[str, str],
    *,
    resamples: int = 1000,
    seed: int = 0,
) -> dict[str, pd.DataFrame]:
    """Compare corrections made here with published ones.

    Args:
        dataset: its name.
        corrections: for each system the source and the edits of every line.
        pairs: systems that correct here, each with the one that was published.
        resamples: bootstrap resamples of the sentences behind each interval.
        seed: the study's seed.

    Returns:
        Two tables. `reproduced_outputs`: dataset, system, other_system (the published one),
        sentences, identical (share of them) with `_low` and `_high`, edits, other_edits,
        shared_edits (of the same span and correction), note, signature. `reproduced_lines`: a row
        for each line that differs, with `LINE_COLUMNS`.

    Raises:
        ConfigError: neither of the systems of any pair corrects the data set.
    """
    compared = {one: other for one, other in pairs.items() if {one, other} <= corrections.keys()}
    if not compared:
        raise ConfigError(
            f"evaluation.reproduced_outputs.pairs: no pair corrects the data set {dataset}, which "
            f"has {', '.join(corrections)}"
        )
    signature = format_signature({"resamples": resamples, "seed": seed})
    rows, lines = [], []
    for system, published in compared.items():
        made, expected = corrections[system], corrections[published]
        texts = [
            (source, _corrected(source, edits), _corrected(source, others))
            for (source, edits), (_, others) in zip(made, expected, strict=True)
        ]
        same = np.array([text == other_text for _, text, other_text in texts], dtype=float)
        share = bootstrap.ratio(
            same[:, None],
            np.ones((len(same), 1)),
            np.arange(len(same)),
            resamples=resamples,
            seed=seed_from(seed, "bootstrap", dataset),
        )
        names = {"dataset": dataset, "system": system, "other_system": published}
        own, other_edits = (
            [{(edit.start, edit.end, edit.correction) for edit in edits} for _, edits in corrected]
            for corrected in (made, expected)
        )
        rows.append(
            {
                **names,
                "sentences": len(same),
                "identical": float(share.value[0]),
                "identical_low": float(share.low[0]),
                "identical_high": float(share.high[0]),
                "edits": sum(map(len, own)),
                "other_edits": sum(map(len, other_edits)),
                "shared_edits": sum(len(a & b) for a, b in zip(own, other_edits, strict=True)),
                "note": share.note[0],
                "signature": signature,
            }
        )
        lines += [
            {
                **names,
                "line": line,
                "source": source,
                "corrected": text,
                "other_corrected": other_text,
                "signature": signature,
            }
            for line, (source, text, other_text) in enumerate(texts, start=1)
            if text != other_text
        ]
    return {
        "reproduced_outputs": pd.DataFrame(rows),
        "reproduced_lines": pd.DataFrame(lines, columns=LINE_COLUMNS),
    }


def _corrected(source: str, edits: Sequence[Edit]) -> str:
    return m2_text(apply_edits(m2_tokens(source), edits))
