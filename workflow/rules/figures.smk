# Stage 8: the figures, each as PDF, PNG and SVG, with the numbers behind it as CSV.


rule plot_cumulative_edits:
    input:
        tables=expand(rules.evaluate_edit_counts.output[0], dataset=DATASETS),
    output:
        **figure("cumulative_edits", "4.1 Settings", "Figure 2: number of edits"),
    log:
        f"{LOGS}/plot_cumulative_edits.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="cumulative_edits",
        labels=LABELS,
        without=not_drawn("edit_counts"),
        options={"max_edits": config["coalitions"]["max_edits"]},
        caption=caption_params(),
    script:
        "../../scripts/figures/plot.py"


rule plot_consistency:
    input:
        tables=tables_of("consistency"),
    output:
        **figure("consistency", "4.3 Consistency", "Figure 3: consistency"),
    log:
        f"{LOGS}/plot_consistency.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="consistency",
        labels=LABELS,
        options={},
        caption=caption_params(),
        experiment=OPTIONS["consistency"],
    script:
        "../../scripts/figures/plot.py"


rule plot_agreement:
    input:
        tables=tables_of("agreement", datasets=DATASETS_WITH_REFERENCES),
    output:
        **figure("agreement", "4.4 Agreement with references", "Figure 4: agreement"),
    log:
        f"{LOGS}/plot_agreement.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="agreement",
        labels=LABELS,
        options={},
        caption=caption_params(DATASETS_WITH_REFERENCES),
        experiment=OPTIONS["agreement"],
    script:
        "../../scripts/figures/plot.py"


rule plot_efficiency:
    input:
        tables=expand(
            rules.measure_efficiency.output[0], dataset=datasets_of("efficiency")
        ),
    output:
        **figure("efficiency", "4.5 Efficiency", "Figure 5: time"),
    log:
        f"{LOGS}/plot_efficiency.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="efficiency",
        labels=LABELS,
        options={},
        caption=caption_params(datasets_of("efficiency"), TIMED_METRICS),
        experiment=OPTIONS["efficiency"],
    script:
        "../../scripts/figures/plot.py"


rule plot_estimators:
    input:
        tables=expand(
            rules.compare_estimators.output[0], dataset=datasets_of("estimators")
        ),
    output:
        **figure("estimators", "4.5 Efficiency", "Error of estimators by evaluations"),
    log:
        f"{LOGS}/plot_estimators.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="estimators",
        labels=LABELS,
        options={},
        caption=caption_params(datasets_of("estimators"), SCORED_METRICS, []),
        experiment=OPTIONS["estimators"],
    script:
        "../../scripts/figures/plot.py"


rule plot_faithfulness:
    input:
        tables=expand(
            rules.evaluate_faithfulness.output.areas,
            dataset=datasets_of("faithfulness"),
        ),
    output:
        **figure("faithfulness", "Beyond the paper", "Edits in the order of φ"),
    log:
        f"{LOGS}/plot_faithfulness.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="faithfulness",
        labels=LABELS,
        options={},
        caption=caption_params(datasets_of("faithfulness")),
        experiment=OPTIONS["faithfulness"],
        max_edits=config["coalitions"]["max_edits"],
    script:
        "../../scripts/figures/plot.py"


rule plot_faithfulness_curves:
    input:
        tables=expand(
            rules.evaluate_faithfulness.output.curves,
            dataset=datasets_of("faithfulness"),
        ),
    output:
        **figure("faithfulness_curves", "Beyond the paper", "Gain by applied edits"),
    log:
        f"{LOGS}/plot_faithfulness_curves.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="faithfulness_curves",
        labels=LABELS,
        options={},
        caption=caption_params(datasets_of("faithfulness")),
        experiment=OPTIONS["faithfulness"],
        max_edits=config["coalitions"]["max_edits"],
    script:
        "../../scripts/figures/plot.py"


rule plot_filtering:
    input:
        tables=expand(rules.evaluate_filtering.output[0], dataset=FILTERED_DATASETS),
    output:
        **figure("filtering", "Beyond the paper", "Without harmful edits"),
    log:
        f"{LOGS}/plot_filtering.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="filtering",
        labels=LABELS,
        options={},
        caption=caption_params(FILTERED_DATASETS),
        experiment=OPTIONS["filtering"],
    script:
        "../../scripts/figures/plot.py"


rule plot_human_judgements:
    input:
        tables=expand(
            rules.evaluate_human_judgements.output[0],
            dataset=datasets_of("human_judgements"),
        ),
    output:
        **figure("human_judgements", "Beyond the paper", "Agreement with people"),
    log:
        f"{LOGS}/plot_human_judgements.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="human_judgements",
        labels=LABELS,
        options={},
        caption=caption_params(datasets_of("human_judgements")),
    script:
        "../../scripts/figures/plot.py"


