# `snakemake --cores all` in this folder runs the default study: config/config.yaml.
include: "workflow/Snakefile"


# An included file says nothing of what is made without a target.
rule default:
    """everything that the study makes"""
    default_target: True
    input:
        rules.all.input,
