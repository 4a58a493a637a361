"""How many pairs a second a device scores, and what share of its arithmetic that uses."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import torch
from torch.utils.flop_counter import FlopCounterMode

from gec_attribution.metrics import Metric
from gec_attribution.scores.engine import score_pairs
from gec_attribution.storage.seeds import seed_from

Pair = tuple[str, str]  # source and sentence

# Sides of the square matrices whose product is the yardstick, on a GPU and on a CPU.
_GPU_SIDE, _CPU_SIDE = 8192, 1024
_REPEATS = 5


def planned_pairs(paths: Iterable[str | Path]) -> list[Pair]:
    """The distinct pairs of some planned tables."""
    columns = ["source", "sentence"]
    planned = pd.concat([pd.read_parquet(path, columns=columns) for path in paths])
    return list(planned.drop_duplicates().itertuples(index=False, name=None))


def sample_sources(pairs: Iterable[Pair], count: int, seed: int) -> list[Pair]:
    """All pairs of some sources, as a plan has them: sources chosen by content.

    Args:
        pairs: of source and sentence.
        count: pairs wanted; the last source's make it a few more.
        seed: another seed takes other sources.
    """
    by_source: dict[str, list[Pair]] = {}
    for source, sentence in pairs:
        by_source.setdefault(source, []).append((source, sentence))
    chosen: list[Pair] = []
    for source in sorted(by_source, key=lambda source: seed_from(seed, "throughput", source)):
        if len(chosen) >= count:
            break
        chosen += by_source[source]
    return chosen


def measure_throughput(
    pairs: Sequence[Pair],
    planned: int,
    load: Callable[[str, int], Mapping[str, Metric]],
    *,
    dtypes: Sequence[str],
    batch_tokens: Sequence[int],
) -> pd.DataFrame:
    """Score the same pairs in each dtype and batch size.

    Args:
        pairs: distinct pairs.
        planned: how many pairs a study has in all, for which the time is extrapolated.
        load: metrics by name, given a dtype and the tokens of a batch.
        dtypes: dtypes.
        batch_tokens: tokens of a batch.

    Returns:
        One row per metric, dtype and batch size:

        - `device`, `pairs`, `seconds` (by the clock), `pairs_per_second`
        - `flops`: operations of matrix products and attention, padding included
        - `peak`: operations a second of a product of large square matrices in that dtype, on the
          same device; the best of some
        - `peak_share`: flops / seconds / peak
        - `planned`, `planned_seconds`: pairs of the study, and the time for them at this speed
    """
    sources, sentences = zip(*pairs, strict=True)
    rows = []
    peaks: dict[str, float] = {}
    for dtype in dtypes:
        for tokens in batch_tokens:
            for name, metric in load(dtype, tokens).items():
                device = _device(metric)
                peak = peaks.setdefault(dtype, _matmul_speed(device, dtype))
                score_pairs(metric, sources[:64], sentences[:64])  # the first run is slower
                start = time.perf_counter()
                score_pairs(metric, sources, sentences)
                _wait(device)
                seconds = time.perf_counter() - start
                with FlopCounterMode(display=False) as counter:
                    score_pairs(metric, sources, sentences)
                flops = counter.get_total_flops()
                rows.append(
                    {
                        "metric": name,
                        "dtype": dtype,
                        "batch_tokens": tokens,
                        "device": _name(device),
                        "pairs": len(pairs),
                        "seconds": seconds,
                        "pairs_per_second": len(pairs) / seconds,
                        "flops": flops,
                        "peak": peak,
                        "peak_share": flops / seconds / peak,
                        "planned": planned,
                        "planned_seconds": planned * seconds / len(pairs),
                    }
                )
    return pd.DataFrame(rows)


def _device(metric: Any) -> torch.device:
    parts = [*vars(metric).values(), *getattr(metric, "encoders", {}).values()]
    return next(part.model.device for part in parts if hasattr(part, "model"))


def _name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else device.type


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def _matmul_speed(device: torch.device, dtype: str) -> float:
    """Operations a second of a product of square matrices, the best of some."""
    side = _GPU_SIDE if device.type == "cuda" else _CPU_SIDE
    matrix = torch.randn(side, side, device=device, dtype=getattr(torch, dtype))
    best = np.inf
    for _ in range(_REPEATS + 1):  # one more, for the first is slower
        _wait(device)
        start = time.perf_counter()
        torch.mm(matrix, matrix)
        _wait(device)
        best = min(best, time.perf_counter() - start)
    return 2 * side**3 / best
