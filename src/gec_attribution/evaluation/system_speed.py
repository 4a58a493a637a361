"""How many sentences a system corrects in a second."""

import time
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from gec_attribution.seeds import seed_from
from gec_attribution.systems import System

REPETITIONS = 3


def measure_speed(
    dataset: str,
    system: str,
    load: Callable[[], System],
    sources: Sequence[str],
    *,
    sentences: int,
    device: str,
    seed: int = 0,
    signature: str = "",
) -> pd.DataFrame:
    """Time the correction of a sample, after one sentence to warm up.

    For each repetition the system is loaded anew, untimed, so that nothing it remembers of the
    sentences helps it.

    Args:
        dataset: its name.
        system: the system's name.
        load: gives the system.
        sources: tokenised sentences, from which the sample is drawn by content.
        sentences: size of the sample; less where there are fewer distinct sentences.
        device: what the system runs on, in words.
        seed: the study's seed.
        signature: what moves the system's corrections.

    Returns:
        One row: dataset, system, sample (its sentences), speed (sentences per second, the median of
        the repetitions), slowest, fastest, device, signature.
    """
    distinct = {" ".join(source.split()) for source in sources} - {""}
    in_order = sorted(distinct, key=lambda text: seed_from(seed, "sample", text))
    sample = in_order[:sentences]
    speeds = []
    for _ in range(REPETITIONS):
        loaded = load()
        loaded.correct(in_order[-1:])
        start = time.perf_counter()
        loaded.correct(sample)
        speeds.append(len(sample) / (time.perf_counter() - start))
    row = {
        "dataset": dataset,
        "system": system,
        "sample": len(sample),
        "speed": np.median(speeds),
        "slowest": min(speeds),
        "fastest": max(speeds),
        "device": device,
        "signature": signature,
    }
    return pd.DataFrame([row])
