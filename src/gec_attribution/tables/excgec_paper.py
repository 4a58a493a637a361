"""The scores printed in the paper on EXCGEC (Ye et al., arXiv 2407.00924), Tables 3 to 6.

Where a cell of Table 3 cannot be read or contradicts Table 5, which repeats it, Table 5 is taken.
Explainers are named as in `config/excgec.yaml`.
"""

from collections.abc import Sequence
from typing import Any

CORRECTION = (
    *("cleme_precision", "cleme_recall", "cleme_f0_5"),
    *("cherrant_precision", "cherrant_recall", "cherrant_f0_5"),
)
EXPLANATION = (
    *("hit", "miss", "accuracy", "macro_f1", "mae"),
    *("bleu", "meteor", "rouge_1", "rouge_2", "rouge_l"),
)
WITHOUT_OVERLAP = ("hit", "miss", "accuracy", "macro_f1", "mae", "rouge_1", "rouge_2", "rouge_l")

# Place in the paper, explainer, whose correction it explains, measures, and their values.
ROWS = (
    (
        *("Table 3", "qwen-base-post", "own", CORRECTION + EXPLANATION),
        (
            "26.00 26.54 26.10 33.87 20.16 29.81 "
            "67.29 56.81 60.99 29.82 0.80 15.22 39.05 49.74 23.28 34.32"
        ),
    ),
    (
        *("Table 3", "llama-post", "own", CORRECTION + EXPLANATION),
        (
            "21.33 26.05 22.14 29.00 19.40 26.39 "
            "61.40 55.71 59.16 25.63 0.88 14.70 36.89 49.41 23.54 34.87"
        ),
    ),
    (
        *("Table 3", "deepseek-base-post", "own", CORRECTION + EXPLANATION),
        (
            "26.21 7.00 16.92 36.00 7.04 19.75 "
            "69.92 85.39 60.64 26.47 0.79 15.07 38.05 50.19 24.10 34.90"
        ),
    ),
    (
        *("Table 3", "deepseek-post", "own", CORRECTION + EXPLANATION),
        (
            "25.46 18.51 23.68 34.02 15.75 27.62 "
            "67.52 66.64 58.11 24.45 0.84 13.94 36.97 48.66 22.70 34.23"
        ),
    ),
    (
        *("Table 3", "llama-pre", "own", CORRECTION + EXPLANATION),
        "7.12 11.17 7.68 10.86 8.57 10.31 23.88 73.06 24.31 8.78 1.21 5.78 23.07 37.57 13.47 27.19",
    ),
    (
        *("Table 3", "deepseek-pre", "own", CORRECTION + EXPLANATION),
        "9.93 8.26 9.55 14.28 7.07 11.86 24.72 78.67 19.12 5.84 1.29 5.91 23.95 37.59 13.11 26.78",
    ),
    ("Table 4", "qwen-pre", "reference", CORRECTION, "62.59 87.35 66.35 67.58 69.53 67.96"),
    ("Table 4", "llama-pre", "reference", CORRECTION, "69.10 90.90 72.58 73.75 74.37 73.87"),
    ("Table 4", "deepseek-pre", "reference", CORRECTION, "41.12 79.02 45.48 48.35 53.20 49.25"),
    (
        *("Table 4", "qwen-post", "reference", EXPLANATION),
        "99.93 0.43 81.53 39.56 0.73 17.88 41.40 51.73 28.81 36.51",
    ),
    (
        *("Table 4", "llama-post", "reference", EXPLANATION),
        "99.63 1.67 85.99 41.84 0.78 20.73 42.98 54.60 29.64 40.04",
    ),
    (
        *("Table 4", "deepseek-post", "reference", EXPLANATION),
        "99.93 0.40 81.17 35.93 0.74 19.57 42.32 53.12 28.03 38.59",
    ),
    (
        *("Table 5", "qwen-post", "own", CORRECTION + EXPLANATION),
        (
            "28.31 21.21 26.54 36.74 17.26 29.98 "
            "68.94 64.83 61.98 29.62 0.75 15.49 38.88 50.32 24.25 35.24"
        ),
    ),
    (
        *("Table 5", "qwen-pre", "own", CORRECTION + EXPLANATION),
        (
            "13.76 13.42 13.69 19.27 9.93 16.22 "
            "29.49 80.24 23.35 8.22 1.17 7.75 27.67 40.47 15.00 28.20"
        ),
    ),
    (
        *("Table 5", "qwen-explain", "qwen-correct", CORRECTION + EXPLANATION),
        (
            "32.45 23.93 30.29 40.50 19.58 33.37 "
            "72.00 63.10 65.76 32.77 0.70 16.41 40.04 51.07 24.92 35.89"
        ),
    ),
    (
        *("Table 6", "qwen-post-without-cote", "reference", WITHOUT_OVERLAP),
        "49.64 54.01 42.51 17.77 0.93 46.35 19.34 31.28",
    ),
)

TITLES = {
    "qwen-base-post": "Qwen1.5-7B-base, post-explaining",
    "qwen-post": "Qwen1.5-7B-chat, post-explaining",
    "qwen-post-without-cote": "Qwen1.5-7B-chat, post-explaining, without COTE",
    "qwen-pre": "Qwen1.5-7B-chat, pre-explaining",
    "qwen-explain": "Qwen1.5-7B-chat, explaining only",
    "llama-post": "Llama3-8B-instruct, post-explaining",
    "llama-pre": "Llama3-8B-instruct, pre-explaining",
    "deepseek-base-post": "DeepSeek-7B-base, post-explaining",
    "deepseek-post": "DeepSeek-7B-chat, post-explaining",
    "deepseek-pre": "DeepSeek-7B-chat, pre-explaining",
}
RUNS = 3


def published_rows(dataset: str, corrections: Sequence[str]) -> list[dict[str, Any]]:
    """The paper's rows of Tables 3 to 6, as those of the experiment `explained_systems`.

    Scores are shares, as ours are, and have no intervals.

    Args:
        dataset: what the rows call the test part.
        corrections: whose corrections are wanted: `own`, `reference` or `qwen-correct`.
    """
    return [
        {
            "dataset": dataset,
            "explainer": f"{TITLES[explainer]} ({place} of the paper)",
            "system": correction,
            "runs": RUNS,
            **{
                name: float(value) / (1 if name == "mae" else 100)
                for name, value in zip(measures, values.split(), strict=True)
            },
            "signature": "printed in arXiv 2407.00924",
        }
        for place, explainer, correction, measures, values in ROWS
        if correction in corrections
    ]
