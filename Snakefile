import os

from snakemake.exceptions import WorkflowError
from snakemake.utils import min_version

try:
    from gec_attribution.config.places import DEFAULT_CONFIG
except ModuleNotFoundError:
    raise WorkflowError(
        "the package gec_attribution is not installed where Snakemake runs; `make .venv/installed` installs it, "
        "or `pip install .`, in the folder of the project"
    ) from None

min_version("9.0")


# The default study, unless a configuration file has a study, with which it would be merged. Keys on the command line
# are none.
if not config.keys() - {*workflow.config_settings.config}:

    configfile: DEFAULT_CONFIG


# The container of all rules, for --software-deployment-method apptainer: docs/installing.md.
if image := os.environ.get("GEC_CONTAINER"):

    container: image


include: "workflow/rules/common.smk"
include: "workflow/rules/inputs.smk"
include: "workflow/rules/outputs.smk"
include: "workflow/rules/corpora.smk"
include: "workflow/rules/systems.smk"
include: "workflow/rules/edits.smk"
include: "workflow/rules/games.smk"
include: "workflow/rules/scores.smk"
include: "workflow/rules/attributions.smk"
include: "workflow/rules/explanations.smk"
include: "workflow/rules/declarations.smk"
include: "workflow/rules/experiments.smk"
include: "workflow/rules/pages.smk"
# After all rules.
include: "workflow/rules/code.smk"


report: "workflow/report/workflow.rst"


# Snakemake limits how many jobs start in a second, and while any are left, each job that has ended wakes its
# scheduler once more a second: after a hundred of them it is as busy as a job. On one machine nothing needs the limit.
# No option of Snakemake turns it off (`--max-jobs-per-timespan` can only set another), hence the attribute.
onstart:
    if workflow.local_exec:
        workflow.scheduler.job_rate_limiter = None


# What no reader of a figure should have to find in logs.
onsuccess:
    for line in targets.closing_lines(study):
        logger.warning(line)


if workflow.is_main_process and workflow.output_settings.dryrun:
    for line in costs_expected():
        logger.info(line)


rule all:
    default_target: True
    input:
        all_shown(),
        rules.make_explorer.output,
        rules.make_report.output,
