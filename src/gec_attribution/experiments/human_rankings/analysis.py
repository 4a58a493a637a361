"""Agreement of a metric with people among neighbouring systems, and by ranks of corrections.

Over all systems a correlation is high as soon as the best are told from the worst. SEEDA's window
analysis (Kobayashi et al. 2024) looks at each four systems that are neighbours in people's order.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gec_attribution.corpora.rankings import Ranking
from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.experiments.human_rankings.published import SYSTEMS
from gec_attribution.statistics.correlated_means import correlations_of_means

WINDOW = 4
Floats = NDArray[np.float64]


class Judged(NamedTuple):
    """People's judgements of one kind.

    Attributes:
        name: how they judged.
        rankings: their rankings of single corrections.
        systems: the systems' scores from all rankings by `ts` and `ew`, (len(SYSTEMS),) each.
    """

    name: str
    rankings: Sequence[Ranking]
    systems: Mapping[str, Floats]

    @property
    def lines(self) -> NDArray[np.int64]:
        """The lines that are ranked, in order."""
        return np.unique([ranking.line for ranking in self.rankings])


def ranking_windows(
    evaluation: Evaluation,
    scores: Floats,
    judgements: Sequence[Judged],
    left_out: Mapping[str, set[str]],
) -> pd.DataFrame:
    """Correlations over each `WINDOW` systems that are neighbours in people's order.

    Arguments are those of `human_rankings`; `left_out` names the systems that a set lacks.

    Returns:
        A row for each way of judging, set of systems, way of scoring systems and window: metric,
        judged, systems, by (`ts` or `ew`), first and last (places in people's order, from 1),
        pearson and spearman with `_low` and `_high`, sentences, note, signature.
    """
    rows: list[Row] = []
    for judged in judgements:
        lines = judged.lines
        ranked = scores[:, lines - 1]
        for systems, absent in left_out.items():
            chosen = [
                number for number, name in enumerate(SYSTEMS) if name not in absent
            ]
            for by, people in judged.systems.items():
                ordered = sorted(chosen, key=lambda number: -people[number])
                for first in range(len(ordered) - WINDOW + 1):
                    window = ordered[first : first + WINDOW]
                    names = {"judged": judged.name, "systems": systems, "by": by}
                    places = {"first": first + 1, "last": first + WINDOW}
                    measured = correlations_of_means(
                        evaluation, ranked[window], people[window]
                    )
                    counts = {"sentences": len(lines)}
                    rows.append(evaluation.row({**names, **places}, measured, counts))
    return pd.DataFrame(rows).drop(columns=["dataset", "sources"])


def ranking_pairs(
    evaluation: Evaluation, scores: Floats, judgements: Sequence[Judged]
) -> pd.DataFrame:
    """The accuracy of a metric by the ranks that a person gave two corrections.

    A tie of the metric is no agreement. Arguments are those of `human_rankings`; all systems count.

    Returns:
        A row for each way of judging and pair of ranks: metric, judged, better and worse (the
        ranks, 1 the best), accuracy with `_low` and `_high`, pairs, sentences, note, signature.
    """
    rows: list[Row] = []
    for judged in judgements:
        lines = judged.lines
        every_pair = ranked_pairs(judged.rankings)
        lead = leads(scores, every_pair)
        every_pair["agrees"] = np.sign(lead) == every_pair["preferred"]
        compared = every_pair[~np.isnan(lead)]
        for (better, worse), pairs in compared.groupby(["better", "worse"]):
            agrees = pairs["agrees"].to_numpy(float)
            agreement = evaluation.mean(agrees, pairs["line"].to_numpy(), among=lines)
            names = {"judged": judged.name, "better": better, "worse": worse}
            counts = {"pairs": len(pairs), "sentences": pairs["line"].nunique()}
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
        ranked = [
            number for number, name in enumerate(SYSTEMS) if name in ranking.ranks
        ]
        for system, rival in combinations(ranked, 2):
            rank = ranking.ranks[SYSTEMS[system]]
            rival_rank = ranking.ranks[SYSTEMS[rival]]
            if rank < rival_rank:
                rows.append((ranking.line, system, rival, rank, rival_rank, 1))
            elif rank > rival_rank:
                rows.append((ranking.line, system, rival, rival_rank, rank, -1))
    columns = ["line", "system", "rival", "better", "worse", "preferred"]
    return pd.DataFrame(rows, columns=columns, dtype=np.int64)


def leads(scores: Floats, pairs: pd.DataFrame) -> Floats:
    """The score of each pair's system minus its rival's; NaN where one has none."""
    place = pairs["line"].to_numpy() - 1
    return scores[pairs["system"], place] - scores[pairs["rival"], place]
