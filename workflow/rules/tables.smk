# Stage 8: the tables, each as LaTeX, Markdown and CSV.


rule tabulate_metric_scores:
    input:
        tables=expand(rules.evaluate_metric_scores.output[0], dataset=DATASETS),
    output:
        **table("metric_scores", "1 The systems under each metric", "Mean scores"),
    log:
        f"{LOGS}/tabulate_metric_scores.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="metric_scores",
        labels=LABELS,
        caption=caption_params(methods=[]),
    script:
        "../../scripts/tables/tabulate.py"


# The data sets on which other forms are compared with Shapley values; some read references.
RELATED_DATASETS = [
    name
    for name in (datasets_of("related_forms") if OPTIONS["related_forms"] else [])
    if name in DATASETS_WITH_REFERENCES
]


rule tabulate_warnings:
    input:
        tables=expand(rules.evaluate_warnings.output[0], dataset=DATASETS),
    output:
        **table("warnings", "1 The systems under each metric", "Warnings"),
    log:
        f"{LOGS}/tabulate_warnings.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="warnings",
        labels=LABELS,
        caption=caption_params(methods=[]),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_case_study:
    input:
        tables=tables_of(
            "case_study",
            CASE_STUDY_COLUMNS,
            [CASE_STUDY["dataset"]] if CASE_STUDY else [],
        ),
    output:
        **table("case_study", "5.1 Case study and bias", "Table 1: case study"),
    log:
        f"{LOGS}/tabulate_case_study.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="case_study",
        labels=LABELS,
        case=CASE_STUDY,
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_sampling_error:
    input:
        tables=expand(
            rules.measure_sampling_error.output[0],
            dataset=datasets_of("sampling_error"),
        ),
    output:
        **table("sampling_error", "4.5 Efficiency", "Table 2: sampling error"),
    log:
        f"{LOGS}/tabulate_sampling_error.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="sampling_error",
        labels=LABELS,
        caption=caption_params(datasets_of("sampling_error"), TIMED_METRICS),
        experiment=OPTIONS["sampling_error"],
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_estimators:
    input:
        tables=expand(
            rules.compare_estimators.output[0], dataset=datasets_of("estimators")
        ),
    output:
        **table("estimators", "4.5 Efficiency", "Estimators of Shapley values"),
    log:
        f"{LOGS}/tabulate_estimators.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="estimators",
        labels=LABELS,
        caption=caption_params(datasets_of("estimators"), SCORED_METRICS, []),
        experiment=OPTIONS["estimators"],
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_filtering:
    input:
        tables=expand(rules.evaluate_filtering.output[0], dataset=FILTERED_DATASETS),
    output:
        **table("filtering", "Beyond the paper", "Without harmful edits"),
    log:
        f"{LOGS}/tabulate_filtering.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="filtering",
        labels=LABELS,
        caption=caption_params(FILTERED_DATASETS),
        experiment=OPTIONS["filtering"],
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_human_rankings:
    input:
        tables=[rules.evaluate_human_rankings.output[0]],
    output:
        **table("human_rankings", "Beyond the paper", "Agreement with rankings"),
    log:
        f"{LOGS}/tabulate_human_rankings.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="human_rankings",
        labels=LABELS,
        caption=caption_params([], RANKED_METRICS, []),
    script:
        "../../scripts/tables/tabulate.py"


rule check_published_scores:
    input:
        tables=[rules.evaluate_human_rankings.output[1]],
    output:
        **table("published_scores", "Beyond the paper", "Published scores"),
    log:
        f"{LOGS}/check_published_scores.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="published_scores",
        labels=LABELS,
        join={"published": PUBLISHED_METRICS},
        caption=caption_params([], list(PUBLISHED_METRICS), []),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_faithfulness:
    input:
        tables=expand(
            rules.evaluate_faithfulness.output.areas,
            dataset=datasets_of("faithfulness"),
        ),
    output:
        **table("faithfulness", "Beyond the paper", "Edits in the order of φ"),
    log:
        f"{LOGS}/tabulate_faithfulness.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="faithfulness",
        labels=LABELS,
        caption=caption_params(datasets_of("faithfulness")),
        experiment=OPTIONS["faithfulness"],
        max_edits=config["coalitions"]["max_edits"],
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_meta_evaluation:
    input:
        tables=tables_of("meta_evaluation", datasets=DATASETS_WITH_REFERENCES),
    output:
        **table("meta_evaluation", "4.4 Agreement with references", "Meta-evaluation"),
    log:
        f"{LOGS}/tabulate_meta_evaluation.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="meta_evaluation",
        labels=LABELS,
        caption=caption_params(DATASETS_WITH_REFERENCES),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_differences:
    input:
        tables=lambda wildcards: expand(
            rules.evaluate_differences.output[0],
            dataset={
                "consistency": DATASETS,
                "human_judgements": datasets_of("human_judgements"),
            }.get(wildcards.experiment, DATASETS_WITH_REFERENCES),
            experiment=wildcards.experiment,
        ),
    output:
        **table(
            "{experiment}_differences",
            "Comparisons",
            "Differences: {experiment}",
            "differences",
        ),
    log:
        f"{LOGS}/tabulate_differences/{{experiment}}.log",
    wildcard_constraints:
        experiment=one_of([*COMPARED, "human_judgements"]),
    conda:
        "../../envs/analysis.yaml"
    params:
        module="differences",
        labels=LABELS,
        caption=caption_params(),
    script:
        "../../scripts/tables/tabulate.py"


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
        **table(
            "paper_vs_reproduction", "The paper's numbers and ours", "Paper and ours"
        ),
    log:
        f"{LOGS}/tabulate_paper_vs_reproduction.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="paper_vs_reproduction",
        labels=LABELS,
        join={"published": PUBLISHED_DATASETS},
        caption=caption_params(),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_human_judgements:
    input:
        tables=expand(
            rules.evaluate_human_judgements.output[0],
            dataset=datasets_of("human_judgements"),
        ),
    output:
        **table("human_judgements", "Beyond the paper", "Agreement with people"),
    log:
        f"{LOGS}/tabulate_human_judgements.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="human_judgements",
        labels=LABELS,
        caption=caption_params(datasets_of("human_judgements")),
    script:
        "../../scripts/tables/tabulate.py"


