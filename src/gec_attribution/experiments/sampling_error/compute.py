"""Table 2: how far Shapley sampling values are from exact ones, and what they cost (section 4.5).

The sampling of the authors' code, in which all permutations are the same, is measured as well.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method, load_method
from gec_attribution.edits.model import Edit
from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH
from gec_attribution.statistics import bootstrap
from gec_attribution.storage.seeds import seed_from
from gec_attribution.timing.direct_scoring import (
    Scorer,
    attribute_directly,
    draw_sentences,
    warm_up,
)


def measure_sampling_error(
    dataset: str,
    metric_name: str,
    metric: Scorer,
    systems: Iterable[Sequence[tuple[str, Sequence[Edit]]]],
    *,
    min_edits: int = 10,
    max_edits: int = 15,
    sentences: int | None = None,
    permutations: Sequence[int] = (15, 64),
    language: Language = ENGLISH,
    resamples: int = 1000,
    seed: int = 0,
    signature: str = "",
) -> pd.DataFrame:
    """Mean absolute error over all edits of all sentences, against exact Shapley values.

    Errors compare attributions made from the same values, so they come only from sampling; times
    are of separate runs that score what they need, outside any store.

    Args:
        dataset: its name.
        metric_name: the metric's name.
        metric: the metric.
        systems: for each system the source and edits of every line.
        min_edits: fewest edits of a sentence.
        max_edits: most edits of a sentence.
        sentences: size of the sample, drawn by content; None takes all distinct ones.
        permutations: numbers of permutations T.
        language: the language of the sentences.
        resamples: bootstrap resamples behind each interval.
        seed: the study's seed.
        signature: what moved the metric's scores.

    Returns:
        One row per method and number of permutations: dataset, metric, method, permutations,
        sentences, edits, mae, mae_low, mae_high, sources (of the sentences; they are what is
        resampled), note (why there is no interval), abs_phi_mean and abs_phi_sd (of exact values),
        seconds_exact and seconds_sampling (means per sentence), missing (sentences with an
        undefined score), signature.
    """
    drawn = draw_sentences(
        systems, min_edits=min_edits, max_edits=max_edits, language=language, seed=seed
    )[:sentences]
    exact = _method({"type": "shapley"}, max_edits)
    estimators = [
        (count, _method({"type": "shapley_sampling", "permutations": count}, max_edits))
        for count in permutations
    ]
    fewest = min(permutations)
    official = {"type": "official_sampling", "permutations": fewest}
    estimators.append((fewest, _method(official, max_edits)))
    warm_up(metric, drawn)
    references = [attribute_directly(metric, exact, sentence.game) for sentence in drawn]
    defined = [
        (sentence, reference)
        for sentence, reference in zip(drawn, references, strict=True)
        if not np.isnan(reference.attribution.phi).any()
    ]
    phi = np.concatenate([[], *(reference.attribution.phi for _, reference in defined)])
    lines = np.repeat(
        [sentence.line for sentence, _ in defined], [item.game.n for item, _ in defined]
    )
    rows = []
    for count, method in estimators:
        estimates = [
            method.attribute(reference.table, sentence.game.seed).phi
            for sentence, reference in defined
        ]
        seconds = [
            attribute_directly(metric, method, sentence.game).seconds for sentence, _ in defined
        ]
        errors = np.abs(np.concatenate([[], *estimates]) - phi)
        mae = bootstrap.ratio(
            errors,
            np.ones_like(errors),
            lines,
            resamples=resamples,
            seed=seed_from(seed, "bootstrap", dataset),
        )
        rows.append(
            {
                "dataset": dataset,
                "metric": metric_name,
                "method": method.name,
                "permutations": count,
                "sentences": len(defined),
                "edits": len(phi),
                "mae": mae.value,
                "mae_low": mae.low,
                "mae_high": mae.high,
                "sources": mae.sources,
                "note": mae.note,
                "abs_phi_mean": _mean(np.abs(phi)),
                "abs_phi_sd": np.abs(phi).std() if len(phi) else np.nan,
                "seconds_exact": _mean([reference.seconds for _, reference in defined]),
                "seconds_sampling": _mean(seconds),
                "missing": len(drawn) - len(defined),
                "signature": signature,
            }
        )
    return pd.DataFrame(rows)


def _method(entry: Mapping[str, object], max_edits: int) -> Method:
    name = str(entry["type"]).replace("_", "-")
    return load_method(name, entry, max_edits=max_edits, above_max_edits="skip")


def _mean(numbers: Sequence[float]) -> float:
    return float(np.mean(numbers)) if len(numbers) else np.nan
