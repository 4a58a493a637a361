"""How many sentences a system corrects in a second."""

import math
import time
from collections.abc import Sequence

import numpy as np
import pandas as pd

from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.seeds import seed_from
from gec_attribution.systems import System

SAMPLES = 3


def measure_speed(
    dataset: str,
    system: System,
    sources: Sequence[str],
    *,
    sentences: int,
    device: str,
    seed: int = 0,
    signature: str = "",
    language: Language = ENGLISH,
) -> pd.DataFrame:
    """Time the correction of a few samples, after another one to warm up.

    The samples have no sentence in common, so that what a system caches in one does not make the
    next faster than in any corpus.

    Args:
        dataset: its name.
        system: the system, loaded.
        sources: tokenised sentences, from which the samples are drawn by content.
        sentences: size of a sample; less where there are too few distinct sentences.
        device: what the system runs on, in words.
        seed: the study's seed.
        signature: what moves the system's corrections.
        language: the language of the sentences.

    Returns:
        One row: dataset, system, sentences (of a sample), speed (sentences per second, the median
        of the samples), slowest, fastest, device, signature.
    """
    distinct = {language.join(language.tokenize(source)) for source in sources} - {""}
    in_order = sorted(distinct, key=lambda text: seed_from(seed, "sample", text))
    size = min(sentences, math.ceil(len(in_order) / (1 + SAMPLES)))
    last = min(len(in_order), (1 + SAMPLES) * size)
    samples = [in_order[start : start + size] for start in range(0, last, size)]
    # A system may do on its first sample what it does only once, such as reading its dictionary.
    warm_up, *speeds = (_speed(system, sample) for sample in samples)
    speeds = speeds or [warm_up]
    row = {
        "dataset": dataset,
        "system": system.name,
        "sentences": size,
        "speed": np.median(speeds),
        "slowest": min(speeds),
        "fastest": max(speeds),
        "device": device,
        "signature": signature,
    }
    return pd.DataFrame([row])


def _speed(system: System, sample: Sequence[str]) -> float:
    start = time.perf_counter()
    system.correct(sample)
    return len(sample) / (time.perf_counter() - start)
