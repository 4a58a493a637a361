# Stage 7: the experiments that do not fit the rules made from declarations: what is timed, scores for itself, reads
# what people said, or looks at one sentence.

SCORES = f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet"
FORMS, SHAPLEY = study.related_forms(), study.shapley
CASE_STUDY, CASE_STUDY_COLUMNS = EXPERIMENTS["case_study"], study.case_study_columns()
# The edits of the system that the case study shows.
CASE_EDITS = f"{STUDY}/{{dataset}}/edits/{CASE_STUDY['system'] if CASE_STUDY else ''}"
# The experiments in which methods and metrics are compared, and the columns that identify a statistic.
COMPARED = {
    name: {
        "keys": list(experiment.compared.keys),
        "family": list(experiment.compared.family),
    }
    for name, experiment in experiments().items()
    if experiment.compared
}


rule evaluate_case_study:
    input:
        edits=f"{CASE_EDITS}.m2",
        extraction=f"{CASE_EDITS}.json",
        coalitions=rules.plan_coalitions.output.coalitions,
        scores=SCORES,
        sources=rules.prepare_sources.output[0],
    output:
        f"{STUDY}/{{dataset}}/evaluation/case_study/{{metric}}.csv",
    log:
        f"{LOGS}/evaluate_case_study/{{dataset}}.{{metric}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        case=CASE_STUDY,
        columns=lambda wildcards: CASE_STUDY_COLUMNS[wildcards.metric],
        weights=ask(study.summed_parts),
        method=lambda wildcards: config["methods"][CASE_STUDY["method"]],
        coalitions=config["coalitions"],
        language=language_param,
        seed=config["seed"],
    script:
        "../../scripts/evaluation/evaluate_case_study.py"


rule list_sentences:
    input:
        attributions=rules.attribute_edits.output[0],
        sources=rules.prepare_sources.output[0],
    output:
        f"{STUDY}/{{dataset}}/evaluation/sentences/{{metric}}.{{method}}.csv",
    log:
        f"{LOGS}/list_sentences/{{dataset}}.{{metric}}.{{method}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        language=language_param,
    script:
        "../../scripts/evaluation/list_sentences.py"


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


# One job for all metrics, since the numbers are soon computed once the scores are in the store.
rule compare_estimators:
    input:
        edits=system_edits,
        # Their scores are in the store before others are added to it.
        scores=ask(files.scores_of_scored),
        models=ask(files.models_scoring),
    output:
        f"{STUDY}/{{dataset}}/evaluation/estimators.csv",
    log:
        f"{LOGS}/compare_estimators/{{dataset}}.log",
    conda:
        "../../envs/scores.yaml"
    params:
        **BOOTSTRAP,
        **settings_of("scoring"),
        metrics=ask(study.scored_entries),
        options=study.options_of_numbers("estimators"),
        language=language_param,
        store=STORE,
    script:
        "../../scripts/evaluation/compare_estimators.py"


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
        "../../scripts/evaluation/tune_filters.py"


# One job for all metrics and methods, since it only counts.
rule evaluate_filtering:
    input:
        sources=rules.prepare_sources.output[0],
        edits=system_edits,
        references=reference_edits,
        attributions=ask(files.attributions_of_metrics),
        tuned=expand(
            rules.tune_filters.output[0],
            dataset=OPTIONS["filtering"]["tuned_on"] or [],
        ),
    output:
        f"{STUDY}/{{dataset}}/evaluation/filtering.csv",
    log:
        f"{LOGS}/evaluate_filtering/{{dataset}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **BOOTSTRAP,
        systems=systems_param,
        threshold=OPTIONS["filtering"]["threshold"],
        language=language_param,
    script:
        "../../scripts/evaluation/evaluate_filtering.py"


rule evaluate_human_judgements:
    input:
        attributions=ask(files.attributions_of_metrics),
        judged=ask(files.given_sources),
    output:
        f"{STUDY}/{{dataset}}/evaluation/human_judgements.csv",
        f"{STUDY}/{{dataset}}/evaluation/differences/human_judgements.csv",
    log:
        f"{LOGS}/evaluate_human_judgements/{{dataset}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **BOOTSTRAP,
        options=OPTIONS["human_judgements"],
        lines=lines_param,
    script:
        "../../scripts/evaluation/evaluate_human_judgements.py"


# One job for all metrics, since few sentences are scored.
rule evaluate_human_rankings:
    input:
        **files.registered(experiments()["human_rankings"]),
        models=ask(files.models_of_metrics, metrics=study.ranked_metrics),
    output:
        f"{STUDY}/evaluation/human_rankings.csv",
        f"{STUDY}/evaluation/published_scores.csv",
    log:
        f"{LOGS}/evaluate_human_rankings.log",
    conda:
        "../../envs/scores.yaml"
    threads: 1
    params:
        **BOOTSTRAP,
        **settings_of("scoring"),
        judged=["SEEDA-S", "SEEDA-E"],
        metrics={
            metric: [
                *scored_metric(metric),
                config["metrics"][metric].get("component", "score"),
            ]
            for metric in study.ranked_metrics
        },
        whole=list(study.published_metrics),
        store=STORE,
    script:
        "../../scripts/evaluation/evaluate_human_rankings.py"


