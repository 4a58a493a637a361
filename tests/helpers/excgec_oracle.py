"""The authors' scores of explained Chinese corrections, and what they were computed from."""

import functools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gec_attribution.judging.f_scores import Scores
from gec_attribution.languages.chinese_alignment import ChineseAligner
from gec_attribution.languages.chinese_lexicons import Lexicons

Sample = dict[str, Any]
ORACLE = Path(__file__).parents[1] / "oracle"
CONFUSIONS = ORACLE / "confusions.txt"
"""All that the cases need of the authors' confusion sets: two pairs that sound different."""

# Official names of the scores, and ours.
MEASURES = {
    "hit": ("hit_ratio",),
    "miss": ("miss_unselected_ratio",),
    "miss_nonoverlapping": ("miss_nonoverlapping_ratio",),
    "accuracy": ("error_type", "acc"),
    **{
        f"{mean}_{part}": ("error_type", f"{mean}_{part}")
        for mean in ("micro", "macro")
        for part in ("precision", "recall", "f1")
    },
    "mae": ("error_severity", "mae"),
    "bleu": ("error_description", "bleu"),
    "meteor": ("error_description", "meteor"),
    "rouge_1": ("error_description", "rouge-1"),
    "rouge_2": ("error_description", "rouge-2"),
    "rouge_l": ("error_description", "rouge-L"),
}


@functools.cache
def load() -> dict[str, Any]:
    """Written cases, and the results of the authors' code."""
    return json.loads((ORACLE / "excgec_cases.json").read_text(encoding="utf-8"))


@functools.cache
def aligner() -> ChineseAligner:
    """The authors' aligner, with a memory."""
    caching_aligner = ChineseAligner(Lexicons(CONFUSIONS))
    caching_aligner.all_edits = functools.cache(caching_aligner.all_edits)
    caching_aligner.edits = lambda source, target: caching_aligner.all_edits(
        source, target
    )[0]
    return caching_aligner


@functools.cache
def test_samples(shared: Path) -> list[Sample]:
    path = shared / "datasets/excgec/test.json"
    return json.loads(path.read_text(encoding="utf-8"))["samples"]


def hypothesis(case: Sample) -> Sample:
    """The hypothesis of a case, as a sample of EXCGEC."""
    return _sample(case, case["hypothesis"], case["hypothesis_edits"])


def reference(case: Sample) -> Sample:
    return _sample(case, case["target"], case["reference_edits"])


def official(expected: dict[str, Any]) -> dict[str, float]:
    """The authors' explanation scores under our names."""
    return {
        name: functools.reduce(lambda value, key: value[key], keys, expected)
        for name, keys in MEASURES.items()
    }


def totals(scores: Scores) -> list[float]:
    """The summed counts of a corpus, then precision, recall and F0.5."""
    measures = scores.scores.values()
    return [*scores.counts.values(), *(float(measure.value) for measure in measures)]


def _sample(case: Sample, target: str, edits: Sequence[Sample]) -> Sample:
    return {"source": case["source"], "target": target, "edits": list(edits)}
