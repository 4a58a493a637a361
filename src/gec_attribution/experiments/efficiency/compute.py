"""Figure 5: the time that attributing a sentence takes, by its number of edits (section 4.5)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import torch

from gec_attribution.attribution import Method, load_method
from gec_attribution.attribution.signatures import method_parts, scored_parts
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.metrics import Metric, load_metric
from gec_attribution.scores.engine import complete_signature
from gec_attribution.timing.direct_scoring import (
    DrawnSentence,
    describe_device,
    seconds_to_attribute,
)

_NAMES = ["dataset", "metric", "method", "edits", "sentences"]
_SECONDS = ["seconds_mean", "seconds_sd", "low", "high", "sources", "note"]
COLUMNS = [*_NAMES, *_SECONDS, "device", "signature"]


def compute(inputs: Inputs) -> pd.DataFrame:
    """`efficiency` of one metric after the other, on all threads of the job."""
    torch.set_num_threads(inputs.threads)
    scoring = inputs.scoring or {}
    options = inputs.options
    # Every sentence measured gets all its coalitions, even above the study's limit.
    methods = [
        load_method(method, entry, exact_up_to=options["most_edits"], above="skip")
        for method, entry in inputs.settings["methods"].items()
    ]
    drawn = inputs.drawn(1, options["most_edits"])
    tables = []
    for name, (_, entry, _) in inputs.settings["scored"].items():
        table = measure_efficiency(
            inputs.evaluation(name),
            load_metric(name, entry, inputs.language.code, **scoring),
            methods,
            drawn,
            sentences=options["sentences"],
            device=describe_device(scoring["device"]),
        )
        tables.append(table)
    if not tables:
        return pd.DataFrame(columns=COLUMNS)
    return pd.concat(tables, ignore_index=True)


def measure_efficiency(
    evaluation: Evaluation,
    metric: Metric,
    methods: Sequence[Method],
    drawn: Sequence[DrawnSentence],
    *,
    sentences: int,
    device: str,
) -> pd.DataFrame:
    """Seconds per sentence for each number of edits, scoring included, nothing stored.

    Each sentence's coalitions are one call of the metric's `score`. Of the `drawn`, so many
    `sentences` are measured for each number of edits, fewer where there are fewer.

    Returns:
        dataset, metric, method, edits, sentences, seconds_mean, seconds_sd (between sentences, as
        drawn in the paper), low, high, sources (that were corrected into these sentences; they are
        what is resampled), note, device, signature (without the device).
    """
    for sentence in drawn[:1]:
        # A first call, not timed, does the work that only first calls have.
        metric.score([sentence.game.source], [sentence.game.base_text])
    rows = []
    scored_by = scored_parts(evaluation.metric, complete_signature(metric))
    for method in methods:
        of_method = evaluation.signed({**scored_by, **method_parts(method)})
        for edits in sorted({item.game.n for item in drawn}):
            sample = [item for item in drawn if item.game.n == edits][:sentences]
            games = [item.game for item in sample]
            seconds = [
                seconds_to_attribute(metric.score, method, game) for game in games
            ]
            lines = np.array([item.line for item in sample])
            mean = of_method.mean(np.array(seconds), lines)
            names = {"method": method.name, "edits": edits, "sentences": len(sample)}
            deviation = {"seconds_sd": np.std(seconds)}
            row = of_method.row(names, mean, deviation, "seconds_mean", device=device)
            rows.append(row)
    return pd.DataFrame(rows, columns=COLUMNS)
