"""Claims of the two papers in words, beside their numbers and a study's own."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from gec_attribution.experiments.paper_vs_reproduction.published_excgec import PEOPLE
from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.columns import Column
from gec_attribution.tables.excgec_paper import ROWS

TRUE, FALSE, NOT_RUN, NOT_PRINTED = "true", "false", "not run", "not printed"
_HIGHER = (
    *("cleme_f0_5", "cherrant_f0_5", "hit", "accuracy", "macro_f1"),
    *("bleu", "meteor", "rouge_1", "rouge_2", "rouge_l"),
)
_LOWER = ("miss", "mae")
_OWN = "own"


class Ordered(NamedTuple):
    """A claim that some explanations are better than others, in every measure of Tables 3 to 5.

    Attributes:
        place: where it stands.
        claim: what it says.
        pairs: the better and the worse, each an explainer and whose corrections it explains.
    """

    place: str
    claim: str
    pairs: Sequence[tuple[tuple[str, str], tuple[str, str]]]


ORDERED = (
    Ordered(
        "EXCGEC, Table 3",
        "Post-explaining models outperform pre-explaining models",
        [((f"{m}-post", _OWN), (f"{m}-pre", _OWN)) for m in ("qwen", "llama", "deepseek")],
    ),
    Ordered(
        "EXCGEC, Table 3",
        "Chat models are superior to base models",
        [((f"{m}-post", _OWN), (f"{m}-base-post", _OWN)) for m in ("qwen", "llama", "deepseek")],
    ),
    Ordered(
        "EXCGEC, Table 5",
        "The pipeline improves on multi-task models",
        [(("qwen-explain", "qwen-correct"), (name, _OWN)) for name in ("qwen-post", "qwen-pre")],
    ),
)
_CORRELATES = "ROUGE-1 correlates best with people"
_DROPS = "Sub's {} correlation drops for certain metrics"

COLUMNS = (
    Column("In the paper", "place"),
    Column("Claim", "claim"),
    Column("Dataset", "dataset"),
    Column("By its own numbers", "printed"),
    Column("Here", "verdict"),
    Column("What is found", "found"),
)


def join(
    *,
    published_datasets: Mapping[str, str],
    consistency: pd.DataFrame | None = None,
    explained_systems: pd.DataFrame | None = None,
    description_ratings: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Every claim about the study's data sets.

    Args:
        published_datasets: the study's data sets that a paper has numbers about, each with its name
            there.
        consistency: rows of that experiment; None, as of the others, where the study has none.
        explained_systems: rows of that experiment.
        description_ratings: rows of that experiment.

    Explainers, systems and methods are those of the same names in the papers' studies.

    Returns:
        place, claim, dataset, printed (whether the numbers that the paper prints say so: `true`,
        `false` or `not printed`), verdict (whether the study's say so: `true`, `false` or
        `not run`), found (in words), signature.
    """
    rows: list[dict[str, Any]] = []
    for dataset, there in published_datasets.items():
        if there == "excgec-test":
            rows += _of_explanations(dataset, _rows(explained_systems, dataset))
            rows.append(_of_people(dataset, _rows(description_ratings, dataset)))
        elif not there.startswith("excgec"):
            rows += _of_consistency(dataset, _rows(consistency, dataset))
    names = ["place", "claim", "dataset", "printed", "verdict", "found", "signature"]
    return pd.DataFrame(rows, columns=names)


def _rows(table: pd.DataFrame | None, dataset: str) -> pd.DataFrame:
    return pd.DataFrame() if table is None else table[table["dataset"] == dataset]


