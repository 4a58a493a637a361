# Stage 8: the explorer of a study, and pages of docs from the studies they show:
# `snakemake --cores all --configfile config/paper-offline.yaml -- document_results`
# `snakemake --cores all --configfile config/systems.yaml -- document_systems`
# `snakemake --cores all --configfile config/excgec-offline.yaml -- document_excgec`
# `snakemake --cores all --configfile config/paper-offline.yaml -- document_scaling`
# `snakemake --cores 1 -- document_precision`
# `make gpu-report`


# Of the tables and figures that the paper on EXCGEC has, and of those that join both papers.
TITLES_OF_EXPLANATIONS = {
    "taxonomy": "EXCGEC, Table 1: types of errors",
    "corpus_statistics": "EXCGEC, Table 2: the data",
    "explained_edits": "Edits by type and severity",
    "multi_task": "EXCGEC, Tables 3 and 5: models that correct and explain",
    "ground_truth": "EXCGEC, Tables 4 and 6: explanations of the reference's corrections",
    "pipelines": "EXCGEC, Table 5: explanations of the systems' corrections",
    "description_ratings": "EXCGEC, Table 7: descriptions and people",
    "severity_attribution": "Attributions and severities",
    "felt_types": "Types of errors that a metric feels",
}

# What the explorer's page is made of, in a browser's languages.
EXPLORER_PAGE = sorted(
    map(str, Path(LIBRARY, "gec_attribution/pages/explorer/static").iterdir())
)


def explored(dataset):
    """Where the explorer finds what it shows of a data set."""

    def of(output, **wildcards):
        return expand(output, dataset=dataset, **wildcards)[0]

    entry = config["datasets"][dataset]
    return {
        "label": LABELS["dataset"][dataset],
        "language": entry["language"],
        "edits": {
            system: of(rules.extract_edits.output.m2, system=system)
            for system in systems_of(dataset)
        },
        "references": [
            of(rules.extract_reference_edits.output.m2, reference=reference)
            for reference in range(len(entry["references"]))
        ],
        "attributions": {
            metric: {
                method: of(rules.attribute_edits.output, metric=metric, method=method)
                for method in METHODS
            }
            for metric in metrics_of(dataset)
        },
        "coalitions": of(rules.plan_coalitions.output.coalitions),
        "scores": {metric: of(SCORES, metric=metric) for metric in metrics_of(dataset)},
        "interactions": {
            metric: of(rules.find_interactions.output, metric=metric)
            for metric in metrics_of(dataset)
            if EXPERIMENTS["interactions"] is not None and dataset in DATASETS
        },
        "explanations": explained_by_system(dataset),
        "judged": local_file(entry["sources"]) if dataset in JUDGED_DATASETS else [],
    }


def explained_by_system(dataset):
    """What each explainer says of the systems' corrections, in its first run."""
    found = {}
    for explainer, correction, runs in explanations_of(dataset):
        if correction in systems_of(dataset):
            found.setdefault(explainer, {})[correction] = runs[0]
    return found


# Those in which people judged each edit.
JUDGED_DATASETS = (
    datasets_of("human_judgements")
    if EXPERIMENTS["human_judgements"] is not None
    else []
)
EXPLORED = {
    dataset: explored(dataset) for dataset in dict.fromkeys(DATASETS + JUDGED_DATASETS)
}


def files_in(entry):
    """Every file that some nested mappings and lists name, apart from what describes them."""
    if isinstance(entry, str):
        return [entry]
    if isinstance(entry, dict):
        entry = [
            value for key, value in entry.items() if key not in {"label", "language"}
        ]
    return [file for value in entry for file in files_in(value)]


def overview_tables():
    """The tables of the figures that the explorer's overview has, those of the study."""
    tables = {
        "bias": expand(rules.evaluate_bias.output, dataset=datasets_of("bias")),
        "agreement": tables_of("agreement", datasets=DATASETS_WITH_REFERENCES),
        "precision": tables_of(
            "precision",
            metrics=OPTIONS["precision"]["metrics"] or METRICS,
            datasets=datasets_of("precision"),
        ),
    }
    chosen = {
        name: files for name, files in tables.items() if EXPERIMENTS[name] is not None
    }
    counts = expand(rules.evaluate_edit_counts.output, dataset=DATASETS)
    return {**chosen, "edit_counts": counts}


rule make_explorer:
    input:
        EXPLORER_PAGE,
        files_in(EXPLORED),
        **overview_tables(),
    output:
        directory(f"{STUDY}/explorer"),
    log:
        f"{LOGS}/make_explorer.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        study=config["study"],
        labels=LABELS,
        datasets=EXPLORED,
        methods={name: OPTIONS[name]["method"] for name in ("bias", "precision")},
    script:
        "../../scripts/pages/make_explorer.py"


