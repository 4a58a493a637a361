# The embedded explainer of Chinese corrections, and fine-tuning of large language models for EXCGEC's tasks.


rule train_explanations:
    input:
        f"{MODELS}/explainer-zh",


rule train_explainer:
    input:
        published=local_file(DATA["excgec_valid"]),
        early=local_file(DATA["excgec_early"]),
        held_out=local_file(DATA["excgec_test"]),
    output:
        model=directory(f"{MODELS}/explainer-zh"),
        figures=f"{MODELS}/explainer-zh.json",
    log:
        "results/training/logs/train_explainer.log",
    conda:
        "../environment.yaml"
    params:
        recipe=TRAINING["explainer"],
    script:
        "../scripts/train_explainer.py"


rule evaluate_explainer:
    input:
        model=rules.train_explainer.output.model,
        explained=[
            local_file(DATA["excgec_test"]),
            project_file("data/learner-zh/gold.json"),
        ],
    output:
        f"{MODELS}/explainer-zh.scores.csv",
    log:
        "results/training/logs/evaluate_explainer.log",
    conda:
        "../environment.yaml"
    params:
        **BOOTSTRAP,
    script:
        "../scripts/evaluate_explainer.py"


rule train_on_excgec:
    input:
        # Corrections alone are public; explanations are the user's own download.
        training=lambda wildcards: local_file(
            DATA[
                (
                    "excgec_train"
                    if wildcards.task == "correct-only"
                    else "excgec_explained"
                )
            ]
        ),
        validation=local_file(DATA["excgec_valid"]),
        test=local_file(DATA["excgec_test"]),
    output:
        adapter=directory(f"{MODELS}/excgec-{{task}}"),
        figures=f"{MODELS}/excgec-{{task}}.json",
    log:
        "results/training/logs/train_on_excgec.{task}.log",
    wildcard_constraints:
        task="post-explaining|pre-explaining|correct-only|explain-only",
    conda:
        "../environment.yaml"
    threads: workflow.cores
    params:
        recipe=lambda wildcards: excgec_recipe(),
        device=TRAINING["device"],
        checkpoints=f"{WORK}/excgec-{{task}}",
    script:
        "../scripts/train_on_excgec.py"
