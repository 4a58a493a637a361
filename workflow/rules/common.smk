# The study, checked and completed, and what several files of rules share.

import os
import re
import sys
from dataclasses import asdict
from pathlib import Path

from snakemake.logging import logger

from gec_attribution.config.entries import plain
from gec_attribution.config.names import OWN, REFERENCE
from gec_attribution.config.files import contents_of
from gec_attribution.errors import ConfigError
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Reads
from gec_attribution.languages import module_of
from gec_attribution.pipeline import captions, experiment_files, explored, targets
from gec_attribution.pipeline.library import PACKAGE, library_of_jobs
from gec_attribution.pipeline.named_files import hub_models
from gec_attribution.plugins.code import code_digest, names_in
from gec_attribution.storage import code_state

# As a module of another workflow, this one may read what rules of the other one make.
ALONE = Path(workflow.main_snakefile).resolve().parent in (
    REPOSITORY,
    REPOSITORY / "workflow",
)

try:
    LIBRARY = library_of_jobs(REPOSITORY)
    study = opening.open_study(
        config,
        workflow.configfiles,
        within=Path.cwd(),
        alone=ALONE,
        locks=workflow.is_main_process,
        dry_run=workflow.output_settings.dryrun,
    )
    # Only the main process checks the files; jobs need not repeat it.
    remarks = (
        opening.check_files(study, alone=ALONE) if workflow.is_main_process else []
    )
except ConfigError as error:
    # Snakemake would add its own lines about this file.
    sys.exit(f"{error}")
for line in remarks:
    logger.warning(line)

STUDY, LABELS = study.folder, study.labels


# Paths in the rules begin with <study>, the folder of the study's results.
pathvars:
    study=STUDY,


# Scores are named by content, so all studies share them.
STORE = "results/store"
METHODS, SCORED_METRICS = list(study.methods), study.scored_metrics


def paths_in(files):
    """The paths in a text, in a list of texts, or in lists of lists."""
    if isinstance(files, str):
        return [files]
    return [path for each in files for path in paths_in(each)]


def versions_of(script, *names, files=None):
    """Parameter with the versions of the code and of the user's files behind a rule's output.

    Snakemake runs a rule again if a parameter changes, but sees neither the modules that a script
    imports nor that a file was exchanged for an older one. So the parameter has a digest of the
    script with its modules (a comment changes none), and one of each file of the user.

    Args:
        script: its path below `scripts`.
        names: modules that the script loads by name, or functions of wildcards that return entries
            of the study with types. The language of the rule's data set counts, too.
        files: function of wildcards that returns files, or lists of files; those that rules make
            do not count.
    """
    # Of a workflow in git, a copy of the script.
    path = workflow.source_path(f"../../scripts/{script}")
    # Files of a workflow that has this one as a module are in the working directory.
    made_in = {} if ALONE else {"made_in": [Path.cwd()]}

    def versions(w):
        loaded = {name for name in names if isinstance(name, str)}
        loaded |= set(names_in([name(w) for name in names if callable(name)]))
        if "dataset" in w.keys():
            loaded.add(module_of(study.datasets[w.dataset].language))
        return {
            "code": code_digest(path, loaded),
            "files": contents_of(paths_in(files(w) if files else []), **made_in),
        }

    return versions


def settings_of(stage):
    """Parameters of a rule that runs the models of a stage, `correction` or `scoring`.

    Two of the settings move a number, and are tracked. Snakemake keeps no record of a parameter that
    is derived from threads: another batch size triggers no rerun.
    """
    settings = asdict(getattr(study, stage).settings)
    tracked = {key: settings[key] for key in ("dtype", "max_length")}
    return {stage: lambda wildcards, threads: settings, "tracked_settings": tracked}


def one_of(names):
    """A wildcard constraint that matches only these names (or nothing, where there are none)."""
    return "|".join(map(re.escape, names)) or "(?!)"


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


# Scripts import the library of which the digests are; in a rule's own environment it is not installed.
OTHERS = os.environ.get("PYTHONPATH", "").split(os.pathsep)
os.environ.update(
    PYTHONPATH=os.pathsep.join(dict.fromkeys([LIBRARY, *filter(None, OTHERS)]))
)
code_state.hand_on()
