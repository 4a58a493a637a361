# Pages of docs from the studies they show:
# `snakemake --snakefile tools/Snakefile --cores all --configfile config/paper-offline.yaml -- document_results`
# `snakemake --snakefile tools/Snakefile --cores all --configfile config/systems.yaml -- document_systems`
# `snakemake --snakefile tools/Snakefile --cores all --configfile config/excgec-offline.yaml -- document_results`
# `snakemake --snakefile tools/Snakefile --cores all --configfile config/paper-offline.yaml -- document_scaling`
# `snakemake --snakefile tools/Snakefile --cores 1 -- document_precision`
# `make gpu-report`


# What the pages call figures and tables.
TITLES = {
    name: title
    for experiment in experiments().values()
    for shown in (*experiment.tables, *experiment.figures)
    for name, title in shown.titles().items()
}


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
        page=f"docs/tables/{config['study']}.md",
        command=f"snakemake --cores all --configfile config/{config['study']}.yaml",
        models=files.model_names("metrics"),
        titles=TITLES,
        labels=LABELS,
    script:
        "../scripts/document_results.py"


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
        "../scripts/document_results.py"


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
        command=f"snakemake --snakefile tools/Snakefile --cores all --configfile config/{config['study']}.yaml -- document_scaling",
        models=files.model_names("metrics"),
        titles={
            "coalition_costs": "Coalitions",
            "scoring_costs": "Scoring",
            "scale": "Memory and time of the stages",
        },
        labels={},
    script:
        "../scripts/document_results.py"


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
        "../scripts/document_results.py"


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
        command="snakemake --snakefile tools/Snakefile --cores 1 -- document_precision",
        models=files.model_names("metrics"),
        titles={"precision_errors": "Speed and error"},
        labels={},
    script:
        "../scripts/document_results.py"