use rule tabulate_human_judgements as tabulate_human_judgements_by_type with:
    output:
        **table(
            "human_judgements_by_type",
            "Beyond the paper",
            "Agreement with people by type",
            "human_judgements",
        ),
    log:
        f"{LOGS}/tabulate_human_judgements_by_type.log",
    params:
        module="human_judgements_by_type",
        labels=LABELS,
        caption=caption_params(datasets_of("human_judgements")),


rule tabulate_related_forms:
    input:
        tables=expand(
            rules.evaluate_related_forms.output[0],
            dataset=RELATED_DATASETS,
        ),
    output:
        **table("related_forms", "Beyond the paper", "Related forms"),
    log:
        f"{LOGS}/tabulate_related_forms.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="related_forms",
        labels={**LABELS, "form": FORM_LABELS},
        caption=caption_params(RELATED_DATASETS, methods=[]),
        options=OPTIONS["related_forms"],
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_vulnerability:
    input:
        tables=expand(
            rules.evaluate_vulnerability.output[0],
            dataset=datasets_of("vulnerability"),
        ),
    output:
        **table("vulnerability", "Beyond the paper", "Edits that correct nothing"),
    log:
        f"{LOGS}/tabulate_vulnerability.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="vulnerability",
        labels=LABELS,
        caption=caption_params(
            datasets_of("vulnerability"), methods=[OPTIONS["vulnerability"]["method"]]
        ),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_counterfactual_bias:
    input:
        tables=expand(
            rules.evaluate_counterfactual_bias.output[0],
            dataset=datasets_of("counterfactual_bias"),
        ),
    output:
        **table(
            "counterfactual_bias",
            "Beyond the paper",
            "Sentences that differ in one word",
        ),
    log:
        f"{LOGS}/tabulate_counterfactual_bias.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="counterfactual_bias",
        labels=LABELS,
        caption=caption_params(
            datasets_of("counterfactual_bias"),
            methods=[OPTIONS["counterfactual_bias"]["method"]],
        ),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_score_decomposition:
    input:
        tables=expand(
            rules.evaluate_score_decomposition.output.systems,
            dataset=datasets_of("score_decomposition"),
        ),
    output:
        **table("score_decomposition", "Beyond the paper", "Parts of the scores"),
    log:
        f"{LOGS}/tabulate_score_decomposition.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="score_decomposition",
        labels=LABELS,
        caption=caption_params(datasets_of("score_decomposition")),
        max_edits=config["coalitions"]["max_edits"],
    script:
        "../../scripts/tables/tabulate.py"


use rule tabulate_score_decomposition as tabulate_score_differences with:
    input:
        tables=expand(
            rules.evaluate_score_decomposition.output.differences,
            dataset=datasets_of("score_decomposition"),
        ),
    output:
        **table(
            "score_differences",
            "Beyond the paper",
            "Parts of the differences",
            "score_decomposition",
        ),
    log:
        f"{LOGS}/tabulate_score_differences.log",
    params:
        module="score_differences",
        labels=LABELS,
        caption=caption_params(datasets_of("score_decomposition")),
        max_edits=config["coalitions"]["max_edits"],


