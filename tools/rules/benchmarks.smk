# The scoring engine compared with scoring each pair as the published experiments list them: `make benchmark`.


rule benchmark_scoring:
    input:
        edits=system_edits,
        encoder=project_file("models/encoder"),
        language_model=project_file("models/gpt2-embedded"),
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
        "../scripts/benchmark_scoring.py"


# bfloat16 compared with float32, in speed and in error.
rule benchmark_precision:
    input:
        edits=system_edits,
        encoder=project_file("models/encoder"),
        language_model=project_file("models/gpt2-embedded"),
    output:
        f"{STUDY}/{{dataset}}/benchmarks/precision.csv",
    log:
        f"{LOGS}/benchmark_precision/{{dataset}}.log",
    conda:
        "../../envs/scores.yaml"
    threads: workflow.cores
    params:
        metrics={metric: config["metrics"][metric] for metric in TIMED_METRICS},
        sentences=64,
        language=language_param,
        seed=config["seed"],
    script:
        "../scripts/benchmark_precision.py"


# How fast a device scores, with models of the usual sizes: `make gpu-report`.
rule benchmark_throughput:
    input:
        pairs=expand(rules.plan_coalitions.output.pairs, dataset=DATASETS),
        encoder=project_file("models/encoder"),
        language_model=project_file("models/gpt2-embedded"),
    output:
        f"{STUDY}/benchmarks/throughput.csv",
    log:
        f"{LOGS}/benchmark_throughput.log",
    conda:
        "../../envs/scores.yaml"
    threads: workflow.cores
    params:
        sample=20_000,
        dtypes=["float32", "bfloat16"],
        batch_tokens=[8_192, 32_768, 131_072],
        device=config["scoring"]["device"],
        seed=config["seed"],
    script:
        "../scripts/benchmark_throughput.py"


rule benchmark:
    input:
        expand(rules.benchmark_scoring.output, dataset=DATASETS),
        expand(rules.benchmark_precision.output, dataset=DATASETS),


# All stages on synthetic corpora of any size: `make benchmark-scale`.
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
        sizes=[10_000, 100_000],
        coalitions=config["coalitions"],
        scoring=config["scoring"],
        experiments=OPTIONS,
        seed=config["seed"],
    script:
        "../scripts/benchmark_scale.py"


# The same with a million, for which alone it takes about half an hour: the target `benchmark_million`.
use rule benchmark_scale as benchmark_million with:
    output:
        f"{STUDY}/benchmarks/million.csv",
    log:
        f"{LOGS}/benchmark_million.log",
    params:
        sizes=[1_000_000],
        coalitions=config["coalitions"],
        scoring=config["scoring"],
        experiments=OPTIONS,
        seed=config["seed"],


# What the study itself costs.
rule measure_coalition_costs:
    input:
        edits=[
            f"{STUDY}/{dataset}/edits/{system}.m2"
            for dataset in DATASETS
            for system in systems_of(dataset)
        ],
        coalitions=expand(rules.plan_coalitions.output.coalitions, dataset=DATASETS),
        pairs=expand(rules.plan_coalitions.output.pairs, dataset=DATASETS),
    output:
        f"{STUDY}/benchmarks/coalition_costs.csv",
    log:
        f"{LOGS}/measure_coalition_costs.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        datasets={dataset: len(systems_of(dataset)) for dataset in DATASETS},
        max_edits=config["coalitions"]["max_edits"],
    script:
        "../scripts/measure_coalition_costs.py"


# A sample outside the store, which may have served what a job of `score_pairs` was asked for.
rule measure_scoring_costs:
    input:
        pairs=lambda wildcards: expand(
            rules.plan_coalitions.output.pairs,
            dataset=study.scored_datasets(wildcards.metric),
        ),
        scores=lambda wildcards: [
            f"{STUDY}/{dataset}/scores/{wildcards.metric}.parquet"
            for dataset in study.scored_datasets(wildcards.metric)
        ],
        models=scored_with,
    output:
        f"{STUDY}/benchmarks/scoring_costs/{{metric}}.csv",
    log:
        f"{LOGS}/measure_scoring_costs/{{metric}}.log",
    wildcard_constraints:
        metric=one_of(TIMED_METRICS),
    conda:
        "../../envs/scores.yaml"
    # It runs on one of them; the others are kept idle.
    threads: workflow.cores
    params:
        **settings_of("scoring"),
        metric=metric_entry,
        sample=5_000,
        seed=config["seed"],
    script:
        "../scripts/measure_scoring_costs.py"


rule tabulate_coalition_costs:
    input:
        tables=[rules.measure_coalition_costs.output[0]],
    output:
        multiext(
            f"{STUDY}/benchmarks/tables/coalition_costs",
            tex=".tex",
            md=".md",
            json=".json",
            csv=".csv",
        ),
    log:
        f"{LOGS}/tabulate_coalition_costs.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        module="coalition_costs",
        labels=LABELS,
    script:
        "../scripts/tabulate_benchmark.py"


use rule tabulate_coalition_costs as tabulate_scoring_costs with:
    input:
        tables=expand(rules.measure_scoring_costs.output[0], metric=TIMED_METRICS),
    output:
        multiext(
            f"{STUDY}/benchmarks/tables/scoring_costs",
            tex=".tex",
            md=".md",
            json=".json",
            csv=".csv",
        ),
    log:
        f"{LOGS}/tabulate_scoring_costs.log",
    params:
        module="scoring_costs",
        labels=LABELS,


use rule tabulate_coalition_costs as tabulate_precision_errors with:
    input:
        tables=expand(rules.benchmark_precision.output[0], dataset=DATASETS[:1]),
    output:
        multiext(
            f"{STUDY}/benchmarks/tables/precision_errors",
            tex=".tex",
            md=".md",
            json=".json",
            csv=".csv",
        ),
    log:
        f"{LOGS}/tabulate_precision_errors.log",
    params:
        module="precision_errors",
        labels=LABELS,


use rule tabulate_coalition_costs as tabulate_throughput with:
    input:
        tables=[rules.benchmark_throughput.output[0]],
    output:
        multiext(
            f"{STUDY}/benchmarks/tables/throughput",
            tex=".tex",
            md=".md",
            json=".json",
            csv=".csv",
        ),
    log:
        f"{LOGS}/tabulate_throughput.log",
    params:
        module="throughput",
        labels=LABELS,


use rule tabulate_coalition_costs as tabulate_scale with:
    input:
        tables=lambda wildcards: [
            rules.benchmark_scale.output[0],
            # Of a million where somebody has had the time.
            *filter(os.path.exists, [rules.benchmark_million.output[0]]),
        ],
    output:
        multiext(
            f"{STUDY}/benchmarks/tables/scale",
            tex=".tex",
            md=".md",
            json=".json",
            csv=".csv",
        ),
    log:
        f"{LOGS}/tabulate_scale.log",
    params:
        module="scale",
        labels=LABELS,
