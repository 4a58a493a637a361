from snakemake.utils import min_version

min_version("9.0")


# Only when no study was named: a second configuration file would be merged into this one.
if "study" not in config:

    configfile: "config/config.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/inputs.smk"
include: "workflow/rules/outputs.smk"
include: "workflow/rules/corpora.smk"
include: "workflow/rules/systems.smk"
include: "workflow/rules/edits.smk"
include: "workflow/rules/games.smk"
include: "workflow/rules/scores.smk"
include: "workflow/rules/attributions.smk"
include: "workflow/rules/evaluation.smk"
include: "workflow/rules/figures.smk"
include: "workflow/rules/tables.smk"
include: "workflow/rules/benchmarks.smk"
include: "workflow/rules/pages.smk"


if TRAINING:

    include: "workflow/rules/training.smk"
    include: "workflow/rules/training_systems.smk"


report: "workflow/report/workflow.rst"


rule all:
    default_target: True
    input:
        all_figures(),
        all_tables(),
