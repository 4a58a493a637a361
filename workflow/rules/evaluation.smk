# Stage 7: what does not fit the rules made from declarations: what is timed, what compares experiments, and the tuning of
# filters.

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


rule measure_sampling_error:
    input:
        edits=system_edits,
        models=scored_with,
    output:
        f"{STUDY}/{{dataset}}/evaluation/sampling_error/{{metric}}.csv",
    log:
        f"{LOGS}/measure_sampling_error/{{dataset}}.{{metric}}.log",
    conda:
        "../../envs/scores.yaml"
    threads: workflow.cores
    params:
        **BOOTSTRAP,
        **settings_of("scoring"),
        entry=metric_entry,
        options=study.options_of_numbers("sampling_error"),
        language=language_param,
    script:
        "../../scripts/evaluation/measure_sampling_error.py"


rule measure_system_speed:
    input:
        # One file for each system.
        sources=ask(files.uncorrected_of_timed),
        models=ask(files.timed_with),
    output:
        f"{STUDY}/{{dataset}}/evaluation/system_speed.csv",
    log:
        f"{LOGS}/measure_system_speed/{{dataset}}.log",
    conda:
        "../../envs/systems.yaml"
    # The systems run on one of them; the others are kept idle.
    threads: workflow.cores
    params:
        **settings_of("correction"),
        systems=ask(study.timed_systems_of),
        language=language_param,
        sentences=OPTIONS["system_speed"]["sentences"],
        seed=config["seed"],
    script:
        "../../scripts/evaluation/measure_system_speed.py"


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


# The thresholds of filters, on a data set that nothing is evaluated on.
rule tune_filters:
    input:
        sources=rules.prepare_sources.output[0],
        edits=system_edits,
        references=reference_edits,
        attributions=ask(files.attributions_of_metrics),
    output:
        f"{STUDY}/{{dataset}}/evaluation/filter_thresholds.csv",
    log:
        f"{LOGS}/tune_filters/{{dataset}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        systems=systems_param,
        language=language_param,
    script:
        "../../scripts/systems/tune_filters.py"
