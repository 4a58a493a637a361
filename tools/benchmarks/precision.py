"""How much faster a metric is in bfloat16, and what that does to the attributions.

Speed is measured twice: with the study's own models, and with random weights of the usual sizes.
Error is measured with the study's models, for random weights explain nothing.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method, normalise
from gec_attribution.games.game import Game, play
from gec_attribution.metrics import Metric

# Below it, an edit moves the score by so little that its sign says little.
CLEAR = 0.05


@dataclass(frozen=True)
class _Run:
    """Scores of all coalitions, normalised φ of all edits, and the seconds of the processor."""

    scores: np.ndarray
    phi: np.ndarray
    seconds: float


def compare_precision(
    games: Sequence[Game],
    method: Method,
    metrics: Callable[[str], Mapping[str, Metric]],
    base_size: Callable[[str], Mapping[str, Metric]],
    dtypes: Sequence[str] = ("float32", "bfloat16"),
) -> pd.DataFrame:
    """Attribute the same games in each dtype.

    Args:
        games: the corrected sentences.
        method: what attributes them, exactly.
        metrics: the study's metrics in a dtype.
        base_size: metrics of the same names with models of the usual size; some may be missing.
        dtypes: the first is what the others are compared with.

    Returns:
        One row per metric and dtype:

        - `edits`, `clear_edits`: how many there are, and those with |normalised φ| over `CLEAR`
        - `clear_above`: that limit
        - `seconds`, `base_size_seconds`: of the processor, for all games; the latter for every
          eighth of them, NaN where no metric of that size was given
        - `speed`, `base_size_speed`: how many times faster than in the first dtype
        - `score_error`: mean |difference| of the scores of the coalitions, in the metric's unit
        - `phi_error`: mean |difference| of normalised φ
        - `flipped`, `clear_flipped`: share of the edits whose φ has another sign, among all and
          among the clear ones
    """
    runs = {
        dtype: {name: _run(metric, games, method) for name, metric in metrics(dtype).items()}
        for dtype in dtypes
    }
    few = games[::8]
    base_size_runs = {
        dtype: {name: _run(metric, few, method) for name, metric in base_size(dtype).items()}
        for dtype in dtypes
    }
    rows = []
    for name, exact in runs[dtypes[0]].items():
        clear = np.abs(exact.phi) > CLEAR
        for dtype in dtypes:
            run = runs[dtype][name]
            base = [base_size_runs[each].get(name) for each in (dtypes[0], dtype)]
            base_seconds = [each.seconds if each else np.nan for each in base]
            flipped = np.sign(run.phi) != np.sign(exact.phi)
            rows.append(
                {
                    "metric": name,
                    "dtype": dtype,
                    "edits": len(exact.phi),
                    "clear_edits": int(clear.sum()),
                    "clear_above": CLEAR,
                    "seconds": run.seconds,
                    "speed": exact.seconds / run.seconds,
                    "base_size_seconds": base_seconds[1],
                    "base_size_speed": base_seconds[0] / base_seconds[1],
                    "score_error": np.abs(run.scores - exact.scores).mean(),
                    "phi_error": np.abs(run.phi - exact.phi).mean(),
                    "flipped": flipped.mean(),
                    "clear_flipped": flipped[clear].mean(),
                }
            )
    return pd.DataFrame(rows)


def _run(metric: Metric, games: Sequence[Game], method: Method) -> _Run:
    metric.score([games[0].source], [games[0].base_text])  # the first run of a model is slower
    start = time.process_time()
    outcomes = play(games, [method.asking(game.n, game.seed) for game in games], metric.score)
    seconds = time.process_time() - start
    return _Run(
        np.concatenate([outcome.table.at(outcome.table.masks) for outcome in outcomes]),
        np.concatenate([normalise(outcome.result.phi) for outcome in outcomes]),
        seconds,
    )
