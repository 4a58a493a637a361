"""Figure 7: each system's precision by type of error, as a metric sees it (section 5.2)."""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from gec_attribution.evaluation import bootstrap, signature_of, the_one
from gec_attribution.evaluation.bias import main_type
from gec_attribution.games.values import SentenceValues
from gec_attribution.storage.seeds import seed_from


def precision(
    attributions: pd.DataFrame,
    corpus_scores: Mapping[str, float],
    *,
    min_frequency: int = 10,
    resamples: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """Equation 6: the positive share of all normalised attribution to a type's edits.

    Args:
        attributions: those of one metric and one method on one dataset, all systems.
        corpus_scores: each system's mean M(H|S), in the order of the rows wanted.
        min_frequency: fewest attributed edits of a type in every system, as in the authors' code.
        resamples: bootstrap resamples behind each interval.
        seed: the study's seed.

    Returns:
        A row a system and type: dataset, metric, system, type, precision (NaN where no edit has an
        effect), low, high, edits, corpus_score, missing (the system's edits of undefined
        attribution), signature.
    """
    typed = attributions.assign(type=main_type(attributions["type"]))
    defined = typed[typed["phi"].notna()]
    frequencies = pd.crosstab(defined["type"], defined["system"])
    frequencies = frequencies.reindex(columns=list(corpus_scores), fill_value=0)
    types = frequencies.index[(frequencies >= min_frequency).all(axis=1)]
    dataset = the_one(attributions, "dataset")
    frames = []
    for system, corpus_score in corpus_scores.items():
        edits = defined[defined["system"] == system]
        share = edits["phi_normalised"].to_numpy()[:, None]
        of_type = edits["type"].to_numpy()[:, None] == types.to_numpy()
        interval = bootstrap.ratio(
            of_type * np.maximum(share, 0),
            of_type * np.abs(share),
            edits["line"].to_numpy(),
            resamples=resamples,
            seed=seed_from(seed, "bootstrap", dataset),
        )
        frames.append(
            pd.DataFrame(
                {
                    "dataset": dataset,
                    "metric": the_one(attributions, "metric"),
                    "system": system,
                    "type": types,
                    "precision": interval.value,
                    "low": interval.low,
                    "high": interval.high,
                    "edits": frequencies.loc[types, system].to_numpy(),
                    "corpus_score": corpus_score,
                    "missing": (typed["system"] == system).sum() - len(edits),
                    "signature": signature_of(
                        attributions, min_frequency=min_frequency, resamples=resamples
                    ),
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


def corpus_score(sentences: Iterable[SentenceValues]) -> float:
    """A system's mean M(H|S) over the sentences where it is defined, edited or not."""
    return pd.Series([sentence.table.score for sentence in sentences], dtype=float).mean()
