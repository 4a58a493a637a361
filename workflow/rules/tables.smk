# Stage 7: the tables that join what no other does. All others are made from their declarations, in experiments.smk.

# The data sets on which other forms are compared with Shapley values; some read references.
RELATED_DATASETS = study.datasets_of(experiments()["related_forms"])


rule tabulate_case_study:
    input:
        tables=tables_of(
            "case_study",
            CASE_STUDY_COLUMNS,
            [CASE_STUDY["dataset"]] if CASE_STUDY else [],
        ),
    output:
        **explicit_table("case_study")["files"],
    log:
        f"{LOGS}/tabulate_case_study.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("case_study")["params"],
        module="case_study.table",
        labels=LABELS,
    script:
        "../../scripts/experiments/tabulate.py"


rule check_published_scores:
    input:
        tables=[rules.evaluate_human_rankings.output[1]],
    output:
        **explicit_table("human_rankings", "published_scores")["files"],
    log:
        f"{LOGS}/check_published_scores.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("human_rankings", "published_scores")["params"],
        module="human_rankings.published_table",
        labels=LABELS,
        join={"published": PUBLISHED_METRICS},
    script:
        "../../scripts/experiments/tabulate.py"


def results_of(name):
    """The first result of an experiment on each of its data sets, where the study has it."""
    experiment = experiments()[name]
    if EXPERIMENTS[name] is None:
        return []
    return experiment_files.shown_files(study, experiment, experiment.tables[0])


rule check_published_attributions:
    input:
        tables=results_of("published_attributions"),
    output:
        **explicit_table("published_attributions")["files"],
    log:
        f"{LOGS}/check_published_attributions.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("published_attributions")["params"],
        module="published_attributions.table",
        labels=LABELS,
        join={"published": PUBLISHED_METRICS},
    script:
        "../../scripts/experiments/tabulate.py"


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
        experiment=one_of([*COMPARED, "human_judgements"]),
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
        meta_evaluation=tables_of("meta_evaluation", datasets=DATASETS_WITH_REFERENCES),
        precision=tables_of("precision", datasets=datasets_of("precision")),
        corpus_statistics=(
            [rules.evaluate_explained_corpora.output.statistics]
            if EXPLAINED_DATASETS
            else []
        ),
        explained_systems=expand(
            rules.evaluate_explained_systems.output[0], dataset=EXPLAINED_DATASETS
        ),
        description_ratings=ratings_tables(),
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
        join={"published": PUBLISHED_DATASETS},
    script:
        "../../scripts/experiments/tabulate.py"


rule tabulate_related_forms:
    input:
        tables=expand(
            rules.evaluate_related_forms.output[0],
            dataset=RELATED_DATASETS,
        ),
    output:
        **explicit_table("related_forms")["files"],
    log:
        f"{LOGS}/tabulate_related_forms.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("related_forms")["params"],
        module="related_forms.table",
        labels={**LABELS, "form": FORM_LABELS},
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
        join=lambda wildcards: {
            "solutions": SOLUTIONS[wildcards.kind],
            "published": dict.fromkeys(
                ALSO_IN_PAPER, EXPLAINED_IN_PAPER[wildcards.kind]
            ),
        },
    script:
        "../../scripts/experiments/tabulate.py"


rule tabulate_description_ratings:
    input:
        tables=ratings_tables(),
    output:
        **explicit_table("description_ratings")["files"],
    log:
        f"{LOGS}/tabulate_description_ratings.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("description_ratings")["params"],
        module="description_ratings.table",
        labels=LABELS,
    script:
        "../../scripts/experiments/tabulate.py"


rule tabulate_felt_types:
    input:
        tables=expand(
            rules.evaluate_severity_attribution.output[0], dataset=EXPLAINED_DATASETS
        ),
    output:
        **explicit_table("severity_attribution", "felt_types")["files"],
    log:
        f"{LOGS}/tabulate_felt_types.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **explicit_table("severity_attribution", "felt_types")["params"],
        module="severity_attribution.felt_types_table",
        labels=LABELS,
        join={"method": (EXPERIMENTS["severity_attribution"] or {}).get("method")},
    script:
        "../../scripts/experiments/tabulate.py"


rule tabulate_system_scores:
    input:
        scores=expand(
            rules.evaluate_system_scores.output[0], dataset=DATASETS_WITH_REFERENCES
        ),
        speeds=system_speeds(),
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
