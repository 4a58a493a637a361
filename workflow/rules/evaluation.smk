# Stage 7: what does not fit the rules made from declarations: what is timed, and what compares experiments.

from dataclasses import asdict


# What is timed has no other job beside it, and is outside the score store. Each metric has a job of its own, so that
# one that ends early takes nothing from the others.
rule measure_efficiency:
    input:
        edits=system_edits,
        models=scored_with,
    output:
        f"{STUDY}/{{dataset}}/evaluation/efficiency/{{metric}}.csv",
    log:
        f"{LOGS}/measure_efficiency/{{dataset}}.{{metric}}.log",
    conda:
        "../../envs/scores.yaml"
    threads: workflow.cores
    params:
        **BOOTSTRAP,
        **settings_of("scoring"),
        entry=metric_entry,
        methods=config["methods"],
        options=study.options_of_numbers("efficiency"),
        language=language_param,
    script:
        "../../scripts/evaluation/measure_efficiency.py"


# The statistics of one experiment, whose methods and metrics are subtracted from each other.
rule evaluate_differences:
    input:
        statistics=ask(files.statistics),
    output:
        differences=f"{STUDY}/{{dataset}}/evaluation/differences/{{experiment}}.csv",
    log:
        f"{LOGS}/evaluate_differences/{{dataset}}.{{experiment}}.log",
    wildcard_constraints:
        experiment=one_of(
            [name for name in experiments() if experiments()[name].compared]
        ),
    conda:
        "../../envs/analysis.yaml"
    params:
        module="differences.compute",
        inputs=lambda wildcards: {
            "settings": asdict(experiments()[wildcards.experiment].compared)
        },
        compared=None,
    script:
        "../../scripts/experiments/evaluate.py"
