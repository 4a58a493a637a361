# Stage 4: which sentence pairs have to be scored, without duplicates.


rule plan_coalitions:
    input:
        edits=system_edits,
        references=references_planned,
    output:
        pairs=f"{STUDY}/{{dataset}}/coalitions/pairs.parquet",
        coalitions=f"{STUDY}/{{dataset}}/coalitions/coalitions.parquet",
    log:
        f"{LOGS}/plan_coalitions/{{dataset}}.log",
    benchmark:
        f"{STUDY}/benchmarks/plan_coalitions/{{dataset}}.tsv"
    conda:
        "../../envs/analysis.yaml"
    params:
        systems=lambda wildcards: systems_of(wildcards.dataset),
        methods=METHOD_SPECS,
        coalitions=COALITIONS,
        lattices=lambda wildcards: study.planned(wildcards.dataset),
        played_references=played_references,
        language=language_param,
        seed=study.seed,
    script:
        "../../scripts/games/plan_coalitions.py"