rule document_results:
    input:
        figures=[path for path in all_figures() if path.endswith(".png")],
        tables=[path for path in all_tables() if path.endswith(".md")],
    output:
        touch(f"{STUDY}/documented"),
    log:
        f"{LOGS}/document_results.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        page="docs/results.md",
        command=f"snakemake --cores all --configfile config/{config['study']}.yaml",
        models=models_of("metrics"),
        titles={
            "metric_scores": "What each metric gave each system",
            "warnings": "What was scored or attributed only in part",
            "cumulative_edits": "Figure 2: number of edits",
            "consistency": "Figure 3: consistency",
            "agreement": "Figure 4: agreement with the references",
            "efficiency": "Figure 5: time by number of edits",
            "faithfulness": "Edits in the order of φ",
            "estimators": "Estimators of Shapley values by evaluations",
            "bias": "Figure 6: bias by error type",
            "precision": "Figure 7: precision by error type and system",
            "missed_value": "What was missed",
            "score_decomposition": "Where the scores come from",
            "score_differences": "What makes two systems differ",
            "human_judgements": "Agreement with people",
            "human_judgements_by_type": "Agreement with people by error type",
            "human_judgements_differences": "Agreement with people: differences",
            "related_forms": "Related forms of weighing edits",
            "vulnerability": "Edits that correct nothing",
            "counterfactual_bias": "Sentences that differ in one word",
            "interactions": "Which edits depend on each other",
            **TITLES_OF_EXPLANATIONS,
            "strongest_interactions": "The strongest interactions",
            "score_summary": "What was scored",
            "system_scores": "The systems against the references",
            "case_study": "Table 1: case study",
            "sampling_error": "Table 2: error of Shapley sampling",
            "meta_evaluation": "Section 4.4: meta-evaluation",
            "consistency_differences": "Figure 3: differences",
            "agreement_differences": "Figure 4: differences",
            "meta_evaluation_differences": "Section 4.4: differences",
            "paper_vs_reproduction": "The paper's numbers and these",
        },
    script:
        "../../scripts/pages/document_results.py"


rule document_excgec:
    input:
        figures=[
            f"{STUDY}/figures/{name}.png"
            for name in ("explained_edits", "severity_attribution", "felt_types")
        ],
        tables=[
            f"{STUDY}/tables/{name}.md"
            for name in (
                *("taxonomy", "corpus_statistics"),
                *("multi_task", "ground_truth", "pipelines"),
                *("severity_attribution", "felt_types", "paper_vs_reproduction"),
            )
        ],
    output:
        touch(f"{STUDY}/documented_excgec"),
    log:
        f"{LOGS}/document_excgec.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        page="docs/excgec.md",
        command=f"snakemake --cores all --configfile config/{config['study']}.yaml",
        models=models_of("metrics"),
        titles={
            **TITLES_OF_EXPLANATIONS,
            "paper_vs_reproduction": "The papers' numbers and these",
        },
    script:
        "../../scripts/pages/document_results.py"


rule document_systems:
    input:
        figures=[],
        tables=[rules.tabulate_system_scores.output.md],
    output:
        touch(f"{STUDY}/documented_systems"),
    log:
        f"{LOGS}/document_systems.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        page="docs/systems.md",
        command=f"snakemake --cores all --configfile config/{config['study']}.yaml -- system_scores",
        models=models_of("systems"),
        titles={"system_scores": "Scores and speed"},
    script:
        "../../scripts/pages/document_results.py"


rule document_scaling:
    input:
        figures=[],
        tables=[
            rules.tabulate_coalition_costs.output.md,
            rules.tabulate_scoring_costs.output.md,
            rules.tabulate_scale.output.md,
        ],
    output:
        touch(f"{STUDY}/documented_scaling"),
    log:
        f"{LOGS}/document_scaling.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        page="docs/scaling.md",
        command=f"snakemake --cores all --configfile config/{config['study']}.yaml -- document_scaling",
        models=models_of("metrics"),
        titles={
            "coalition_costs": "Coalitions",
            "scoring_costs": "Scoring",
            "scale": "Memory and time of the stages",
        },
    script:
        "../../scripts/pages/document_results.py"


rule document_gpu:
    input:
        figures=[],
        tables=[rules.tabulate_throughput.output.md],
    output:
        touch(f"{STUDY}/documented_gpu"),
    log:
        f"{LOGS}/document_gpu.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        page="docs/gpu.md",
        command="make gpu-report",
        models={"all": "random weights of the size of BERT-base and GPT-2"},
        titles={"throughput": "Speed"},
    script:
        "../../scripts/pages/document_results.py"


rule document_precision:
    input:
        figures=[],
        tables=[rules.tabulate_precision_errors.output.md],
    output:
        touch(f"{STUDY}/documented_precision"),
    log:
        f"{LOGS}/document_precision.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        page="docs/precision.md",
        command="snakemake --cores 1 -- document_precision",
        models=models_of("metrics"),
        titles={"precision_errors": "Speed and error"},
    script:
        "../../scripts/pages/document_results.py"
