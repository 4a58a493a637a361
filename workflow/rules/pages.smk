# Stage 8: the explorer and the report of a study, and pages of docs from the studies they show:
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
            "faithfulness_curves": "Gain by applied edits",
            "filtering": "Without the edits that a metric finds harmful",
            "estimators": "Estimators of Shapley values by evaluations",
            "bias": "Figure 6: bias by error type",
            "precision": "Figure 7: precision by error type and system",
            "missed_value": "What was missed",
            "score_decomposition": "Where the scores come from",
            "score_differences": "What makes two systems differ",
            "human_judgements": "Agreement with people",
            "human_judgements_by_type": "Agreement with people by error type",
            "human_judgements_differences": "Agreement with people: differences",
            "human_rankings": "Agreement with people's rankings",
            "published_scores": "Published scores and ours",
            "related_forms": "Related forms of weighing edits",
            "vulnerability": "Edits that correct nothing",
            "counterfactual_bias": "Sentences that differ in one word",
            "interactions": "Which edits depend on each other",
            **TITLES_OF_EXPLANATIONS,
            "strongest_interactions": "The strongest interactions",
            "joined_players": "Edits joined into one player",
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


include: "report_inputs.smk"


rule make_report:
    input:
        results=[
            f"{entry['stem']}.{'svg' if entry['is_figure'] else 'md'}"
            for entry in reported_results()
        ],
        captions=sorted({entry["caption"] for entry in reported_results()}),
    output:
        report(
            f"{STUDY}/report.html",
            category="0 Start here",
            labels={"result": "All tables and figures on one page"},
            caption="../report/report.rst",
        ),
    log:
        f"{LOGS}/make_report.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        results=reported_results(),
        labels=LABELS,
        facts=report_facts(),
    script:
        "../../scripts/pages/make_report.py"


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