rule tabulate_missed_value:
    input:
        tables=expand(
            rules.evaluate_missed_value.output[0], dataset=DATASETS_WITH_MISSED_EDITS
        ),
    output:
        **table("missed_value", "Beyond the paper", "What was missed"),
    log:
        f"{LOGS}/tabulate_missed_value.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="missed_value",
        labels=LABELS,
        caption=caption_params(
            DATASETS_WITH_MISSED_EDITS, methods=[OPTIONS["missed_value"]["method"]]
        ),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_interactions:
    input:
        tables=tables_of("interactions"),
    output:
        **table("interactions", "Beyond the paper", "Interactions by types"),
    log:
        f"{LOGS}/tabulate_interactions.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="interactions",
        labels=LABELS,
        caption=caption_params(methods=[]),
        max_edits=config["coalitions"]["max_edits"],
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_strongest_interactions:
    input:
        tables=tables_of("strongest_interactions"),
    output:
        **table(
            "strongest_interactions", "Beyond the paper", "The strongest interactions"
        ),
    log:
        f"{LOGS}/tabulate_strongest_interactions.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="strongest_interactions",
        labels=LABELS,
        caption=caption_params(methods=[]),
        max_edits=config["coalitions"]["max_edits"],
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_joined_players:
    input:
        tables=expand(
            rules.evaluate_joined_players.output[0],
            dataset=DATASETS_WITH_JOINED_PLAYERS,
        ),
    output:
        **table("joined_players", "Beyond the paper", "Edits joined into one player"),
    log:
        f"{LOGS}/tabulate_joined_players.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="joined_players",
        labels=LABELS,
        caption=caption_params(
            DATASETS_WITH_JOINED_PLAYERS, methods=[OPTIONS["joined_players"]["method"]]
        ),
        max_edits=config["coalitions"]["max_edits"],
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_taxonomy:
    input:
        tables=[rules.evaluate_explained_corpora.output.edits],
    output:
        **table("taxonomy", "EXCGEC", "Table 1: types of errors"),
    log:
        f"{LOGS}/tabulate_taxonomy.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="taxonomy",
        labels=LABELS,
        caption=caption_params(EXPLAINED_DATASETS, [], []),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_corpus_statistics:
    input:
        tables=[rules.evaluate_explained_corpora.output.statistics],
    output:
        **table("corpus_statistics", "EXCGEC", "Table 2: statistics"),
    log:
        f"{LOGS}/tabulate_corpus_statistics.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="corpus_statistics",
        labels=LABELS,
        caption=caption_params(EXPLAINED_DATASETS, [], []),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_explained_systems:
    input:
        tables=expand(
            rules.evaluate_explained_systems.output[0], dataset=EXPLAINED_DATASETS
        ),
    output:
        **table("{kind}", "EXCGEC", "{kind}", "explained_systems"),
    log:
        f"{LOGS}/tabulate_explained_systems/{{kind}}.log",
    wildcard_constraints:
        kind=one_of(SOLUTIONS),
    conda:
        "../../envs/analysis.yaml"
    params:
        module="explained_systems",
        labels=LABELS,
        join=lambda wildcards: {
            "solutions": SOLUTIONS[wildcards.kind],
            "published": dict.fromkeys(
                ALSO_IN_PAPER, EXPLAINED_IN_PAPER[wildcards.kind]
            ),
        },
        caption=caption_params(EXPLAINED_DATASETS, [], []),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_description_ratings:
    input:
        tables=ratings_tables(),
    output:
        **table("description_ratings", "EXCGEC", "Table 7: agreement with people"),
    log:
        f"{LOGS}/tabulate_description_ratings.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="description_ratings",
        labels=LABELS,
        caption=caption_params(
            [
                name
                for name in DATASETS
                if name == (EXPERIMENTS["description_ratings"] or {}).get("dataset")
            ],
            [],
            [],
        ),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_severity_attribution:
    input:
        tables=expand(
            rules.evaluate_severity_attribution.output[0], dataset=EXPLAINED_DATASETS
        ),
    output:
        **table("severity_attribution", "Beyond the paper", "Severity and φ"),
    log:
        f"{LOGS}/tabulate_severity_attribution.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="severity_attribution",
        labels=LABELS,
        caption=caption_params(EXPLAINED_DATASETS),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_felt_types:
    input:
        tables=expand(
            rules.evaluate_severity_attribution.output[0], dataset=EXPLAINED_DATASETS
        ),
    output:
        **table("felt_types", "Beyond the paper", "Types that a metric feels"),
    log:
        f"{LOGS}/tabulate_felt_types.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="felt_types",
        labels=LABELS,
        join={"method": (EXPERIMENTS["severity_attribution"] or {}).get("method")},
        caption=caption_params(EXPLAINED_DATASETS),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_score_summary:
    input:
        tables=tables_of("score_summary"),
    output:
        **table("score_summary", "4.1 Settings", "Scores"),
    log:
        f"{LOGS}/tabulate_score_summary.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="score_summary",
        labels=LABELS,
        caption=caption_params(),
    script:
        "../../scripts/tables/tabulate.py"


rule tabulate_system_scores:
    input:
        scores=expand(
            rules.evaluate_system_scores.output[0], dataset=DATASETS_WITH_REFERENCES
        ),
        speeds=system_speeds(),
    output:
        **table("system_scores", "The GEC systems", "Systems"),
    log:
        f"{LOGS}/tabulate_system_scores.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="system_scores",
        labels=LABELS,
        caption=caption_params(DATASETS_WITH_REFERENCES),
        sentences=OPTIONS["system_speed"]["sentences"],
    script:
        "../../scripts/tables/tabulate.py"


# How good the systems are, without any metric to explain.
rule system_scores:
    input:
        rules.tabulate_system_scores.output,
