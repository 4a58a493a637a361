"""Tables as they are written, read as a reader sees them; and rows of evaluations."""

import re

import numpy as np
import pandas as pd

from gec_attribution.tables.render import write_table

SUFFIXES = ("tex", "md", "csv")


def written(folder, frame, caption="A caption.", numbers=None, name="example"):
    numbers = pd.DataFrame({"x": [1.0]}) if numbers is None else numbers
    write_table(frame, folder / name, caption, numbers)
    return {suffix: (folder / f"{name}.{suffix}").read_bytes() for suffix in SUFFIXES}


def rows_of_markdown(document):
    """The cells of a Markdown table as a reader sees them."""
    lines = [line for line in document.decode().splitlines() if line.startswith("|")]
    cells = [re.split(r"(?<!\\)\|", line.replace("\\\\", "\0"))[1:-1] for line in lines]
    plain = [
        [re.sub(r"\\(.)", r"\1", cell.strip()).replace("\0", "\\") for cell in row] for row in cells
    ]
    return [plain[0], *plain[2:]]


def rows_of_latex(document):
    body = document.decode().split("\\toprule\n")[1].split("\\bottomrule")[0]
    return [line for line in body.splitlines() if line != "\\midrule"]


def case_study_rows(metric, phi):
    """A sentence of three chunks: a replacement, an unedited word, a deletion."""
    total = sum(map(abs, phi))
    return pd.DataFrame(
        {
            "dataset": "essays",
            "system": "t5",
            "line": 3,
            "metric": metric,
            "method": "shapley",
            "of": "",
            "component": "",
            "weight": np.nan,
            "chunk": [0, 1, 2],
            "source": ["He go", "home", "the"],
            "correction": ["He goes", "home", ""],
            "type": ["R:VERB", "", "U:DET"],
            "phi": [phi[0], np.nan, phi[1]],
            "phi_normalised": [phi[0] / total, np.nan, phi[1] / total],
            "baseline": 0.5,
            "score": 0.5 + sum(phi),
            "signature": f"metric:{metric}|v:1",
        }
    )


def sampling_error_rows():
    common = {"dataset": "JFLEG", "metric": "SOME", "sentences": 82, "edits": 900, "missing": 2}
    common["sources"] = 61
    numbers = {"abs_phi_mean": 0.0838, "abs_phi_sd": 0.05, "seconds_exact": 12.345}
    signature = {"signature": "metric:some|v:1"}
    sampled = {"mae": 0.0171, "mae_low": 0.0165, "mae_high": 0.0177, "seconds_sampling": 0.98765}
    official = {"mae": 0.1368, "mae_low": 0.13, "mae_high": 0.14, "seconds_sampling": 0.05}
    return pd.DataFrame(
        [
            common | {"method": "shapley-sampling", "permutations": 64} | numbers | sampled,
            common | {"method": "official-sampling", "permutations": 15} | numbers | official,
        ]
    ).assign(**signature)


def meta_evaluation_row(dataset="jfleg-dev", metric="some", accuracy=0.531):
    return {
        "dataset": dataset,
        "metric": metric,
        "accuracy": accuracy,
        "accuracy_low": accuracy - 0.01,
        "accuracy_high": accuracy + 0.01,
        "accuracy_symmetric": accuracy + 0.002,
        "kendall": -0.066,
        "kendall_low": -0.09,
        "kendall_high": 0.04,
        "pairs": 5000,
        "sentences": 700,
        "ties": 20,
        "missing": 0,
        "signature": f"metric:{metric}|v:1",
    }
