"""Description of a study for a paper: a paragraph, a short signature and what to cite."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.config.opening import load_study
from gec_attribution.pipeline.archive import read_provenance
from gec_attribution.statistics.bootstrap import MIN_SOURCES, enough_to_test
from gec_attribution.storage.signatures import digest, format_signature
from gec_attribution.storage.text import read_lines

LONGEST_SIGNATURE = 80
# The parts of `provenance.json` that move a number.
_MOVING = ("study", "code", "seed", "models", "data", "scores")


def describe(study: Path) -> str:
    """The paragraph, the short signature and the BibTeX entries of a study with results.

    Args:
        study: the folder of the results, as `results/learner`, or the study's YAML file.

    Raises:
        InputError: the study has no results yet.
    """
    folder = study
    if study.is_file():
        name = load_study(study).study
        folder = Path("results") / str(name)
    provenance = read_provenance(folder)
    entries = "\n\n".join(provenance["cite"])
    cited = {each.get("citation") for each in provenance["data"]} - {None, ""}
    notes = "".join(f"% data: {citation}\n" for citation in sorted(cited))
    paragraph = _paragraph(folder, provenance)
    signature = f"Signature: {short_signature(provenance)}"
    return f"{paragraph}\n\n{signature}\n\n{notes}{entries}"


def short_signature(provenance: Mapping[str, Any]) -> str:
    """A signature of at most `LONGEST_SIGNATURE` characters.

    Its `id` is a digest of all that moved a number, which `provenance.json` lists.
    """
    study = provenance["study"]
    method = next(iter(study["methods"].values()))["type"]
    parts = {
        "study": study["study"],
        "method": method,
        "bootstrap": study["evaluation"]["resamples"],
        "seed": provenance["seed"],
        "id": digest({key: provenance[key] for key in _MOVING}),
    }
    too_long = len(format_signature(parts)) - LONGEST_SIGNATURE
    if too_long > 0:
        parts["study"] = parts["study"][: max(1, len(parts["study"]) - too_long)]
    return format_signature(parts)[:LONGEST_SIGNATURE]


def _paragraph(folder: Path, provenance: Mapping[str, Any]) -> str:
    study = provenance["study"]
    labels = provenance["labels"]
    method = next(iter(study["methods"]))
    explained = []
    exact = 0
    estimated = 0
    for dataset in study["datasets"]:
        tables = sorted((folder / dataset / "attributions").glob(f"*/{method}.parquet"))
        if not tables:
            continue
        # Every metric has the same edits.
        table = pd.read_parquet(tables[0], columns=["system", "line", "exact"])
        sentences = len(read_lines(folder / dataset / "corpus" / "sources.txt"))
        names = table["system"].unique()
        systems = _listed([labels["system"].get(name, name) for name in names])
        explained.append(
            f"the {len(table):,} edits of {systems} in the {sentences:,} source sentences of "
            f"{labels['dataset'].get(dataset, dataset)}"
        )
        corrected = table.drop_duplicates(["system", "line"])
        exact += int(corrected["exact"].sum())
        estimated += int((~corrected["exact"]).sum())
    metrics = []
    for name, entry in study["metrics"].items():
        metrics.append(_metric(labels["metric"].get(name, name), entry))
    most = study["coalitions"]["exact_up_to"]
    resamples = study["evaluation"]["resamples"]
    attributed = f"exactly for corrections of up to {most} edits (corrected sentences: {exact:,})"
    if estimated:
        above = "estimated from sampled subsets of their edits"
        if study["coalitions"]["above"] == "skip":
            above = "left out"
        attributed += f"; those with more edits ({estimated:,}) are {above}"
    tested = "the same resamples"
    tests = enough_to_test(resamples)
    if tests != resamples:
        tested = f"{tests:,} paired resamples"
    return (
        f"We explain {_listed(explained)}. Scores of {_listed(metrics)} are attributed to edits by "
        f"{labels['method'].get(method, method)} (Goto et al., 2025), {attributed}. "
        "Intervals are 95% percentile bootstrap intervals "
        f"from {resamples:,} resamples of the source sentences, given for at least {MIN_SOURCES} "
        f"of them; p-values are two-sided, from {tested}, after Holm's correction. "
        f"The seed is {provenance['seed']}."
    )


def _metric(label: str, entry: Mapping[str, Any]) -> str:
    """A metric's label, with the model that it names."""
    model = Path(str(entry.get("model") or entry.get("quality_estimator") or "")).name
    if not model:
        return label
    return f"{label} with the model {model}"


def _listed(names: Sequence[str]) -> str:
    *first, last = names or ["nothing"]
    if first:
        return f"{', '.join(first)} and {last}"
    return last
