# The scoring engine beside scoring each pair as the published experiments list them: `snakemake benchmark`.


rule benchmark_scoring:
    input:
        edits=system_edits,
        encoder="models/encoder",
        language_model="models/gpt2-embedded",
    output:
        f"{STUDY}/{{dataset}}/benchmarks/scoring.csv",
    log:
        f"{LOGS}/benchmark_scoring/{{dataset}}.log",
    conda:
        "../../envs/scores.yaml"
    threads: workflow.cores
    params:
        sentences=2,
        seed=config["seed"],
    script:
        "../../scripts/benchmarks/benchmark_scoring.py"


rule benchmark:
    input:
        expand(rules.benchmark_scoring.output, dataset=DATASETS),


# Stages 4 to 6 on synthetic corpora of any size: `snakemake benchmark_scale`.
rule benchmark_scale:
    input:
        edits=[
            f"{STUDY}/{dataset}/edits/{system}.m2"
            for dataset in DATASETS
            for system in systems_of(dataset)
        ],
    output:
        f"{STUDY}/benchmarks/scale.csv",
    log:
        f"{LOGS}/benchmark_scale.log",
    conda:
        "../../envs/scores.yaml"
    threads: workflow.cores
    params:
        sizes=[10_000, 30_000, 100_000],
        coalitions=config["coalitions"],
        scoring=config["scoring"],
        seed=config["seed"],
    script:
        "../../scripts/benchmarks/benchmark_scale.py"
