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
from gec_study import captions, experiment_files
from gec_study.config import validate_study
from gec_study.experiments.catalogue import experiments
from gec_study.study import Study

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

DATASET, METRIC = "synthetic", "overlap"
METHODS = {name: {"type": name} for name in ("shapley", "add", "sub")}
# They are about edits that no synthetic system makes.
OF_OTHER_DATA = frozenset(("vulnerability", "human_judgements", "trained_judge"))
NAMES_IN_OPTIONS = frozenset(("datasets", "systems", "metrics", "method"))

Job = tuple[str, str, dict[str, Any]]
"""What a job is called, the name of its script, and what that reads of `snakemake`."""

Files = str | Sequence["Files"] | Mapping[str, "Files"]


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
        replacements = tuple(
            Edit(place, place + 1, f"v{correction}", TYPES[kind])
            for place, correction, kind in zip(places, corrections, types, strict=True)
        )
        yield AnnotatedSentence(" ".join(words), {0: replacements})


def synthetic_references(
    corrections: Iterable[AnnotatedSentence], seed: int
) -> Iterator[AnnotatedSentence]:
    """A reference for each corrected sentence, which has a share `KEPT` of its edits."""
    generator = np.random.default_rng(seed)
    for sentence in corrections:
        edits = sentence.coders[0]
        kept = (generator.random(len(edits)) < KEPT).tolist()
        shared = tuple(edit for edit, keep in zip(edits, kept, strict=True) if keep)
        yield AnnotatedSentence(sentence.source, {0: shared})


def write_corpus(folder: Path, shapes: Sequence[tuple[int, int]], count: int, seed: int) -> None:
    """Write what a user would bring: `given.txt`, sources, and M2 of a system and a reference."""
    write_m2(folder / "given.m2", synthetic_corrections(shapes, count, seed))
    write_m2(folder / "reference.m2", synthetic_references(iter_m2(folder / "given.m2"), seed))
    write_sentences(folder / "given.txt", (one.source for one in iter_m2(folder / "given.m2")))


def synthetic_study(
    *,
    coalitions: Mapping[str, Any],
    scoring: Mapping[str, Any],
    evaluation: Mapping[str, Any],
    seed: int,
) -> Study:
    """A study of one synthetic corpus, with the experiments that read nothing but its results.

    Args:
        coalitions: as in a study.
        scoring: as in a study; all pairs are one job.
        evaluation: as in a study, with the options of every experiment.
        seed: the study's seed.
    """
    measured = {
        name: {key: value for key, value in options.items() if key not in NAMES_IN_OPTIONS}
        for name, options in evaluation.items()
        if name in experiments() and _is_measured(name) and options is not None
    }
    settings = {key: evaluation[key] for key in evaluation.keys() - experiments().keys()}
    without = dict.fromkeys(evaluation.keys() - settings.keys() - measured.keys(), False)
    config: dict[str, Any] = {
        "study": "scale",
        "datasets": {DATASET: {"sources": "given.txt", "references": ["reference.m2"]}},
        "systems": {DATASET: {"type": "outputs", "files": {DATASET: "given.m2"}}},
        "metrics": {METRIC: {"type": "token_overlap"}},
        "methods": METHODS,
        "coalitions": coalitions,
        "scoring": {**scoring, "shards": 1},
        "evaluation": {**settings, **without, **measured},
        "seed": seed,
    }
    # Missed edits are many; with this method few more pairs are scored.
    config["evaluation"]["missed_value"]["method"] = "add"
    return Study(validate_study(config))


def _is_measured(name: str) -> bool:
    """Whether an experiment has the rule of all others, and needs no file that a user writes."""
    experiment = experiments()[name]
    # What scores for itself, is about written sentences or one of them, or is tuned elsewhere.
    special = experiment.scores or name in OF_OTHER_DATA or "thresholds" in experiment.reads
    special = special or experiment.needs == "explanations" or experiment.of_chosen_metrics
    made = experiment.computed and experiment.unit != "study" and not special
    return made and experiment_files.READINGS.issuperset(experiment.reads)


def stages(folder: Path, study: Study) -> list[Job]:
    """The jobs that make all tables and figures of a synthetic corpus (`write_corpus`), in order.

    The edits are those that the user brings: ERRANT's own time has nothing to do with the size of a
    corpus, and is hours for a million sentences. The metric is word overlap.

    Args:
        folder: where the corpus is, and everything is written.
        study: of `synthetic_study`.
    """
    return [
        (
            name,
            script,
            {
                "input": _placed(folder, inputs),
                "output": _placed(folder, outputs),
                "params": params,
                "wildcards": {
                    "dataset": DATASET,
                    "metric": METRIC,
                    "shard": "0",
                    "method": name.partition("(")[2].rstrip(")"),
                },
                "log": [],
                "threads": 1,
                "resources": {},
            },
        )
        for name, script, inputs, outputs, params in (
            *_before_experiments(folder, study),
            *_of_experiments(study),
        )
    ]


def _placed(folder: Path, files: Files) -> Files:
    """The paths of files in a folder, by the same names."""
    if isinstance(files, str):
        return str(folder / files)
    if isinstance(files, Mapping):
        return {name: _placed(folder, file) for name, file in files.items()}
    return [_placed(folder, file) for file in files]


def pairs_file(study: Study) -> str:
    """Where the pairs that are scored lie in the folder."""
    return f"{study.folder}/{DATASET}/coalitions/pairs.parquet"


_Draft = tuple[str, str, Files, Files, dict[str, Any]]


