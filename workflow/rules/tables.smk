# Stage 7: the tables that join what no other does. All others are made from their declarations, in experiments.smk.

EXPLAINED_DATASETS, SOLUTIONS = study.explained_datasets, targets.solutions(study)


# The shares of positive attributions beside those of edits that correct nothing.
rule tabulate_edit_scale:
    input:
        tables=results_of("right_by_construction"),
        probes=results_of("vulnerability"),
    output:
        **explicit_table("right_by_construction", "edit_scale")["files"],
    log:
        f"{LOGS}/tabulate_edit_scale.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("right_by_construction", "edit_scale")["params"],
        module="right_by_construction.scale_table",
        labels=LABELS,
    script:
        "../../scripts/experiments/tabulate.py"


rule tabulate_differences:
    input:
        tables=lambda wildcards: expand(
            rules.evaluate_differences.output[0],
            dataset=study.datasets_of(experiments()[wildcards.experiment]),
            experiment=wildcards.experiment,
        ),
    output:
        **explicit_table("differences", "{experiment}_differences")["files"],
    log:
        f"{LOGS}/tabulate_differences/{{experiment}}.log",
    wildcard_constraints:
        experiment=one_of(targets.compared(study)),
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("differences", "{experiment}_differences")["params"],
        module="differences.table",
        labels=LABELS,
    script:
        "../../scripts/experiments/tabulate.py"


rule tabulate_paper_vs_reproduction:
    input:
        meta_evaluation=results_of("meta_evaluation"),
        precision=results_of("precision"),
        corpus_statistics=(
            [rules.evaluate_explained_corpora.output.corpus_statistics]
            if EXPLAINED_DATASETS
            else []
        ),
        explained_systems=expand(
            rules.evaluate_explained_systems.output[0], dataset=EXPLAINED_DATASETS
        ),
        description_ratings=results_of("description_ratings"),
    output:
        **explicit_table("paper_vs_reproduction")["files"],
    log:
        f"{LOGS}/tabulate_paper_vs_reproduction.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("paper_vs_reproduction")["params"],
        module="paper_vs_reproduction.table",
        labels=LABELS,
        join={"published": study.published_datasets},
    script:
        "../../scripts/experiments/tabulate.py"


rule tabulate_paper_claims:
    input:
        consistency=results_of("consistency"),
        explained_systems=expand(
            rules.evaluate_explained_systems.output[0], dataset=EXPLAINED_DATASETS
        ),
        description_ratings=results_of("description_ratings"),
    output:
        **explicit_table("paper_vs_reproduction", "paper_claims")["files"],
    log:
        f"{LOGS}/tabulate_paper_claims.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("paper_vs_reproduction", "paper_claims")["params"],
        module="paper_vs_reproduction.claims_table",
        labels=LABELS,
        join={"published": study.published_datasets},
    script:
        "../../scripts/experiments/tabulate.py"


rule tabulate_explained_systems:
    input:
        tables=expand(
            rules.evaluate_explained_systems.output[0], dataset=EXPLAINED_DATASETS
        ),
    output:
        **explicit_table("explained_systems", "{kind}")["files"],
    log:
        f"{LOGS}/tabulate_explained_systems/{{kind}}.log",
    wildcard_constraints:
        kind=one_of(SOLUTIONS),
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("explained_systems", "{kind}")["params"],
        module="explained_systems.table",
        labels=LABELS,
        join=lambda wildcards: SOLUTIONS[wildcards.kind],
    script:
        "../../scripts/experiments/tabulate.py"


rule tabulate_system_scores:
    input:
        scores=expand(
            rules.evaluate_system_scores.output[0],
            dataset=study.datasets_with_references,
        ),
        speeds=experiment_files.system_speeds(study),
    output:
        **explicit_table("system_scores")["files"],
    log:
        f"{LOGS}/tabulate_system_scores.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("system_scores")["params"],
        module="system_scores.table",
        labels=LABELS,
    script:
        "../../scripts/experiments/tabulate.py"


# How good the systems are, without any metric to explain.
rule system_scores:
    input:
        rules.tabulate_system_scores.output,
