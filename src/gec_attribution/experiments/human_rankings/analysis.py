"""Where a metric agrees with people: among neighbouring systems, and by ranks of corrections.

Over all systems a correlation is high as soon as the best are told from the worst. SEEDA's window
analysis (Kobayashi et al. 2024) looks at each four systems that are neighbours in people's order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gec_attribution.corpora.rankings import Ranking
from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.experiments.human_rankings.published import SYSTEMS
from gec_attribution.statistics.correlated_means import correlate_means

WINDOW = 4
CORRELATIONS = {"pearson": False, "spearman": True}
"""Whether a correlation is of ranks."""


def ranking_windows(
    evaluation: Evaluation,
    scores: NDArray[np.float64],
    rankings: Mapping[str, Sequence[Ranking]],
    people: Mapping[str, Mapping[str, NDArray[np.float64]]],
    left_out: Mapping[str, set[str]],
) -> pd.DataFrame:
    """Correlations over each `WINDOW` systems that are neighbours in people's order.

    Arguments are those of `human_rankings`; `left_out` names the systems that a set lacks.

    Returns:
        A row for each of `rankings`, set of systems, way of scoring systems and window: metric,
        judged, systems, by (`ts` or `ew`), first and last (places in people's order, from 1),
        pearson and spearman with `_low` and `_high`, sentences, note, signature.
    """
    evaluation = replace(evaluation, dataset="seeda")
    rows: list[Row] = []
    for judged, judgements in rankings.items():
        lines = np.unique([ranking.line for ranking in judgements])
        ranked = scores[:, lines - 1]
        for systems, absent in left_out.items():
            chosen = [number for number, name in enumerate(SYSTEMS) if name not in absent]
            for by, people_scores in people[judged].items():
                ordered = sorted(chosen, key=lambda number: -people_scores[number])
                for first in range(len(ordered) - WINDOW + 1):
                    window = ordered[first : first + WINDOW]
                    names = {"judged": judged, "systems": systems, "by": by}
                    places = {"first": first + 1, "last": first + WINDOW}
                    measured = {
                        name: evaluation.statistic(
                            partial(
                                correlate_means,
                                ranked[window],
                                people_scores[window],
                                ranked=of_ranks,
                            ),
                            len(lines),
                        )
                        for name, of_ranks in CORRELATIONS.items()
                    }
                    counts = {"sentences": len(lines)}
                    rows.append(evaluation.row({**names, **places}, measured, counts))
    return pd.DataFrame(rows).drop(columns=["dataset", "sources"])


def ranking_pairs(
    evaluation: Evaluation,
    scores: NDArray[np.float64],
    rankings: Mapping[str, Sequence[Ranking]],
) -> pd.DataFrame:
    """The accuracy of a metric by the ranks that a person gave two corrections.

    A tie of the metric is no agreement. Arguments are those of `human_rankings`; all systems count.

    Returns:
        A row for each of `rankings` and pair of ranks: metric, judged, better and worse (the ranks,
        1 the best), accuracy with `_low` and `_high`, pairs, sentences, note, signature.
    """
    evaluation = replace(evaluation, dataset="seeda")
    rows: list[Row] = []
    for judged, judgements in rankings.items():
        lines = np.unique([ranking.line for ranking in judgements])
        compared = ranked_pairs(judgements).assign(difference=lambda pairs: leads(scores, pairs))
        compared = compared.dropna(subset="difference")
        for (better, worse), pairs in compared.groupby(["better", "worse"]):
            agrees = np.sign(pairs["difference"]) == pairs["preferred"]
            agreement = evaluation.mean(
                agrees.to_numpy(float), pairs["line"].to_numpy(), among=lines
            )
            counts = {"pairs": len(pairs), "sentences": pairs["line"].nunique()}
            names = {"judged": judged, "better": better, "worse": worse}
            rows.append(evaluation.row(names, {"accuracy": agreement}, counts))
    return pd.DataFrame(rows).drop(columns=["dataset", "sources"])


def ranked_pairs(rankings: Sequence[Ranking]) -> pd.DataFrame:
    """Every two corrections of unequal rank.

    Returns:
        line, system and rival (their numbers among `SYSTEMS`, the system's the lower one), better
        and worse (the ranks), preferred (1 if the system has the better rank, else −1).
    """
    rows = []
    for ranking in rankings:
        for system, rival in combinations(range(len(SYSTEMS)), 2):
            rank = ranking.ranks.get(SYSTEMS[system])
            rival_rank = ranking.ranks.get(SYSTEMS[rival])
            if rank is not None and rival_rank is not None and rank != rival_rank:
                ranks = sorted([rank, rival_rank])
                preferred = 1 if rank < rival_rank else -1
                rows.append((ranking.line, system, rival, *ranks, preferred))
    columns = ["line", "system", "rival", "better", "worse", "preferred"]
    return pd.DataFrame(rows, columns=columns, dtype=np.int64)


def leads(scores: NDArray[np.float64], pairs: pd.DataFrame) -> NDArray[np.float64]:
    """The score of each pair's system minus its rival's; NaN where one has none."""
    place = pairs["line"].to_numpy() - 1
    return scores[pairs["system"], place] - scores[pairs["rival"], place]
