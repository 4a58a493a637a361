# Stage 5: the score of every planned pair under every metric.


def model_files(wildcards):
    """The files of a metric's local models, so that changed weights are scored anew."""
    folders = map(
        Path,
        filter(lambda value: isinstance(value, str), metric_entry(wildcards).values()),
    )
    return sorted(
        str(file)
        for folder in folders
        if folder.is_dir()
        for file in folder.rglob("*")
        if file.is_file() and file.suffix in {".safetensors", ".bin", ".json", ".txt"}
    )


def metric_entry(wildcards):
    return config["metrics"][wildcards.metric]


rule score_pairs:
    input:
        pairs=rules.plan_coalitions.output.pairs,
        models=model_files,
    output:
        temp(f"{STUDY}/{{dataset}}/scores/{{metric}}/{{shard}}.parquet"),
    log:
        f"{LOGS}/score_pairs/{{dataset}}.{{metric}}.{{shard}}.log",
    benchmark:
        f"{STUDY}/benchmarks/score_pairs/{{dataset}}.{{metric}}.{{shard}}.tsv"
    conda:
        "../../envs/scores.yaml"
    # One thread, so that a score does not depend on how many cores the machine has.
    threads: 1
    params:
        metric=metric_entry,
        scoring=config["scoring"],
        store=STORE,
    script:
        "../../scripts/score_pairs.py"


rule gather_scores:
    input:
        pairs=rules.plan_coalitions.output.pairs,
        shards=expand(
            rules.score_pairs.output[0],
            shard=range(config["scoring"]["shards"]),
            allow_missing=True,
        ),
    output:
        f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet",
    log:
        f"{LOGS}/gather_scores/{{dataset}}.{{metric}}.log",
    wildcard_constraints:
        metric=one_of(SCORED_METRICS),
    script:
        "../../scripts/gather_scores.py"


rule derive_scores:
    input:
        lambda wildcards: f"{STUDY}/{wildcards.dataset}/scores/{metric_entry(wildcards)['of']}.parquet",
    output:
        f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet",
    log:
        f"{LOGS}/derive_scores/{{dataset}}.{{metric}}.log",
    wildcard_constraints:
        metric=one_of(DERIVED_METRICS),
    params:
        component=lambda wildcards: metric_entry(wildcards)["component"],
    script:
        "../../scripts/derive_scores.py"
