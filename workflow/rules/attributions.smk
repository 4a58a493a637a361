# Stage 6: what each edit contributed under every metric, by every method, and which edits depend on each other.


rule attribute_edits:
    input:
        edits=system_edits,
        extraction=extraction_signatures,
        coalitions=rules.plan_coalitions.output.coalitions,
        scores=f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet",
    output:
        expand(
            f"{STUDY}/{{dataset}}/attributions/{{metric}}/{{method}}.parquet",
            method=METHODS,
            allow_missing=True,
        ),
    log:
        f"{LOGS}/attribute_edits/{{dataset}}.{{metric}}.log",
    benchmark:
        f"{STUDY}/benchmarks/attribute_edits/{{dataset}}.{{metric}}.tsv"
    conda:
        "../../envs/analysis.yaml"
    params:
        systems=lambda wildcards: systems_of(wildcards.dataset),
        methods=config["methods"],
        coalitions=config["coalitions"],
        language=language_param,
        seed=config["seed"],
    script:
        "../../scripts/attributions/attribute_edits.py"


rule find_interactions:
    input:
        edits=system_edits,
        extraction=extraction_signatures,
        coalitions=rules.plan_coalitions.output.coalitions,
        scores=f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet",
    output:
        f"{STUDY}/{{dataset}}/interactions/{{metric}}.parquet",
    log:
        f"{LOGS}/find_interactions/{{dataset}}.{{metric}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        systems=lambda wildcards: systems_of(wildcards.dataset),
        max_edits=config["coalitions"]["max_edits"],
        language=language_param,
    script:
        "../../scripts/attributions/find_interactions.py"
