# The published recipes of SOME and IMPARA.


rule train_published:
    default_target: True
    input:
        f"{MODELS}/some",
        f"{MODELS}/impara-qe",


rule pair_corrections:
    input:
        sources=local_file(DATA["jfleg_sources"]),
        references=[local_file(spec) for spec in DATA["jfleg_references"]],
    output:
        f"{WORK}/published/pairs.parquet",
    log:
        "results/training/logs/pair_corrections.log",
    conda:
        "../environment.yaml"
    params:
        **PUBLISHED["pairs"],
        **SEARCHED,
        encoder=PUBLISHED["encoder"],
        revision=PUBLISHED["revision"],
    script:
        "../scripts/pair_corrections.py"


rule train_some:
    input:
        ratings=local_file(DATA["tmu_gfm"]),
    output:
        model=directory(f"{MODELS}/some"),
        figures=f"{MODELS}/some.csv",
    log:
        "results/training/logs/train_some.log",
    conda:
        "../environment.yaml"
    threads: workflow.cores
    params:
        **PUBLISHED["some"],
        **SEARCHED,
        encoder=PUBLISHED["encoder"],
        revision=PUBLISHED["revision"],
        work=f"{WORK}/published/some",
    script:
        "../scripts/train_some.py"


rule train_impara:
    input:
        pairs=rules.pair_corrections.output[0],
    output:
        model=directory(f"{MODELS}/impara-qe"),
        figures=f"{MODELS}/impara-qe.json",
    log:
        "results/training/logs/train_impara.log",
    conda:
        "../environment.yaml"
    threads: workflow.cores
    params:
        **PUBLISHED["impara"],
        **SEARCHED,
        encoder=PUBLISHED["encoder"],
        revision=PUBLISHED["revision"],
        work=f"{WORK}/published/impara",
    script:
        "../scripts/train_impara.py"
