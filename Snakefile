# `snakemake --cores all` in this folder runs the default study: config/config.yaml.
include: "workflow/Snakefile"
