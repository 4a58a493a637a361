# The embedded English models, and the published recipes on a larger encoder.

ENGLISH = [corpus("english-lm/openstax.txt.xz"), corpus("english-lm/other.txt.xz")]


rule train:
    default_target: True
    input:
        f"{MODELS}/gpt2-embedded",
        f"{MODELS}/gpt2-embedded.csv",
        f"{MODELS}/spacy-en",
        f"{MODELS}/encoder",
        "results/training/figures/losses.svg",


rule train_published:
    input:
        f"{MODELS}/some",
        f"{MODELS}/impara-qe",


rule train_language_model:
    input:
        corpora=ENGLISH,
    output:
        model=directory(f"{MODELS}/gpt2-embedded"),
        losses=f"{MODELS}/gpt2-embedded.losses.csv",
    log:
        "results/training/logs/train_language_model.log",
    conda:
        "../environment.yaml"
    threads: workflow.cores
    params:
        recipe=TRAINING["language_model"],
        checkpoints=f"{WORK}/language_model",
    script:
        "../scripts/train_language_model.py"


rule evaluate_language_model:
    input:
        model=rules.train_language_model.output.model,
        corpora=ENGLISH,
        sources=local_file(DATA["jfleg_sources"]),
        references=[local_file(spec) for spec in DATA["jfleg_references"]],
    output:
        f"{MODELS}/gpt2-embedded.csv",
    log:
        "results/training/logs/evaluate_language_model.log",
    conda:
        "../environment.yaml"
    params:
        language=ENCODER["pairs"]["language"],
        pipeline=ENCODER["pairs"]["pipeline"],
    script:
        "../scripts/evaluate_language_model.py"


rule train_spacy_pipeline:
    input:
        train=treebanks("train"),
        dev=treebanks("dev"),
        test=treebanks("test"),
        m2=local_file(DATA["conll14"]),
    output:
        pipeline=directory(f"{MODELS}/spacy-en"),
        scores=f"{MODELS}/spacy-en.scores.csv",
        agreement=f"{MODELS}/spacy-en.agreement.csv",
    log:
        "results/training/logs/train_spacy_pipeline.log",
    conda:
        "../environment.yaml"
    params:
        recipe=TRAINING["spacy_pipeline"],
        language="en",
    script:
        "../scripts/train_spacy_pipeline.py"


rule cut_encoder:
    input:
        corpus=ENGLISH,
        ratings=local_file(DATA["tmu_gfm"]),
        gug=local_file(DATA["gug"]),
        sources=local_file(DATA["jfleg_sources"]),
    output:
        directory(f"{WORK}/encoder/start"),
    log:
        "results/training/logs/cut_encoder.log",
    conda:
        "../environment.yaml"
    params:
        **ENCODER["cut"],
    script:
        "../scripts/cut_encoder.py"


rule pretrain_grammar:
    input:
        corpus=ENGLISH,
        start=rules.cut_encoder.output[0],
    output:
        model=directory(f"{WORK}/encoder/grammar"),
        figures=f"{MODELS}/encoder.grammar.json",
        losses=f"{WORK}/encoder/grammar-work/losses.csv",
    log:
        "results/training/logs/pretrain_grammar.log",
    conda:
        "../environment.yaml"
    threads: workflow.cores
    params:
        **ENCODER["grammar"],
        **SEARCHED,
        work=lambda wildcards, output: str(Path(output.losses).parent),
    script:
        "../scripts/pretrain_grammar.py"


rule train_comparison:
    input:
        corpus=ENGLISH,
        start=rules.pretrain_grammar.output.model,
        base=rules.cut_encoder.output[0],
    output:
        model=directory(f"{WORK}/encoder/comparison"),
        figures=f"{MODELS}/encoder.comparison.json",
        losses=f"{WORK}/encoder/comparison-work/losses.csv",
    log:
        "results/training/logs/train_comparison.log",
    conda:
        "../environment.yaml"
    threads: workflow.cores
    params:
        **ENCODER["comparison"],
        **SEARCHED,
        work=lambda wildcards, output: str(Path(output.losses).parent),
    script:
        "../scripts/train_comparison.py"


rule pair_corrections:
    input:
        sources=local_file(DATA["jfleg_sources"]),
        references=[local_file(spec) for spec in DATA["jfleg_references"]],
        encoder=rules.cut_encoder.output[0],
    output:
        f"{WORK}/encoder/pairs.parquet",
    log:
        "results/training/logs/pair_corrections.log",
    conda:
        "../environment.yaml"
    params:
        **ENCODER["pairs"],
        **SEARCHED,
    script:
        "../scripts/pair_corrections.py"


rule train_heads:
    input:
        corpus=ENGLISH,
        ratings=local_file(DATA["tmu_gfm"]),
        gug=local_file(DATA["gug"]),
        pairs=rules.pair_corrections.output[0],
        start=rules.train_comparison.output.model,
    output:
        model=directory(f"{MODELS}/encoder"),
        figures=f"{MODELS}/encoder.csv",
    log:
        "results/training/logs/train_heads.log",
    conda:
        "../environment.yaml"
    threads: workflow.cores
    params:
        **ENCODER["heads"],
        **SEARCHED,
    script:
        "../scripts/train_heads.py"


use rule pair_corrections as pair_published_corrections with:
    input:
        sources=local_file(DATA["jfleg_sources"]),
        references=[local_file(spec) for spec in DATA["jfleg_references"]],
    output:
        f"{WORK}/published/pairs.parquet",
    log:
        "results/training/logs/pair_published_corrections.log",
    params:
        **ENCODER["pairs"],
        **SEARCHED,
        encoder=PUBLISHED["encoder"],
        revision=PUBLISHED["revision"],


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
        pairs=rules.pair_published_corrections.output[0],
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


# The metrics as the default study has them, with the models that are shipped; the pairs are English.
ENGLISH_METRICS = {
    metric: DEFAULT_STUDY["metrics"][metric]
    for metric in Study(DEFAULT_STUDY).timed_metrics
    if "en" in languages_of(DEFAULT_STUDY, DEFAULT_STUDY["metrics"][metric])
}


rule evaluate_minimal_pairs:
    input:
        pairs=project_file("data/minimal-pairs/pairs.tsv"),
        models=[
            file
            for entry in ENGLISH_METRICS.values()
            for file in entry_files("metrics", entry)
        ],
    output:
        f"{MODELS}/minimal-pairs.csv",
    log:
        "results/training/logs/evaluate_minimal_pairs.log",
    conda:
        "../environment.yaml"
    params:
        metrics=ENGLISH_METRICS,
    script:
        "../scripts/evaluate_minimal_pairs.py"


rule plot_losses:
    input:
        language_model=rules.train_language_model.output.losses,
        encoder_grammar=rules.pretrain_grammar.output.losses,
        encoder_comparison=rules.train_comparison.output.losses,
    output:
        multiext(
            "results/training/figures/losses",
            pdf=".pdf",
            png=".png",
            svg=".svg",
            csv=".csv",
        ),
    log:
        "results/training/logs/plot_losses.log",
    conda:
        "../environment.yaml"
    script:
        "../scripts/plot_losses.py"
