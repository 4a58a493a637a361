# The study, checked and completed, and what every stage asks of it.

import os
import re
import sys
from inspect import signature
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger

from gec_attribution.errors import ConfigError
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Reads
from gec_attribution.pipeline import captions, experiment_files, explored, targets
from gec_attribution.config.entries import OWN, REFERENCE, Component, plain
from gec_attribution.pipeline.opening import open_study
from gec_attribution.config.places import PROJECT, resolve
from gec_attribution.pipeline.stage_files import StageFiles
from gec_attribution.pipeline.study import NOT_RUN

# Where the workflow, its scripts and their library are; results go to the working directory.
WORKFLOW = Path(str(workflow.current_basedir)).parents[1]

try:
    opened = open_study(
        config,
        workflow.configfiles,
        within=Path.cwd(),
        # The process of a job looks for nothing that the first one has found.
        look=workflow.is_main_process,
        # As a module, the workflow may be given what rules of the other one make.
        alone=Path(workflow.main_snakefile).resolve() == WORKFLOW / "Snakefile",
    )
except ConfigError as error:
    # Snakemake would add its own lines about this file.
    sys.exit(f"{error}")
for line in opened.remarks:
    logger.warning(line)
study = opened.study
files = StageFiles(study)
config.update(plain(study))


def ask(question, **known):
    """The input or parameter that answers a question about those wildcards of a rule that it takes."""
    taken = signature(question).parameters

    def answer(wildcards):
        named = {key: value for key, value in wildcards.items() if key in taken}
        try:
            return question(**{**named, **known})
        except ConfigError as error:
            raise WorkflowError(str(error)) from None

    return answer


def one_or_none(question):
    """Input function for an optional file: a script gets its name, not a list of one."""
    asked = ask(question)
    return lambda wildcards: next(iter(asked(wildcards)), [])


def of_dataset(key):
    """Input function for a key of a rule's data set."""
    return lambda wildcards: getattr(study.datasets[wildcards.dataset], key)


def settings_of(stage):
    """Parameters of a rule that runs the models of a stage, `correction` or `scoring`.

    Of the settings, only these two move a number. Snakemake keeps no record of what it derives from
    threads: another batch size makes nothing anew.
    """
    settings = plain(getattr(study, stage))
    moving = {key: settings[key] for key in ("dtype", "max_length")}
    return {stage: lambda wildcards, threads: settings, "moving": moving}


def project_file(path):
    """A file or folder of the project."""
    return resolve(path, [WORKFLOW, PROJECT], within=Path.cwd())


def one_of(names):
    """A wildcard constraint that matches only these names (or nothing, where there are none)."""
    return "|".join(map(re.escape, names)) or "(?!)"


BOOTSTRAP = {"resamples": study.evaluation.resamples, "seed": study.seed}
STUDY, LABELS = study.folder, study.labels
LOGS = f"{STUDY}/logs"
# Scores are named by content, so all studies share them.
STORE = "results/store"
DATASETS, METHODS = study.shared_datasets, list(study.methods)
COALITIONS, METHOD_SPECS = plain(study.coalitions), study.specs("methods")
SCORED_METRICS = study.scored_metrics
systems_of, metrics_of = study.systems_of, study.metrics_of


# The jobs into which one metric's scoring of one data set is split.
scattergather:
    pairs=study.scoring.shards,


wildcard_constraints:
    dataset=one_of(study.datasets),
    system=one_of(study.systems),
    explainer=one_of(study.explainers),
    correction=one_of([*study.systems, OWN, REFERENCE]),
    run=r"(\.\d+)?",
    metric=one_of(study.metrics),
    method=one_of(METHODS),
    reference=r"\d+",


# Scripts import the library that belongs to them; in a rule's own environment it is not installed.
LIBRARY = str(WORKFLOW / "src")
OTHERS = os.environ.get("PYTHONPATH", "").split(os.pathsep)
os.environ.update(
    PYTHONPATH=os.pathsep.join(dict.fromkeys([LIBRARY, *filter(None, OTHERS)]))
)
