"""Whether attributions of single edits are those that were published."""

import hashlib
from collections.abc import Iterable

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from gec_attribution.attribution import load_method
from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.edits.model import m2_text, m2_tokens
from gec_attribution.games.values import SentenceValues, sentences_with_values
from gec_attribution.storage.signatures import format_signature
from gec_study.experiments.inputs import Inputs
from gec_study.experiments.published_attributions.published import CASES, PublishedCase

TOTAL = "ΔM"
_COLUMNS = [
    *("dataset", "metric", "published_metric", "component", "place", "system", "line", "edit"),
    *("published", "ours", "signature"),
]


def compute(inputs: Inputs) -> pd.DataFrame:
    """`of_case` of each published case that the study has, under each metric with its column."""
    method = load_method("shapley", {"type": "shapley"}, **inputs.settings["coalitions"])
    m2 = inputs.m2_files()
    tables = []
    for metric in inputs.metrics:
        path = inputs.scores(metric)
        columns = pq.ParquetFile(path).schema_arrow.names
        scored = pd.read_parquet(path, columns=["pair"]).attrs.get("signature", {})
        signature = format_signature({**scored_parts(metric, scored), "method": method.name})
        for case in CASES:
            if case.system not in m2 or case.column not in columns:
                continue
            sentences = sentences_with_values(
                {case.system: m2[case.system]},
                inputs.coalitions,
                path,
                column=case.column,
            )[case.system]
            if (sentence := sentence_of(case, sentences)) is not None:
                phi = method.attribute(sentence.table, 0).phi
                about = {"dataset": inputs.dataset, "metric": metric, "signature": signature}
                tables.append(of_case(case, sentence, phi).assign(**about))
    return pd.concat([pd.DataFrame(columns=_COLUMNS), *tables], ignore_index=True)[_COLUMNS]


def sentence_of(case: PublishedCase, sentences: Iterable[SentenceValues]) -> SentenceValues | None:
    """The sentence that a case is about; None where it is not there, or has no values."""
    for sentence in sentences:
        text = m2_text(m2_tokens(sentence.source))
        if hashlib.sha256(text.encode()).hexdigest()[: len(case.source)] == case.source:
            return sentence if sentence.table.is_complete else None
    return None


def of_case(case: PublishedCase, sentence: SentenceValues, phi: np.ndarray) -> pd.DataFrame:
    """What was published about a correction beside our attributions.

    Args:
        case: what was published.
        sentence: the correction.
        phi: our attributions of its edits.

    Returns:
        A row for `TOTAL` and one for each published edit: published_metric, component, place,
        system, line, edit, published, ours (NaN of edits where the study has another number of
        them).
    """
    names = [f"→ {m2_text(edit.tokens) or '∅'}" for edit in sentence.edits]
    known = len(phi) == len(case.phi)
    if not known:
        names, phi = (
            [f"edit {k}" for k in range(1, len(case.phi) + 1)],
            np.full(len(case.phi), np.nan),
        )
    delta = sentence.table.score - sentence.table.baseline
    return pd.DataFrame(
        {
            "published_metric": case.metric,
            "component": case.column,
            "place": case.place,
            "system": case.system,
            "line": sentence.line,
            "edit": [TOTAL, *names],
            "published": [case.delta, *case.phi],
            "ours": [delta, *phi.tolist()],
        }
    )