rule plot_human_rankings:
    input:
        tables=[rules.evaluate_human_rankings.output[0]],
    output:
        **figure("human_rankings", "Beyond the paper", "Agreement with rankings"),
    log:
        f"{LOGS}/plot_human_rankings.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="human_rankings",
        labels=LABELS,
        options={},
        caption=caption_params([], RANKED_METRICS, []),
    script:
        "../../scripts/figures/plot.py"


rule plot_vulnerability:
    input:
        tables=expand(
            rules.evaluate_vulnerability.output[0],
            dataset=datasets_of("vulnerability"),
        ),
    output:
        **figure("vulnerability", "Beyond the paper", "Edits that correct nothing"),
    log:
        f"{LOGS}/plot_vulnerability.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="vulnerability",
        labels=LABELS,
        options={},
        caption=caption_params(
            datasets_of("vulnerability"), methods=[OPTIONS["vulnerability"]["method"]]
        ),
    script:
        "../../scripts/figures/plot.py"


rule plot_counterfactual_bias:
    input:
        tables=expand(
            rules.evaluate_counterfactual_bias.output[0],
            dataset=datasets_of("counterfactual_bias"),
        ),
    output:
        **figure(
            "counterfactual_bias",
            "Beyond the paper",
            "Sentences that differ in one word",
        ),
    log:
        f"{LOGS}/plot_counterfactual_bias.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="counterfactual_bias",
        labels=LABELS,
        options={},
        caption=caption_params(
            datasets_of("counterfactual_bias"),
            methods=[OPTIONS["counterfactual_bias"]["method"]],
        ),
    script:
        "../../scripts/figures/plot.py"


rule plot_score_decomposition:
    input:
        tables=[f"{STUDY}/{{dataset}}/evaluation/score_decomposition.csv"],
    output:
        **figure(
            "score_decomposition.{dataset}.{metric}",
            "Beyond the paper",
            "Parts of the scores, {dataset}, {metric}",
            "score_decomposition",
        ),
    log:
        f"{LOGS}/plot_score_decomposition/{{dataset}}.{{metric}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="score_decomposition",
        labels=LABELS,
        without=not_drawn("score_decomposition"),
        options=lambda wildcards: {
            "metric": LABELS["metric"][wildcards.metric],
            "types": OPTIONS["score_decomposition"]["types"],
        },
        caption=lambda wildcards: caption_params(
            [wildcards.dataset], [wildcards.metric]
        ),
        max_edits=config["coalitions"]["max_edits"],
    script:
        "../../scripts/figures/plot.py"


rule plot_missed_value:
    input:
        tables=expand(
            rules.evaluate_missed_value.output[0], dataset=DATASETS_WITH_MISSED_EDITS
        ),
    output:
        **figure("missed_value", "Beyond the paper", "What was missed"),
    log:
        f"{LOGS}/plot_missed_value.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="missed_value",
        labels=LABELS,
        without=not_drawn("missed_value"),
        options={},
        caption=caption_params(
            DATASETS_WITH_MISSED_EDITS, methods=[OPTIONS["missed_value"]["method"]]
        ),
    script:
        "../../scripts/figures/plot.py"


rule plot_interactions:
    input:
        tables=tables_of("interactions"),
    output:
        **figure("interactions", "Beyond the paper", "Interactions by distance"),
    log:
        f"{LOGS}/plot_interactions.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="interactions",
        labels=LABELS,
        options={},
        caption=caption_params(methods=[]),
        max_edits=config["coalitions"]["max_edits"],
    script:
        "../../scripts/figures/plot.py"


rule plot_explained_edits:
    input:
        tables=[rules.evaluate_explained_corpora.output.edits],
    output:
        **figure("explained_edits", "EXCGEC", "Types and severities"),
    log:
        f"{LOGS}/plot_explained_edits.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="explained_edits",
        labels=LABELS,
        options={},
        caption=caption_params(EXPLAINED_DATASETS, [], []),
    script:
        "../../scripts/figures/plot.py"


rule plot_severity_attribution:
    input:
        tables=expand(
            rules.evaluate_severity_attribution.output[0], dataset=EXPLAINED_DATASETS
        ),
    output:
        **figure("severity_attribution", "Beyond the paper", "Severity and φ"),
    log:
        f"{LOGS}/plot_severity_attribution.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="severity_attribution",
        labels=LABELS,
        options={},
        caption=caption_params(EXPLAINED_DATASETS),
    script:
        "../../scripts/figures/plot.py"


rule plot_felt_types:
    input:
        tables=expand(
            rules.evaluate_severity_attribution.output[0], dataset=EXPLAINED_DATASETS
        ),
    output:
        **figure("felt_types", "Beyond the paper", "Types that a metric feels"),
    log:
        f"{LOGS}/plot_felt_types.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="felt_types",
        labels=LABELS,
        options=felt_types_options(),
        caption=caption_params(EXPLAINED_DATASETS),
    script:
        "../../scripts/figures/plot.py"
