# The embedded GEC systems, made from the models of training.smk.


rule train_systems:
    input:
        f"{MODELS}/gector",


rule train_gector:
    input:
        corpus=ENGLISH,
        start=rules.pretrain_grammar.output.model,
        sources=local_file(DATA["jfleg_sources"]),
        references=[local_file(spec) for spec in DATA["jfleg_references"]],
    output:
        model=directory(f"{MODELS}/gector"),
        figures=f"{MODELS}/gector.csv",
    log:
        "results/training/logs/train_gector.log",
    conda:
        "../../envs/training.yaml"
    threads: workflow.cores
    params:
        **SEARCHED,
        recipe=TRAINING["gector"],
        language=ENCODER["pairs"]["language"],
        pipeline=ENCODER["pairs"]["pipeline"],
        work=f"{WORK}/gector",
    script:
        "../../scripts/train_gector.py"
