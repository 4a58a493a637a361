# Stage 7: the experiments that do not fit the rules made from declarations: what is timed, scores for itself, reads
# what people said, or looks at one sentence.

SCORES = f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet"
# The speed of a chat model is that of its server.
TIMED_SYSTEMS = [
    name for name in CORRECTORS if config["systems"][name]["type"] != "chat"
]

# Related ways to weigh edits, with the files that they name; and the method they are compared with.
FORMS = {
    name: {
        **form,
        "metric": {
            **form["metric"],
            **{
                option: study_file(path)
                for option, path in path_options("metrics", form["metric"]).items()
            },
        },
    }
    for name, form in (OPTIONS["related_forms"] or {"forms": {}})["forms"].items()
}
SHAPLEY = next(
    (name for name in METHODS if config["methods"][name]["type"] == "shapley"), None
)
FORM_LABELS = {name: form.pop("label", name) for name, form in FORMS.items()}


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
        weights=summed_parts,
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


# Times that are compared are measured in one job, one after the other with no other job beside it, and outside the
# score store.
rule measure_efficiency:
    input:
        edits=system_edits,
        models=models_scoring(timed_metrics_of),
    output:
        f"{STUDY}/{{dataset}}/evaluation/efficiency.csv",
    log:
        f"{LOGS}/measure_efficiency/{{dataset}}.log",
    conda:
        "../../envs/scores.yaml"
    threads: workflow.cores
    params:
        **BOOTSTRAP,
        **settings_of("scoring"),
        metrics=entries_of(timed_metrics_of),
        methods=config["methods"],
        options=options_of("efficiency"),
        language=language_param,
    script:
        "../../scripts/evaluation/measure_efficiency.py"


rule measure_sampling_error:
    input:
        edits=system_edits,
        models=models_scoring(timed_metrics_of),
    output:
        f"{STUDY}/{{dataset}}/evaluation/sampling_error.csv",
    log:
        f"{LOGS}/measure_sampling_error/{{dataset}}.log",
    conda:
        "../../envs/scores.yaml"
    threads: workflow.cores
    params:
        **BOOTSTRAP,
        **settings_of("scoring"),
        metrics=entries_of(timed_metrics_of),
        options=options_of("sampling_error"),
        language=language_param,
    script:
        "../../scripts/evaluation/measure_sampling_error.py"


rule measure_system_speed:
    input:
        # One file for each system.
        sources=lambda wildcards: [
            corrected_by(entry) for entry in timed_systems(wildcards).values()
        ],
        models=timed_with,
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
        systems=timed_systems,
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
        scores=lambda wildcards: [
            f"{STUDY}/{wildcards.dataset}/scores/{metric}.parquet"
            for metric in scored_metrics_of(wildcards.dataset)
        ],
        models=models_scoring(scored_metrics_of),
    output:
        f"{STUDY}/{{dataset}}/evaluation/estimators.csv",
    log:
        f"{LOGS}/compare_estimators/{{dataset}}.log",
    conda:
        "../../envs/scores.yaml"
    params:
        **BOOTSTRAP,
        **settings_of("scoring"),
        metrics=entries_of(scored_metrics_of),
        options=options_of("estimators"),
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
        attributions=attributions_of_metrics,
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
        attributions=attributions_of_metrics,
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
        attributions=attributions_of_metrics,
        judged=lambda wildcards: local_file(source_spec(wildcards)),
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
    script:
        "../../scripts/evaluation/evaluate_human_judgements.py"


# One job for all metrics, since few sentences are scored.
rule evaluate_human_rankings:
    input:
        texts=ranked("input", *registry()["seeda"]["outputs"]),
        rankings=ranked(*(f"rankings-{judged}" for judged in JUDGED.values())),
        people=ranked(
            *(f"{by}-{judged}" for judged in JUDGED.values() for by in ("ts", "ew"))
        ),
        models=lambda wildcards: [
            file
            for metric in RANKED_METRICS
            for file in named_files("metrics", scored_metric(metric)[1])
        ],
    output:
        f"{STUDY}/evaluation/human_rankings.csv",
        f"{STUDY}/evaluation/published_scores.csv",
        f"{STUDY}/evaluation/ranking_differences.csv",
    log:
        f"{LOGS}/evaluate_human_rankings.log",
    conda:
        "../../envs/scores.yaml"
    threads: 1
    params:
        **BOOTSTRAP,
        **settings_of("scoring"),
        judged=list(JUDGED),
        metrics={
            metric: [
                *scored_metric(metric),
                config["metrics"][metric].get("component", "score"),
            ]
            for metric in RANKED_METRICS
        },
        whole=list(PUBLISHED_METRICS),
        store=STORE,
    script:
        "../../scripts/evaluation/evaluate_human_rankings.py"


rule evaluate_ranking_and_attributing:
    input:
        rankings=rules.evaluate_human_rankings.output[0],
        # People judged the edits of one data set.
        judgements=lambda wildcards: expand(
            rules.evaluate_human_judgements.output[0],
            dataset=study.judged_datasets[:1],
        ),
    output:
        f"{STUDY}/evaluation/ranking_and_attributing.csv",
    log:
        f"{LOGS}/evaluate_ranking_and_attributing.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        **BOOTSTRAP,
    script:
        "../../scripts/evaluation/evaluate_ranking_and_attributing.py"


rule evaluate_related_forms:
    input:
        edits=system_edits,
        extraction=extraction_signatures,
        sources=rules.prepare_sources.output[0],
        references=reference_texts,
        attributions=attributions_by_shapley,
        models=[
            file
            for form in FORMS.values()
            for file in named_files("metrics", form["metric"])
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
        statistics=statistics_of_metrics,
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
        explanations=list(map(gold_explanations, EXPLAINED_DATASETS)),
    output:
        statistics=f"{STUDY}/evaluation/corpus_statistics.csv",
        edits=f"{STUDY}/evaluation/explained_edits.csv",
    log:
        f"{LOGS}/evaluate_explained_corpora.log",
    conda:
        "../../envs/explanations.yaml"
    params:
        **BOOTSTRAP,
        datasets=EXPLAINED_DATASETS,
    script:
        "../../scripts/evaluation/evaluate_explained_corpora.py"


rule evaluate_explained_systems:
    input:
        sources=rules.prepare_sources.output[0],
        references=reference_texts,
        systems=system_texts,
        gold=lambda wildcards: gold_explanations(wildcards.dataset),
        explanations=explanation_files,
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
            (explainer, correction, len(files), corrects(explainer, correction))
            for explainer, correction, files in explanations_of(wildcards.dataset)
        ],
        language=language_param,
        pipeline=pipeline_param,
    script:
        "../../scripts/evaluation/evaluate_explained_systems.py"


rule evaluate_description_ratings:
    input:
        ratings=lambda wildcards: EXPERIMENTS["description_ratings"]["ratings"],
        gold=lambda wildcards: gold_explanations(wildcards.dataset),
        explanations=lambda wildcards: [
            files[0] for _, _, files in explanations_of(wildcards.dataset)
        ],
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
            for explainer, correction, _ in explanations_of(wildcards.dataset)
        ],
    script:
        "../../scripts/evaluation/evaluate_description_ratings.py"


rule evaluate_severity_attribution:
    input:
        sources=rules.prepare_sources.output[0],
        gold=lambda wildcards: gold_explanations(wildcards.dataset),
        attributions=lambda wildcards: expand(
            rules.attribute_edits.output[0],
            metric=metrics_of(wildcards.dataset),
            method=METHODS,
            **wildcards,
        ),
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
