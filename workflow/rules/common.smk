# The configuration, checked and completed, and what every stage asks of it.

import itertools
import os
import re
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger

from gec_attribution.errors import ConfigError
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.networks.chat import missing_key
from gec_attribution.networks.gpus import least_memory
from gec_attribution.study.config import (
    OWN,
    REFERENCE,
    all_experiments,
    corrections_explained_by,
    datasets_explained_by,
    label_of,
    languages_of,
    metric_and_column,
    reads_references,
    shared_datasets,
    task_of,
    validate_config,
    validate_training,
)
from gec_attribution.study.places import (
    PROJECT,
    hub_models,
    meant,
    missing_models,
    missing_pipelines,
    places_of,
    resolve,
    resolve_paths,
    resolve_training,
    unfound,
)
from gec_attribution.study.study import Study
from gec_attribution.study.types import unknown_types
from gec_attribution.storage.yaml_files import read_yaml

# Where the workflow, its scripts and their library are; results go to the working directory.
WORKFLOW = Path(str(workflow.current_basedir)).parents[1]
# The recipes of the models are not part of a study.
TRAINING = config.pop("training", None)
# Where to look for the files that the configuration names.
PLACES = places_of(*workflow.configfiles)

try:
    # Snakemake has read these too, but keeps the last value of a key given twice.
    for path in workflow.configfiles:
        read_yaml(path)
    if TRAINING is not None:
        TRAINING = resolve_training(validate_training(TRAINING), PLACES, Path.cwd())
    # Readers see the study as they wrote it.
    AS_WRITTEN = validate_config(dict(config))
except ConfigError as error:
    raise WorkflowError(str(error)) from None
# Those of the hub are downloaded when they are first needed, or beforehand by the target fetch_models.
HUB_MODELS = hub_models(AS_WRITTEN, PLACES)
# Paths at which there is no model: what needs one is refused before the first job. In training a rule may make it.
ABSENT_MODELS = {}
if workflow.is_main_process and TRAINING is None:
    ABSENT_MODELS = missing_models(AS_WRITTEN, PLACES)
if workflow.is_main_process:
    problems = list(unknown_types(AS_WRITTEN))
    problems += missing_pipelines(AS_WRITTEN, PLACES)
    if problems:
        raise WorkflowError("\n".join([*problems, *ABSENT_MODELS.values()]))
    for line in ABSENT_MODELS.values():
        logger.warning(line)
    chats = [
        f"{kind}.{name}"
        for kind in ("systems", "explainers", "metrics")
        for name, entry in AS_WRITTEN[kind].items()
        if entry.get("type") in {"chat", "chat_judge"}
    ]
    if chats and (problem := missing_key()):
        logger.warning(f"{', '.join(chats)}: {problem}")
    if HUB_MODELS:
        from gec_attribution.networks.hub import to_fetch

        for model in to_fetch(HUB_MODELS):
            line = model.line + meant(model.id, PLACES)
            logger.warning(line)
            # Like a path at which there is none.
            if model.is_absent:
                ABSENT_MODELS[model.id] = line
    # Only a machine with a GPU waits for the libraries that know how large a model is.
    if AS_WRITTEN["explainers"] and (memory := least_memory()):
        from gec_attribution.study.gpu_memory import memory_shortages

        for line in memory_shortages(AS_WRITTEN, PLACES, memory):
            logger.warning(line)
config.update(resolve_paths(AS_WRITTEN, PLACES, within=Path.cwd()))
if workflow.is_main_process:
    for line in unfound(AS_WRITTEN, PLACES):
        logger.warning(f"{line}; some rule has to make it")


def project_file(path):
    """A file or folder of the project."""
    return resolve(path, [WORKFLOW, PROJECT], within=Path.cwd())


def study_file(path):
    """A file that the study names, where its other files are looked for, too."""
    return resolve(path, PLACES, within=Path.cwd())


# None where an experiment is left out. Its rules are there all the same, with its defaults as options.
EXPERIMENTS = config["evaluation"]
OPTIONS = all_experiments(config)
BOOTSTRAP = {"resamples": EXPERIMENTS["resamples"], "seed": config["seed"]}
CASE_STUDY = EXPERIMENTS["case_study"]
# What the case study shows of each metric: its score, or components.
CASE_STUDY_COLUMNS = {}
for name in (CASE_STUDY and (CASE_STUDY["metrics"] or config["metrics"])) or []:
    metric, column = metric_and_column(name)
    CASE_STUDY_COLUMNS.setdefault(metric, []).append(column)

STUDY = f"results/{config['study']}"
LOGS = f"{STUDY}/logs"
# Scores are named by content, so all studies share them.
STORE = "results/store"

