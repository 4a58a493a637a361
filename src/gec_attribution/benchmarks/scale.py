"""Synthetic corpora of any size, and the time and memory of every stage on them."""

import os
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gec_attribution.corpora.files import write_sentences
from gec_attribution.edits.m2 import iter_m2, write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit

VOCABULARY = 10_000

TYPES = tuple(
    f"R:{kind}"
    for kind in (
        *("ADJ", "ADV", "CONJ", "CONTR", "DET", "MORPH", "NOUN", "NOUN:INFL", "NOUN:NUM"),
        *("NOUN:POSS", "ORTH", "OTHER", "PART", "PREP", "PRON", "PUNCT", "SPELL", "VERB"),
        *("VERB:FORM", "VERB:INFL", "VERB:SVA", "VERB:TENSE", "WO"),
    )
)
KEPT = 0.4
"""The share of a system's edits that a synthetic reference has, too."""

METHODS = {"shapley": {"type": "shapley"}, "add": {"type": "add"}, "sub": {"type": "sub"}}
NAMES = {"dataset": "synthetic", "metric": "overlap", "method": "shapley", "shard": "0"}


@dataclass(frozen=True)
class Cost:
    """The time and memory of a command.

    Attributes:
        seconds: from its start to its end.
        cpu_seconds: of processor time, in all its threads.
        peak_mb: the most memory it had at a time, in MiB.
    """

    seconds: float
    cpu_seconds: float
    peak_mb: float


def synthetic_corrections(
    shapes: Sequence[tuple[int, int]], count: int, seed: int
) -> Iterator[AnnotatedSentence]:
    """Meaningless sentences with replacements, as long and as much edited as real ones.

    Args:
        shapes: (tokens, edits) of real sentences; each synthetic one has those of one of them,
            drawn with replacement, and at least as many tokens as edits.
        count: sentences wanted.
        seed: of the draws.
    """
    generator = np.random.default_rng(seed)
    for tokens, edits in generator.choice(np.array(shapes), count).tolist():
        length = max(tokens, edits)
        words = [f"w{word}" for word in generator.integers(VOCABULARY, size=length).tolist()]
        places = np.sort(generator.choice(length, edits, replace=False)).tolist()
        corrections = generator.integers(VOCABULARY, size=edits).tolist()
        types = generator.integers(len(TYPES), size=edits).tolist()
        found = tuple(
            Edit(place, place + 1, f"v{correction}", TYPES[kind])
            for place, correction, kind in zip(places, corrections, types, strict=True)
        )
        yield AnnotatedSentence(" ".join(words), {0: found})


def synthetic_references(
    corrections: Iterable[AnnotatedSentence], seed: int
) -> Iterator[AnnotatedSentence]:
    """A reference for each corrected sentence, which has a share `KEPT` of its edits."""
    generator = np.random.default_rng(seed)
    for sentence in corrections:
        edits = sentence.coders[0]
        kept = (generator.random(len(edits)) < KEPT).tolist()
        found = tuple(edit for edit, keep in zip(edits, kept, strict=True) if keep)
        yield AnnotatedSentence(sentence.source, {0: found})


def write_corpus(folder: Path, shapes: Sequence[tuple[int, int]], count: int, seed: int) -> None:
    """Write what a user would bring: `given.txt`, sources, and M2 of a system and a reference."""
    write_m2(folder / "given.m2", synthetic_corrections(shapes, count, seed))
    write_m2(folder / "reference.m2", synthetic_references(iter_m2(folder / "given.m2"), seed))
    write_sentences(folder / "given.txt", (one.source for one in iter_m2(folder / "given.m2")))


