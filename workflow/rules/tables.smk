# Stage 7: the tables of which one rule writes several. All others are made from their declarations, in experiments.smk.

DIFFERENCES = table_with_a_rule("differences")
EXPLAINED_SYSTEMS = table_with_a_rule("explained_systems")
SOLUTIONS = targets.solutions(study)


rule tabulate_differences:
    input:
        tables=lambda wildcards: expand(
            rules.evaluate_differences.output[0],
            dataset=study.datasets_of(experiments()[wildcards.experiment]),
            experiment=wildcards.experiment,
        ),
    output:
        **DIFFERENCES["files"],
    log:
        f"{LOGS}/tabulate_differences/{{experiment}}.log",
    wildcard_constraints:
        experiment=one_of(targets.compared(study)),
    conda:
        "../../envs/analysis.yaml"
    params:
        **DIFFERENCES["params"],
    script:
        "../../scripts/experiments/tabulate.py"


rule tabulate_explained_systems:
    input:
        tables=expand(
            rules.evaluate_explained_systems.output[0],
            dataset=study.explained_datasets,
        ),
    output:
        **EXPLAINED_SYSTEMS["files"],
    log:
        f"{LOGS}/tabulate_explained_systems/{{kind}}.log",
    wildcard_constraints:
        kind=one_of(SOLUTIONS),
    conda:
        "../../envs/analysis.yaml"
    params:
        **{
            **EXPLAINED_SYSTEMS["params"],
            "options": lambda wildcards: SOLUTIONS[wildcards.kind],
        },
    script:
        "../../scripts/experiments/tabulate.py"


# The table of the systems; with `evaluation.system_scores: {metrics: []}` nothing is scored for it.
rule system_scores:
    input:
        rules.tabulate_system_scores.output,
