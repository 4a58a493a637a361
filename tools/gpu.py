"""Speed of metrics on a GPU: pairs a second, its busy share, and what TF32 and bfloat16 move.

    python tools/gpu.py config/pretrained.yaml results/pretrained/jfleg-dev/coalitions/pairs.parquet

Metrics are those of the study; pairs are what `plan_coalitions` wrote. No score is stored.
"""

import argparse
import sys
import time

import numpy as np
import pandas as pd
import torch
from torch.profiler import ProfilerActivity, profile

from gec_attribution.config.opening import load_study
from gec_attribution.metrics import load_metric
from gec_attribution.metrics.base import Metric
from gec_attribution.scores.engine import score_columns
from gec_attribution.timing.direct_scoring import describe_device

WARM_UP = 512
# `high` is TF32 on a GPU that has it.
ARITHMETIC = (("float32", "highest"), ("float32", "high"), ("bfloat16", "highest"))


def timed(metric: Metric, pairs: pd.DataFrame) -> tuple[np.ndarray, float]:
    """The scores of pairs, and how many were scored a second."""
    texts = pairs["source"].tolist(), pairs["sentence"].tolist()
    start = time.perf_counter()
    columns = score_columns(metric, *texts, None)
    return columns["score"], len(pairs) / (time.perf_counter() - start)


def busy_share(metric: Metric, pairs: pd.DataFrame) -> float:
    """The share of time in which kernels run while pairs are scored."""
    with profile(activities=[ProfilerActivity.CUDA]) as profiled:
        start = time.perf_counter()
        metric.evaluate(pairs["source"].tolist(), pairs["sentence"].tolist())
        seconds = time.perf_counter() - start
    kernels = sum(event.self_device_time_total for event in profiled.key_averages())
    return kernels / 1e6 / seconds


def main() -> None:
    """Print a line for each metric and arithmetic."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("study", help="a study's YAML file")
    parser.add_argument("pairs", help="its pairs.parquet")
    parser.add_argument("--most", type=int, default=16384, help="pairs to score")
    parser.add_argument(
        "metrics", nargs="*", help="names of metrics; all where none is named"
    )
    options = parser.parse_args()
    study = load_study(options.study)
    read = pd.read_parquet(options.pairs, columns=["source", "sentence"])
    warm_up, pairs = read[-WARM_UP:], read[: options.most]
    sys.stdout.write(f"{describe_device('cuda')}, torch {torch.__version__}\n")
    for name in options.metrics or study.metrics:
        exact = np.empty(0)
        for dtype, precision in ARITHMETIC:
            torch.set_float32_matmul_precision(precision)
            metric = load_metric(
                name, study.metrics[name].spec, device="cuda", dtype=dtype
            )
            timed(metric, warm_up)
            scores, speed = timed(metric, pairs)
            exact = exact if len(exact) else scores
            moved = np.nanmean(np.abs(scores - exact))
            share = busy_share(metric, pairs)
            arithmetic = f"{name} {dtype} {precision}"
            measured = f"{speed:.0f} pairs/s, busy {share:.0%}, moved {moved:.1e}"
            sys.stdout.write(f"{arithmetic}: {measured}\n")


if __name__ == "__main__":
    main()
