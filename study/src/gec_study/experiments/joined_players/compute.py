"""Do attributions agree more with the references where edits that interact strongly are joined?

The edits of a player share its sign. Whether that is the sign which the references give each of
them is compared with the signs of the same edits as players of their own.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import first_edits, is_sampled, signature_of, the_one
from gec_attribution.attribution.joined_shapley import join
from gec_attribution.edits.model import Edit
from gec_attribution.games.values import SentenceValues
from gec_attribution.judging.edits_in_references import judge
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.signs import score_size, signs, signs_of
from gec_attribution.storage.seeds import seed_from
from gec_study.experiments.inputs import Inputs

ALL, JOINED = "all", "joined"


def compute(inputs: Inputs) -> pd.DataFrame:
    """`joined_players` under every metric, with p_holm, over all rows of the data set."""
    references = inputs.references()
    max_edits = inputs.settings["coalitions"]["max_edits"]
    tables = []
    for metric, single in zip(inputs.metrics, inputs.attributions(), strict=True):
        joined = joined_phi(single, inputs.values(metric), inputs.options["thresholds"], max_edits)
        tables.append(
            joined_players(
                single,
                joined,
                references,
                min_edits=inputs.settings["agreement"]["min_edits"],
                include_sampled=inputs.settings["include_sampled"],
                **inputs.resampling,
            )
        )
    table = pd.concat(tables, ignore_index=True)
    table.insert(
        table.columns.get_loc("p") + 1, "p_holm", bootstrap.holm(table["p"].to_numpy(dtype=float))
    )
    return table


def joined_phi(
    single: pd.DataFrame,
    systems: Mapping[str, Iterable[SentenceValues]],
    thresholds: Sequence[float],
    max_edits: int,
) -> dict[float, tuple[np.ndarray, np.ndarray]]:
    """What is attributed to edits some of which are joined.

    Args:
        single: the attributions of single edits by Shapley values.
        systems: the sentences of each system with their value tables, of which the attributions
            were made.
        thresholds: see `JoinedShapley`.
        max_edits: most edits of a sentence that are joined.

    Returns:
        For each threshold (rows of `single`,) attributions and whether the edit is joined with
        another. Those of longer sentences, and of sentences with an undefined value, are as they
        were.
    """
    singly = single["phi"].to_numpy()
    by_threshold = {cut: (singly.copy(), np.zeros(len(singly), dtype=bool)) for cut in thresholds}
    starts = first_edits(single)
    keys = zip(single["system"].iloc[starts], single["line"].iloc[starts], strict=True)
    start_of = dict(zip(keys, starts.tolist(), strict=True))
    for system, sentences in systems.items():
        for sentence in sentences:
            n, table = len(sentence.edits), sentence.table
            if not 2 <= n <= max_edits or not np.isfinite(table.dense).all():
                continue
            start = start_of[system, sentence.line]
            for threshold, (phi, joined) in by_threshold.items():
                attributed = join(table.dense, threshold)
                phi[start : start + n] = attributed.phi
                joined[start : start + n] = np.bincount(attributed.players)[attributed.players] > 1
    return by_threshold


def joined_players(
    single: pd.DataFrame,
    joined: Mapping[float, tuple[np.ndarray, np.ndarray]],
    references: Sequence[Sequence[Sequence[Edit]]],
    *,
    min_edits: int = 2,
    include_sampled: bool = True,
    resamples: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """The share of edits whose sign is that of the references, single and joined.

    As in `agreement`, a positive sign agrees where the reference has the edit and a negative one
    where it lacks it; zero, or noise, says neither and is left out. The reference of a sentence is
    the one with which the hypothesis has the best F0.5, for single and joined edits alike.

    Args:
        single: attributions of single edits by one metric on one data set.
        joined: what `joined_phi` returns.
        references: the references of each line, as `errant_scores.read_references` gives them.
        min_edits: fewest edits of a sentence.
        include_sampled: keep sentences with estimates from a sample of subsets.
        resamples: bootstrap resamples behind each interval; `enough_to_test` are made.
        seed: the study's seed.

    Returns:
        dataset, metric, method, threshold, of (`all` edits, or the `joined` ones alone), single and
        together (the shares that agree), difference (together − single) with low, high and p (that
        it is zero), edits, share (of the edits that are of the sentences compared), sources, note
        (why there is no interval), signature.
    """
    kept = (single["n_edits"] >= min_edits).to_numpy()
    if not include_sampled:
        kept = kept & ~is_sampled(single)
    edits = single[kept].reset_index(drop=True)
    starts = first_edits(edits)
    judgement = judge(edits, starts, references)
    sentence = np.repeat(np.arange(len(starts)), edits["n_edits"].iloc[starts])
    correct = judgement.correct[judgement.best[sentence], np.arange(len(edits))]
    size = score_size(edits["baseline"].to_numpy(), edits["score"].to_numpy())
    alone = signs_of(edits)
    resamples = bootstrap.enough_to_test(resamples)
    sampling: bootstrap.Resampling = {
        "resamples": resamples,
        "seed": seed_from(seed, "bootstrap", the_one(single, "dataset")),
    }
    # Those of all metrics, which are thereby resampled alike.
    every_line = single["line"].to_numpy()
    rows = []
    for threshold, (phi, is_joined) in joined.items():
        together = signs(phi[kept], size)
        among = {ALL: np.ones(len(edits), dtype=bool), JOINED: is_joined[kept]}
        counted = [
            members & np.isin(sign, (-1, 1))
            for members in among.values()
            for sign in (alone, together)
        ]
        agrees = [(sign > 0) == correct for _ in among for sign in (alone, together)]
        shares = bootstrap.ratio(
            np.column_stack([np.logical_and(*pair) for pair in zip(agrees, counted, strict=True)]),
            np.column_stack(counted),
            edits["line"].to_numpy(),
            among=every_line,
            **sampling,
        )
        for number, (of, members) in enumerate(among.items()):
            before, after = shares.column(2 * number), shares.column(2 * number + 1)
            change = bootstrap.difference(after, before)
            rows.append(
                {
                    "dataset": the_one(single, "dataset"),
                    "metric": the_one(single, "metric"),
                    "method": the_one(single, "method"),
                    "threshold": threshold,
                    "of": of,
                    "single": float(before.value),
                    "together": float(after.value),
                    "difference": float(change.value),
                    "low": float(change.low),
                    "high": float(change.high),
                    "p": float(change.p),
                    "edits": int(members.sum()),
                    "share": members.mean(),
                    "sources": int(change.sources),
                    "note": change.note,
                    "signature": signature_of(
                        single,
                        joined_above=threshold,
                        edits=f"{min_edits}-",
                        sampled=include_sampled,
                        resamples=resamples,
                    ),
                }
            )
    return pd.DataFrame(rows)
