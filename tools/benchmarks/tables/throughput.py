"""How fast a device scores."""

import pandas as pd

_CAPTION = (
    "Scoring of {pairs:,} distinct pairs of the study on {device}, with random weights of the "
    "usual size (BERT-base, GPT-2); of several batch sizes the fastest. Peak is the speed of a "
    "product of large square matrices in the same arithmetic on the same device, and the share "
    "that of all matrix products and attention of the scoring, padding included. The last column "
    "is the time for all {planned:,} distinct pairs of the study at this speed."
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The fastest batch size of each metric and dtype."""
    best = tables.groupby(["metric", "dtype"], sort=False)["pairs_per_second"].idxmax()
    return tables.loc[best].reset_index(drop=True)


def caption(table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION.format(**table.iloc[0][["pairs", "device", "planned"]])


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per metric and dtype, and one per dtype for all metrics one after the other.

    Args:
        table: rows of `join`.
    """
    sums = table.groupby("dtype", sort=False).agg(
        seconds=("seconds", "sum"),
        flops=("flops", "sum"),
        peak=("peak", "first"),
        pairs=("pairs", "first"),
        planned_seconds=("planned_seconds", "sum"),
    )
    together = sums.reset_index().assign(metric="all", batch_tokens=None)
    together["pairs_per_second"] = together["pairs"] / together["seconds"]
    together["peak_share"] = together["flops"] / together["seconds"] / together["peak"]
    rows = pd.concat([table.astype({"batch_tokens": object}), together], ignore_index=True)
    return pd.DataFrame(
        {
            "Metric": rows["metric"],
            "Arithmetic": rows["dtype"],
            "Tokens a batch": [
                "–" if pd.isna(tokens) else f"{tokens:,}" for tokens in rows["batch_tokens"]
            ],
            "Pairs a second": [f"{speed:,.0f}" for speed in rows["pairs_per_second"]],
            "TFLOP/s": [
                f"{flops / seconds / 1e12:.2f}"
                for flops, seconds in zip(rows["flops"], rows["seconds"], strict=True)
            ],
            "Share of peak": [f"{share:.0%}" for share in rows["peak_share"]],
            "Whole study, seconds": [f"{seconds:,.0f}" for seconds in rows["planned_seconds"]],
        }
    ).set_axis([""] * len(rows))
