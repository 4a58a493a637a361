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
        "../../scripts/benchmark_scoring.py"


rule benchmark:
    input:
        expand(rules.benchmark_scoring.output, dataset=DATASETS),
