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


# The default study, unless another one is named; Snakemake would merge the two.
if not workflow.configfiles:

    configfile: DEFAULT_CONFIG


# The container of all rules, for --software-deployment-method apptainer: docs/installing.md.
if image := os.environ.get("GEC_CONTAINER"):

    container: image


include: "workflow/rules/common.smk"
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


report: "workflow/report/workflow.rst"


# Warnings that a reader of the figures should not have to look for in logs.
onsuccess:
    for line in targets.closing_lines(study):
        logger.warning(line)


if workflow.is_main_process and workflow.output_settings.dryrun:
    for line in targets.scoring_costs(study):
        logger.info(line)


rule all:
    default_target: True
    input:
        rules.make_report.output,
        rules.make_explorer.output,
        # Named here, although the report shows them, so that a deleted one is made again.
        [path for shown in SHOWN for path in shown.files(study)],