def _before_experiments(folder: Path, study: Study) -> Iterator[_Draft]:
    """Name, script, inputs, outputs and parameters of the jobs of stages 1 to 6."""
    config = study.config
    at = f"{study.folder}/{DATASET}"
    sources, corrected = f"{at}/corpus/sources.txt", f"{at}/systems/{DATASET}.txt"
    number = f"{at}/corpus/sources.json"
    reference, pairs = f"{at}/corpus/reference.0.txt", pairs_file(study)
    shard, scores = f"{at}/scores/{METRIC}/0b0.parquet", f"{at}/scores/{METRIC}.parquet"
    values = {
        "edits": [f"{at}/edits/{DATASET}.m2"],
        "coalitions": f"{at}/coalitions/coalitions.parquet",
        "scores": scores,
        "extraction": [f"{at}/edits/{DATASET}.json"],
    }
    language = {"language": "en"}
    spec = {"spec": {"path": "given.m2"}, "lines": None, "tokenise": False, **language}
    named = {"systems": [DATASET], **language}
    planned = {**named, "coalitions": config["coalitions"], "seed": config["seed"]}

    def edits(given: str, text: str, name: str) -> _Draft:
        kinds = {"m2": "m2", "signature": "json", "unaligned": "unaligned.parquet"}
        return (
            f"extract_edits ({name})",
            "extract_edits",
            {"sources": sources, "corrected": text, "edits": given},
            {key: f"{at}/edits/{name}.{suffix}" for key, suffix in kinds.items()},
            {**language, "pipeline": "auto", "form": "m2", "lines": None},
        )

    def job(script: str, inputs: Files, outputs: Files, **params: Any) -> _Draft:
        return script, script, inputs, outputs, params

    def prepared(name: str, given: str, text: str) -> _Draft:
        inputs = {"sources": sources, "number": number, "corrected": given}
        return name, "prepare_reference", inputs, [text], spec

    written = {"sources": sources, "number": number}
    yield job("prepare_sources", ["given.txt"], written, **{**spec, "spec": "given.txt"})
    yield prepared("import_outputs", "given.m2", corrected)
    yield edits("given.m2", corrected, DATASET)
    yield prepared("prepare_reference", "reference.m2", reference)
    yield edits("reference.m2", reference, "reference.0")
    yield job(
        "plan_coalitions",
        {"edits": values["edits"], "references": [f"{at}/edits/reference.0.m2"]},
        {"pairs": pairs, "coalitions": values["coalitions"]},
        **planned,
        methods=config["methods"],
        lattices=study.planned(DATASET),
        missed=config["evaluation"]["missed_value"]["method"],
        played_references=config["evaluation"]["right_by_construction"]["max_edits"],
    )
    yield job(
        "score_pairs",
        {"pairs": pairs, "sources": [], "references": []},
        [shard],
        metric=config["metrics"][METRIC],
        scoring=config["scoring"],
        store=str(folder / "store"),
        **language,
    )
    yield job(
        "gather_scores",
        {
            "pairs": pairs,
            "coalitions": values["coalitions"],
            "number": number,
            "shards": [shard],
        },
        {"scores": scores, "ends": f"{at}/ends/{METRIC}.parquet"},
        systems=[DATASET],
    )
    for name, method in config["methods"].items():
        yield (
            f"attribute_edits ({name})",
            "attribute_edits",
            {**values, "rounds": []},
            [f"{at}/attributions/{METRIC}/{name}.parquet"],
            {**planned, "method": method},
        )
    dependent = [f"{at}/interactions/{METRIC}.parquet"]
    most = config["coalitions"]["max_edits"]
    yield job("find_interactions", values, dependent, **named, max_edits=most)
    shapley = f"{at}/attributions/{METRIC}/shapley.parquet"
    listed = [f"{at}/evaluation/sentences.csv"]
    yield job("list_sentences", {"attributions": shapley, "sources": sources}, listed, **language)


def _of_experiments(study: Study) -> Iterator[_Draft]:
    """The same for the jobs of the rules that are made from declarations."""
    for name in filter(_is_measured, experiments()):
        experiment = experiments()[name]
        if not study.has(experiment):
            continue
        shown = {
            "labels": {},
            "text": list(experiment.text_columns),
            "style": study.style(),
        }
        metric = METRIC if experiment.unit == "metric" else ""
        yield (
            experiment.rule,
            "evaluate",
            experiment_files.input_files(study, experiment, DATASET, metric or None),
            {
                key: file.format(dataset=DATASET, metric=METRIC)
                for key, file in experiment_files.output_files(study, experiment).items()
            },
            {
                "module": f"{name}.compute",
                "inputs": experiment_files.parameters(study, experiment, DATASET, metric),
                "compared": experiment.compared and experiment.compared.keys,
            },
        )
        for figure in experiment.figures:
            stem = f"{study.folder}/{figure.folder}/{figure.name}"
            yield (
                figure.rule,
                "plot",
                {
                    key: [file.format(dataset=DATASET, metric=METRIC) for file in files]
                    for key, files in experiment_files.shown_files(
                        study, experiment, figure
                    ).items()
                },
                {kind: f"{stem}.{kind}" for kind in figure.kinds},
                {
                    **shown,
                    "module": f"{name}.{figure.module}",
                    "options": experiment_files.shown_options(study, experiment, figure, METRIC),
                },
            )
        for table in experiment.tables:
            options = experiment_files.shown_options(study, experiment, table)
            if table.variants or not all(options.values()):
                continue
            stem = f"{study.folder}/{table.folder}/{table.name}"
            yield (
                table.rule,
                "tabulate",
                experiment_files.shown_files(study, experiment, table),
                {kind: f"{stem}.{kind}" for kind in table.kinds},
                {
                    **shown,
                    "module": f"{name}.{table.module}",
                    "options": options,
                    "caption": captions.caption(study, experiment, table),
                },
            )


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
