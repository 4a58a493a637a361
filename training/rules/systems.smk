# The embedded GEC systems, made from the models of english.smk.


rule train_systems:
    input:
        f"{MODELS}/gector",
        f"{MODELS}/language_model.json",
        f"{MODELS}/edit-classifier",


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
        "../environment.yaml"
    threads: workflow.cores
    params:
        **SEARCHED,
        recipe=TRAINING["gector"],
        language=ENCODER["pairs"]["language"],
        pipeline=ENCODER["pairs"]["pipeline"],
        work=f"{WORK}/gector",
    script:
        "../scripts/train_gector.py"


rule annotate_learner_sentences:
    input:
        sources=local_file(DATA["jfleg_sources"]),
        references=[local_file(spec) for spec in DATA["jfleg_references"]],
    output:
        f"{WORK}/learner_sentences.m2",
    log:
        "results/training/logs/annotate_learner_sentences.log",
    conda:
        "../environment.yaml"
    params:
        language=ENCODER["pairs"]["language"],
        pipeline=ENCODER["pairs"]["pipeline"],
    script:
        "../scripts/annotate_learner_sentences.py"


rule evaluate_single_edits:
    input:
        judgements=project_file("data/single-edits/judgements.tsv"),
        sentences=rules.annotate_learner_sentences.output[0],
        models=rules.evaluate_minimal_pairs.input.models,
    output:
        f"{MODELS}/single-edits.csv",
    log:
        "results/training/logs/evaluate_single_edits.log",
    conda:
        "../environment.yaml"
    params:
        metrics=rules.evaluate_minimal_pairs.params.metrics,
    script:
        "../scripts/evaluate_single_edits.py"


rule tune_language_model:
    input:
        sentences=rules.annotate_learner_sentences.output[0],
        language_model=rules.train_language_model.output.model,
    output:
        threshold=f"{MODELS}/language_model.json",
        figures=f"{MODELS}/language_model.csv",
    log:
        "results/training/logs/tune_language_model.log",
    conda:
        "../environment.yaml"
    params:
        **SEARCHED,
    script:
        "../scripts/tune_language_model.py"


rule train_edit_classifier:
    input:
        sentences=rules.annotate_learner_sentences.output[0],
        language_model=rules.train_language_model.output.model,
    output:
        model=directory(f"{MODELS}/edit-classifier"),
        figures=f"{MODELS}/edit-classifier.json",
    log:
        "results/training/logs/train_edit_classifier.log",
    conda:
        "../environment.yaml"
    params:
        **SEARCHED,
        recipe=TRAINING["edit_classifier"],
    script:
        "../scripts/train_edit_classifier.py"