rule evaluate_related_forms:
    input:
        edits=system_edits,
        extraction=extraction_signatures,
        sources=rules.prepare_sources.output[0],
        references=reference_texts,
        attributions=ask(files.attributions_by_shapley),
        models=[
            file
            for form in FORMS.values()
            for file in files.named_files("metrics", form["metric"])
        ],
    output:
        f"{STUDY}/{{dataset}}/evaluation/related_forms.csv",
    log:
        f"{LOGS}/evaluate_related_forms/{{dataset}}.log",
    conda:
        "../../envs/scores.yaml"
    threads: 1
    params:
        **BOOTSTRAP,
        **settings_of("scoring"),
        forms=FORMS,
        metrics=lambda wildcards: metrics_of(wildcards.dataset),
        shapley=config["methods"].get(SHAPLEY),
        coalitions=config["coalitions"],
        sentences=OPTIONS["related_forms"] and OPTIONS["related_forms"]["sentences"],
        max_edits=OPTIONS["related_forms"] and OPTIONS["related_forms"]["max_edits"],
        language=language_param,
        store=STORE,
    script:
        "../../scripts/evaluation/evaluate_related_forms.py"


rule evaluate_differences:
    input:
        statistics=ask(files.statistics),
    output:
        f"{STUDY}/{{dataset}}/evaluation/differences/{{experiment}}.csv",
    log:
        f"{LOGS}/evaluate_differences/{{dataset}}.{{experiment}}.log",
    wildcard_constraints:
        experiment=one_of(COMPARED),
    conda:
        "../../envs/analysis.yaml"
    params:
        comparison=lambda wildcards: COMPARED[wildcards.experiment],
    script:
        "../../scripts/evaluation/evaluate_differences.py"


# What people said about the edits of the references.
rule evaluate_explained_corpora:
    input:
        explanations=[
            path
            for name in study.explained_datasets
            for path in files.gold_explanations(name)
        ],
    output:
        statistics=f"{STUDY}/evaluation/corpus_statistics.csv",
        edits=f"{STUDY}/evaluation/explained_edits.csv",
    log:
        f"{LOGS}/evaluate_explained_corpora.log",
    conda:
        "../../envs/explanations.yaml"
    params:
        **BOOTSTRAP,
        datasets=study.explained_datasets,
    script:
        "../../scripts/evaluation/evaluate_explained_corpora.py"


rule evaluate_explained_systems:
    input:
        sources=rules.prepare_sources.output[0],
        references=reference_texts,
        systems=ask(files.system_texts),
        gold=ask(files.gold_explanations),
        explanations=ask(files.explanations),
        reports=ask(files.explanation_reports),
        pipeline=pipeline_inputs,
    output:
        f"{STUDY}/{{dataset}}/evaluation/explained_systems.csv",
    log:
        f"{LOGS}/evaluate_explained_systems/{{dataset}}.log",
    conda:
        "../../envs/explanations.yaml"
    params:
        **BOOTSTRAP,
        systems=systems_param,
        explained=lambda wildcards: [
            (explainer, correction, len(runs), study.corrects(explainer, correction))
            for explainer, correction, runs in study.explanations_of(wildcards.dataset)
        ],
        language=language_param,
        pipeline=pipeline_param,
    script:
        "../../scripts/evaluation/evaluate_explained_systems.py"


rule evaluate_description_ratings:
    input:
        ratings=lambda wildcards: EXPERIMENTS["description_ratings"]["ratings"],
        gold=ask(files.gold_explanations),
        explanations=ask(files.first_explanations),
    output:
        f"{STUDY}/{{dataset}}/evaluation/description_ratings.csv",
    log:
        f"{LOGS}/evaluate_description_ratings/{{dataset}}.log",
    conda:
        "../../envs/explanations.yaml"
    params:
        **BOOTSTRAP,
        explained=lambda wildcards: [
            (explainer, correction)
            for explainer, correction, _ in study.explanations_of(wildcards.dataset)
        ],
    script:
        "../../scripts/evaluation/evaluate_description_ratings.py"


rule evaluate_severity_attribution:
    input:
        sources=rules.prepare_sources.output[0],
        gold=ask(files.gold_explanations),
        attributions=ask(files.attributions_of_metrics),
    output:
        f"{STUDY}/{{dataset}}/evaluation/severity_attribution.csv",
    log:
        f"{LOGS}/evaluate_severity_attribution/{{dataset}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **BOOTSTRAP,
        options=EXPERIMENTS["severity_attribution"],
        language=language_param,
    script:
        "../../scripts/evaluation/evaluate_severity_attribution.py"