def _of_explanations(dataset: str, table: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """The claims of an order, in the paper's numbers and in ours."""
    printed: dict[tuple[str, str], dict[str, float]] = {}
    for _, explainer, correction, measures, values in ROWS:
        printed[explainer, correction] = dict(
            zip(measures, map(float, values.split()), strict=True)
        )
    ours = {
        (str(row["explainer"]), str(row["system"])): row.to_dict() for _, row in table.iterrows()
    }
    for place, claim, pairs in ORDERED:
        theirs, _ = _compared(pairs, printed)
        verdict, counted = _compared(pairs, ours)
        yield {
            "place": place,
            "claim": claim,
            "dataset": dataset,
            "printed": theirs,
            "verdict": verdict,
            "found": counted,
            "signature": ";".join(
                dict.fromkeys(
                    ours[name]["signature"] for pair in pairs for name in pair if name in ours
                )
            ),
        }


def _compared(
    pairs: Sequence[tuple[tuple[str, str], tuple[str, str]]],
    scores: Mapping[tuple[str, str], Mapping[str, Any]],
) -> tuple[str, str]:
    """Whether the first of each pair is better in every measure, and in how many it is."""
    counts = []
    for better, worse in pairs:
        if better in scores and worse in scores:
            higher, lower = scores[better], scores[worse]
            gains = [higher[name] - lower[name] for name in _HIGHER]
            gains += [lower[name] - higher[name] for name in _LOWER]
            known = [gain for gain in gains if not pd.isna(gain)]
            counts.append((better[0], worse[0], sum(gain > 0 for gain in known), len(known)))
    if not counts:
        return NOT_RUN, ""
    verdict = TRUE if all(won == known for *_, won, known in counts) else FALSE
    return verdict, "; ".join(
        f"{better} ahead of {worse} in {won} of {known} measures"
        for better, worse, won, known in counts
    )


def _of_people(dataset: str, table: pd.DataFrame) -> dict[str, Any]:
    """The claim about what correlates with people, over systems."""
    printed = {name: pearson for name, (pearson, _) in PEOPLE.items()}
    row = {"place": "EXCGEC, Table 7", "claim": _CORRELATES, "dataset": dataset}
    row["printed"] = TRUE if max(printed, key=printed.__getitem__) == "rouge_1" else FALSE
    if table.empty:
        return {**row, "verdict": NOT_RUN, "found": "", "signature": ""}
    kept = table[
        (table["level"] == "system")
        & (table["statistic"] == "pearson")
        & table["measure"].isin(list(PEOPLE))
    ]
    ours = kept.dropna(subset="value").set_index("measure")["value"]
    correlations = ", ".join(f"{name} {numeral(value, 3)}" for name, value in ours.items())
    best = "rouge_1" in ours and ours["rouge_1"] == ours.max()
    verdict = NOT_RUN if ours.empty else TRUE if best else FALSE
    signature = ";".join(dict.fromkeys(kept["signature"]))
    return {**row, "verdict": verdict, "found": correlations, "signature": signature}


def _of_consistency(dataset: str, table: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """Drop of Sub's rank correlation, and of Pearson's, which the figure may mean."""
    for measure, name, place in (
        ("spearman", "Spearman", "Figure 3"),
        ("pearson", "Pearson", "Figure 3, if its labels are swapped"),
    ):
        row = {"place": place, "claim": _DROPS.format(name), "dataset": dataset}
        row["printed"] = NOT_PRINTED
        kept = table[table["measure"] == measure] if len(table) else table
        told, drops, signatures = [], False, []
        for metric, rows in kept.groupby("metric", sort=False) if len(kept) else ():
            by_method = rows.set_index("method")
            if not {"sub", "shapley"} <= set(by_method.index):
                continue
            sub, shapley = by_method.loc["sub"], by_method.loc["shapley"]
            # Lower beyond what the intervals leave open.
            drops |= bool(sub["high"] < shapley["low"])
            told.append(
                f"{metric}: {numeral(sub['value'], 3)}, Shapley {numeral(shapley['value'], 3)}"
            )
            signatures += [sub["signature"], shapley["signature"]]
        verdict = NOT_RUN if not told else TRUE if drops else FALSE
        yield {
            **row,
            "verdict": verdict,
            "found": "; ".join(told),
            "signature": ";".join(dict.fromkeys(signatures)),
        }