EVERY_DATASET = list(config["datasets"])
# Those that take part in every experiment that has none of its own.
DATASETS = shared_datasets(config)
DATASETS_WITH_REFERENCES = [
    name for name in DATASETS if config["datasets"][name]["references"]
]
# The data sets that the paper has numbers about, with their names there.
PUBLISHED_DATASETS = {
    name: entry["published"]
    for name, entry in config["datasets"].items()
    if "published" in entry
}
# The data sets whose first reference is explained, edit by edit.
EXPLAINED_DATASETS = [
    name for name in DATASETS if "explanations" in config["datasets"][name]
]
METRICS = list(config["metrics"])
METHODS = list(config["methods"])
# Those that ask for more coalitions once they have seen some scores.
METHODS_IN_ROUNDS = [
    name
    for name, entry in config["methods"].items()
    if {**entry, **entry.get("estimator", {})}.get("tolerance")
]
# Systems whose outputs exist already, those that read the edits of others, explainers, and all others.
PUBLISHED_SYSTEMS, COMBINATIONS, FILTERS, EXPLAINING_SYSTEMS, CORRECTORS = (
    [name for name, entry in config["systems"].items() if select(entry["type"])]
    for select in (
        lambda kind: kind == "outputs",
        lambda kind: kind == "combination",
        lambda kind: kind == "filtered",
        lambda kind: kind == "explainer",
        lambda kind: kind not in {"outputs", "combination", "filtered", "explainer"},
    )
)
# Explainers whose explanations exist already, and all others.
GIVEN_EXPLAINERS, EXPLAINERS = (
    [name for name, entry in config["explainers"].items() if select(entry["type"])]
    for select in (lambda kind: kind == "outputs", lambda kind: kind != "outputs")
)
# The published metrics that metrics are said to be; it moves no score.
PUBLISHED_METRICS = {
    metric: config["metrics"][metric].pop("published")
    for metric in METRICS
    if "published" in config["metrics"][metric]
}
DERIVED_METRICS = [metric for metric in METRICS if "of" in config["metrics"][metric]]


def one_of(names):
    """A wildcard constraint that matches only these names (or nothing, where there are none)."""
    return "|".join(map(re.escape, names)) or "(?!)"


# A metric's scores of a data set are files numbered in binary. A job writes those whose numbers begin with its own, so that
# no file's name depends on scoring.shards, and another number of jobs makes nothing again.
SHARD_DIGITS = 6
JOB_DIGITS = config["scoring"]["shards"].bit_length() - 1


def binary(digits):
    """All numbers of so many binary digits, in their order; of none, an empty one."""
    return list(map("".join, itertools.product("01", repeat=digits)))


wildcard_constraints:
    dataset=one_of(EVERY_DATASET),
    system=one_of(config["systems"]),
    explainer=one_of(config["explainers"]),
    correction=one_of([*config["systems"], OWN, REFERENCE]),
    run=r"(\.\d+)?",
    metric=one_of(METRICS),
    method=one_of(METHODS),
    reference=r"\d+",
    shard=rf"0b[01]{{{JOB_DIGITS}}}",


# What figures and tables call each data set, system, explainer, metric, component of one, and method.
LABELS = {
    kind: {name: label_of(config, f"{kind}s", name) for name in config[f"{kind}s"]}
    for kind in ("dataset", "system", "explainer", "metric", "method")
}
# Nothing else knows them, so that a new label makes only figures and tables anew.
for kind in LABELS:
    for entry in config[f"{kind}s"].values():
        entry.pop("label", None)
LABELS["metric"] |= {
    f"{metric}.{column}": f"{LABELS['metric'][metric]} ({column})"
    for metric, columns in CASE_STUDY_COLUMNS.items()
    for column in columns
    if column != "score"
}


study = Study(config, LABELS, study_file)


systems_of, metrics_of = study.systems_of, study.metrics_of
SCORED_METRICS = study.scored_metrics
TIMED_METRICS = study.timed_metrics
RANKED_METRICS = study.ranked_metrics


def scored_metrics_of(dataset):
    """The metrics that score a data set and are not components of another."""
    return [name for name in metrics_of(dataset) if name in SCORED_METRICS]


def datasets_of(experiment):
    """The data sets that an experiment looks at."""
    return study.datasets_of(experiments()[experiment])


# Scripts import the library that belongs to them; in a rule's own environment it is not installed.
LIBRARY = str(WORKFLOW / "src")
OTHERS = os.environ.get("PYTHONPATH", "").split(os.pathsep)
os.environ.update(
    PYTHONPATH=os.pathsep.join(dict.fromkeys([LIBRARY, *filter(None, OTHERS)]))
)