def stages(
    folder: Path,
    *,
    coalitions: Mapping[str, Any],
    scoring: Mapping[str, Any],
    experiments: Mapping[str, Any],
    seed: int,
) -> list[tuple[str, str, dict[str, Any]]]:
    """The jobs that make all tables and figures of a synthetic corpus (`write_corpus`), in order.

    The edits are those that the user brings: ERRANT's own time has nothing to do with the size of a
    corpus, and is hours for a million sentences. The metric is word overlap.

    Args:
        folder: where the corpus is, and everything is written.
        coalitions: as in a study.
        scoring: as in a study.
        experiments: the options of a study's experiments, and its number of `resamples`.
        seed: the study's seed.

    Returns:
        The name of each job's script, what it is for where several jobs run it, and what it reads
        of `snakemake`.
    """

    def path(name: str) -> str:
        return str(folder / name)

    def options(experiment: str, *names: str) -> dict[str, Any]:
        return {name: experiments[experiment][name] for name in names}

    language: dict[str, Any] = {"language": "en"}
    systems: dict[str, Any] = {"systems": ["synthetic"]}
    metrics: dict[str, Any] = {"metrics": ["overlap"]}
    sampling: dict[str, Any] = {"resamples": experiments["resamples"], "seed": seed}
    sampled: dict[str, Any] = {"include_sampled": experiments["include_sampled"]}
    spec: dict[str, Any] = {
        "spec": {"path": "given.m2"},
        "lines": None,
        "tokenise": False,
        **language,
    }
    study: dict[str, Any] = {**systems, "coalitions": coalitions, "seed": seed, **language}
    attributions = {name: path(f"{name}.parquet") for name in METHODS}
    values = {
        "edits": [path("edits.m2")],
        "coalitions": path("coalitions.parquet"),
        "scores": path("scores.parquet"),
    }
    of_metrics = {**values, "scores": [path("scores.parquet")]}
    every = list(attributions.values())
    one = [attributions["shapley"]]
    references = {"references": [path("edits_of_reference.m2")]}

    def job(
        script: str,
        inputs: Mapping[str, Any] | Sequence[str],
        outputs: Sequence[str] | Mapping[str, str],
        what: str = "",
        **params: Any,
    ) -> tuple[str, str, dict[str, Any]]:
        return (
            script,
            what,
            {
                "input": inputs,
                "output": {name: path(file) for name, file in outputs.items()}
                if isinstance(outputs, Mapping)
                else list(map(path, outputs)),
                "params": params,
                "wildcards": {**NAMES, **({"method": what} if what in METHODS else {})},
                "log": [],
                "threads": 1,
                "resources": {},
            },
        )

    def evaluation(
        name: str, inputs: Mapping[str, Any], **params: Any
    ) -> tuple[str, str, dict[str, Any]]:
        return job(f"evaluate_{name}", inputs, [f"{name}.csv", f"{name}.parquet"], **params)

    def edits(given: str, corrected: str, found: str) -> tuple[str, str, dict[str, Any]]:
        return job(
            "extract_edits",
            {"sources": path("sources.txt"), "corrected": path(corrected), "edits": path(given)},
            {
                "m2": f"{found}.m2",
                "signature": f"{found}.json",
                "unaligned": f"{found}.unaligned.txt",
            },
            what=found.replace("_", " "),
            **{**language, "pipeline": "auto", "form": "m2", "lines": None},
        )

    return [
        job(
            "prepare_sources", [path("given.txt")], ["sources.txt"], **{**spec, "spec": "given.txt"}
        ),
        job(
            "import_outputs",
            {"sources": path("sources.txt"), "outputs": path("given.m2")},
            ["hypotheses.txt"],
            **spec,
        ),
        edits("given.m2", "hypotheses.txt", "edits"),
        job(
            "prepare_reference",
            {"sources": path("sources.txt"), "reference": path("reference.m2")},
            ["reference.txt"],
            **spec,
        ),
        edits("reference.m2", "reference.txt", "edits_of_reference"),
        job(
            "plan_coalitions",
            {"edits": [path("edits.m2")], **references},
            {"pairs": "pairs.parquet", "coalitions": "coalitions.parquet"},
            **study,
            methods=METHODS,
            experiments={
                "consistency": options("consistency", "min_edits", "max_edits"),
                "interactions": None,
            },
            missed="add",
        ),
        job(
            "score_pairs",
            {"pairs": path("pairs.parquet"), "sources": [], "references": []},
            ["0.parquet"],
            metric={"type": "token_overlap"},
            scoring={**scoring, "shards": 1},
            store=path("store"),
            **language,
        ),
        job(
            "gather_scores",
            {"pairs": path("pairs.parquet"), "shards": [path("0.parquet")]},
            ["scores.parquet"],
        ),
        *(
            job(
                "attribute_edits",
                {**values, "extraction": [path("edits.json")], "rounds": []},
                [f"{name}.parquet"],
                **study,
                method=method,
                what=name,
            )
            for name, method in METHODS.items()
        ),
        job(
            "find_interactions",
            {**values, "extraction": [path("edits.json")]},
            ["pairs_of_edits.parquet"],
            max_edits=coalitions["max_edits"],
            **{**systems, **language},
        ),
        evaluation("edit_counts", {"edits": [path("edits.m2")]}, **systems, **sampling),
        evaluation("score_summary", {"scores": path("scores.parquet")}),
        evaluation(
            "metric_scores",
            {"sources": path("sources.txt"), **of_metrics},
            **{**systems, **metrics, **sampling},
        ),
        evaluation(
            "warnings",
            {**of_metrics, "unaligned": [path("edits.unaligned.txt")]},
            **{**systems, **metrics, "coalitions": coalitions},
        ),
        evaluation(
            "consistency",
            {"attributions": every, **values},
            methods=METHODS,
            coalitions=coalitions,
            options=experiments["consistency"],
            **{**systems, **sampling},
        ),
        evaluation(
            "agreement",
            {"attributions": every, **references},
            options=experiments["agreement"],
            **{**sampled, **sampling},
        ),
        evaluation(
            "bias",
            {"attributions": one},
            **{**sampled, **sampling, **options("bias", "min_frequency")},
        ),
        evaluation(
            "precision",
            {"attributions": one[0], **values},
            **{**systems, **sampled, **sampling, **options("precision", "min_frequency")},
        ),
        evaluation(
            "faithfulness",
            {"attributions": every, **references, **of_metrics},
            methods=list(METHODS),
            options=options("faithfulness", "min_edits"),
            **{**systems, **metrics, **sampling},
        ),
        evaluation(
            "interactions",
            {"pairs": path("pairs_of_edits.parquet")},
            options=experiments["interactions"],
            **{**sampling, **language},
        ),
        job(
            "evaluate_score_decomposition",
            {"attributions": one, **of_metrics},
            {"systems": "decomposition.csv", "differences": "decomposed.csv"},
            **{**systems, **metrics, **sampling},
        ),
        evaluation(
            "missed_value",
            {"attributions": [attributions["add"]], **references, **of_metrics},
            methods=METHODS,
            coalitions=coalitions,
            options={**experiments["missed_value"], "method": "add"},
            **{**systems, **metrics, **sampling, **language},
        ),
        evaluation("meta_evaluation", {**references, **values}, **systems, **sampling),
        evaluation(
            "system_scores",
            {"sources": path("sources.txt"), "edits": [path("edits.m2")], **references},
            **{**systems, **sampling, **language},
        ),
        job(
            "list_sentences",
            {"attributions": one[0], "sources": path("sources.txt")},
            ["sentences.csv"],
            **language,
        ),
        *(
            job(
                "plot",
                {"tables": [path(f"{figure}.csv")]},
                {kind: f"{figure}.{kind}" for kind in ("pdf", "png", "svg")},
                what=figure,
                module=figure,
                options=options(figure, *names),
                labels={},
            )
            for figure, *names in (
                ("agreement",),
                ("bias", "min_frequency"),
                ("consistency",),
                ("precision", "min_frequency"),
            )
        ),
    ]


def measure(command: Sequence[str]) -> Cost:
    """Run a command and measure its time and memory.

    Its memory is at least that of the process that measures, whose copy it is at first.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    start = time.perf_counter()
    process = subprocess.Popen(command)  # noqa: S603, the caller's own
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
