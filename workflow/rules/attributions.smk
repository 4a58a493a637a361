# Stage 6: what each edit contributed, for every metric and method, and which edits depend on each other.


# A plan knows no score. What a method asks for once it has seen some is scored here, where it asks.
rule play_rounds:
    input:
        edits=system_edits,
        # What was planned is then in the store.
        scores=f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet",
        models=lambda wildcards: named_files("metrics", scored_entry(wildcards)[1]),
    output:
        f"{STUDY}/{{dataset}}/rounds/{{metric}}.parquet",
    log:
        f"{LOGS}/play_rounds/{{dataset}}.{{metric}}.log",
    conda:
        "../../envs/scores.yaml"
    threads: 1
    params:
        **settings_of("scoring"),
        systems=lambda wildcards: systems_of(wildcards.dataset),
        scored=scored_entry,
        component=lambda wildcards: metric_entry(wildcards).get("component", "score"),
        methods={name: config["methods"][name] for name in METHODS_IN_ROUNDS},
        coalitions=config["coalitions"],
        language=language_param,
        store=STORE,
        seed=config["seed"],
    script:
        "../../scripts/attributions/play_rounds.py"


rule attribute_edits:
    input:
        edits=system_edits,
        extraction=extraction_signatures,
        coalitions=rules.plan_coalitions.output.coalitions,
        scores=f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet",
        rounds=lambda wildcards: (
            f"{STUDY}/{wildcards.dataset}/rounds/{wildcards.metric}.parquet"
            if wildcards.method in METHODS_IN_ROUNDS
            else []
        ),
    output:
        f"{STUDY}/{{dataset}}/attributions/{{metric}}/{{method}}.parquet",
    log:
        f"{LOGS}/attribute_edits/{{dataset}}.{{metric}}.{{method}}.log",
    benchmark:
        f"{STUDY}/benchmarks/attribute_edits/{{dataset}}.{{metric}}.{{method}}.tsv",
    conda:
        "../../envs/analysis.yaml"
    params:
        systems=lambda wildcards: systems_of(wildcards.dataset),
        method=lambda wildcards: config["methods"][wildcards.method],
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
