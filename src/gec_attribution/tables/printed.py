"""Numbers and claims that the two papers print, from `printed.yaml` next to this module."""

from importlib import resources
from typing import Any, NamedTuple

import yaml

PRINTED: dict[str, Any] = yaml.safe_load(
    resources.files(__package__).joinpath("printed.yaml").read_text("utf-8")
)
CORRECTION: list[str] = PRINTED["measures"]["correction"]
EXPLANATION: list[str] = PRINTED["measures"]["explanation"]
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


class Explained(NamedTuple):
    """A row of EXCGEC's Tables 3 to 6: scores by measure, in percent but for `mae`."""

    place: str
    explainer: str
    correction: str
    scores: dict[str, float]


class Published(NamedTuple):
    """A number of the papers, with names of their studies; empty where it is about all systems."""

    place: str
    dataset: str
    metric: str
    system: str
    measure: str
    value: float


_MEASURES = {**PRINTED["measures"], "all": CORRECTION + EXPLANATION}


def _explained() -> list[Explained]:
    rows = []
    for place, explainer, correction, kind, values in PRINTED["explanations"]:
        scores = dict(zip(_MEASURES[kind], map(float, values.split()), strict=True))
        rows.append(Explained(place, explainer, correction, scores))
    return rows


EXPLAINED = _explained()


def solution(explainer: str, correction: str) -> str:
    """Name of an explainer together with the system whose correction it explains."""
    return f"{explainer} ({correction})"


def case_measure(number: int) -> str:
    """Name of φ of an edit of the paper's example, counted from 1."""
    return f"φ of edit {number}"


def numbers() -> list[Published]:
    """All printed numbers that a study can have a counterpart of."""
    listed = []
    for place, dataset, measure, values in PRINTED["numbers"]:
        for name, value in values.items():
            metric, system = ("some", name) if measure == "corpus_score" else (name, "")
            listed.append(Published(place, dataset, metric, system, measure, value))
    case = PRINTED["case"]
    for number, phi in enumerate(case["phi"], start=1):
        measure = case_measure(number)
        listed.append(
            Published(
                "Table 1", case["dataset"], "impara", case["system"], measure, phi
            )
        )
    for measure, value in PRINTED["types"].items():
        listed.append(
            Published("EXCGEC, Table 1", "excgec-test", "", "", measure, value)
        )
    for dataset, values in PRINTED["corpora"].items():
        for measure, value in zip(
            ("sentences", "edits", "characters"), values, strict=True
        ):
            listed.append(
                Published("EXCGEC, Table 2", dataset, "", "", measure, float(value))
            )
    for row in EXPLAINED:
        name = solution(row.explainer, row.correction)
        for measure, value in row.scores.items():
            place = f"EXCGEC, {row.place}"
            listed.append(Published(place, "excgec-test", "", name, measure, value))
    for name, values in PRINTED["people"].items():
        for statistic, value in zip(("pearson", "spearman"), values, strict=True):
            listed.append(
                Published(
                    "EXCGEC, Table 7", "excgec-test", name, "people", statistic, value
                )
            )
    return listed


def published_rows(dataset: str) -> list[dict[str, Any]]:
    """The paper's rows of Tables 3 to 6, as those of the experiment `explained_systems`.

    Scores are shares, as ours are, and have no intervals. Corrections (`system`) are `own`,
    `reference` or `qwen-correct`; `dataset` is the name for the test part.
    """
    rows = []
    for row in EXPLAINED:
        shares = {name: value / 100 for name, value in row.scores.items()}
        if "mae" in row.scores:
            shares["mae"] = row.scores["mae"]
        rows.append(
            {
                "dataset": dataset,
                "explainer": f"{TITLES[row.explainer]} ({row.place} of the paper)",
                "system": row.correction,
                "runs": 3,
                **shares,
                "signature": "printed in arXiv 2407.00924",
            }
        )
    return rows
