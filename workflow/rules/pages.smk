# Stage 8: the explorer and the report of a study, and pages of docs from the studies they show:
# `snakemake --cores all --configfile config/paper-offline.yaml -- document_results`
# `snakemake --cores all --configfile config/systems.yaml -- document_systems`
# `snakemake --cores all --configfile config/excgec-offline.yaml -- document_excgec`
# `snakemake --cores all --configfile config/paper-offline.yaml -- document_scaling`
# `snakemake --cores 1 -- document_precision`
# `make gpu-report`


# What the pages call figures and tables.
TITLES = {
    name: title
    for experiment in experiments().values()
    for name, title in experiment.titles().items()
}


EXPLORED = explored.explored_datasets(study)
EXPLORER = Path(LIBRARY, "gec_attribution/pages/explorer")
REPORTED = [
    shown.entry(study)
    for shown in (*targets.tables_of(study), *targets.figures_of(study))
]


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
        "../../scripts/pages/list_sentences.py"


rule make_explorer:
    input:
        # What the page is made of, in a browser's languages.
        sorted(map(str, (EXPLORER / "static").iterdir())),
        list(explored.files_in(EXPLORED)),
        **explored.overview_files(study),
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
        tables=[path for path in all_tables() if path.endswith(".json")],
    output:
        touch(f"{STUDY}/documented"),
    log:
        f"{LOGS}/document_results.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        page="docs/results.md",
        command=f"snakemake --cores all --configfile config/{config['study']}.yaml",
        models=files.model_names("metrics"),
        titles=TITLES,
        labels=LABELS,
    script:
        "../../scripts/pages/document_results.py"


rule make_report:
    input:
        results=[
            f"{entry['stem']}.{'svg' if entry['is_figure'] else 'json'}"
            for entry in REPORTED
        ],
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
        study=config["study"],
        results=REPORTED,
        labels=LABELS,
        facts=targets.report_facts(study),
    script:
        "../../scripts/pages/make_report.py"


rule document_excgec:
    input:
        figures=[
            f"{STUDY}/figures/{name}.png"
            for name in ("explained_edits", "severity_attribution", "felt_types")
        ],
        tables=[
            f"{STUDY}/tables/{name}.json"
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
        models=files.model_names("metrics"),
        titles=TITLES | {"paper_vs_reproduction": "The papers' numbers and these"},
        labels=LABELS,
    script:
        "../../scripts/pages/document_results.py"


rule document_systems:
    input:
        figures=[],
        tables=[rules.tabulate_system_scores.output.json],
    output:
        touch(f"{STUDY}/documented_systems"),
    log:
        f"{LOGS}/document_systems.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        page="docs/systems.md",
        command=f"snakemake --cores all --configfile config/{config['study']}.yaml -- system_scores",
        models=files.model_names("systems"),
        titles={"system_scores": "Scores and speed"},
        labels={},
    script:
        "../../scripts/pages/document_results.py"


rule document_scaling:
    input:
        figures=[],
        tables=[
            rules.tabulate_coalition_costs.output.json,
            rules.tabulate_scoring_costs.output.json,
            rules.tabulate_scale.output.json,
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
        models=files.model_names("metrics"),
        titles={
            "coalition_costs": "Coalitions",
            "scoring_costs": "Scoring",
            "scale": "Memory and time of the stages",
        },
        labels={},
    script:
        "../../scripts/pages/document_results.py"


rule document_gpu:
    input:
        figures=[],
        tables=[rules.tabulate_throughput.output.json],
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
        labels={},
    script:
        "../../scripts/pages/document_results.py"


rule document_precision:
    input:
        figures=[],
        tables=[rules.tabulate_precision_errors.output.json],
    output:
        touch(f"{STUDY}/documented_precision"),
    log:
        f"{LOGS}/document_precision.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        page="docs/precision.md",
        command="snakemake --cores 1 -- document_precision",
        models=files.model_names("metrics"),
        titles={"precision_errors": "Speed and error"},
        labels={},
    script:
        "../../scripts/pages/document_results.py"
