# Fine-tuning of large language models for EXCGEC's tasks.


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
        recipe=TRAINING["excgec"],
        device=TRAINING["device"],
        checkpoints=f"{WORK}/excgec-{{task}}",
    script:
        "../scripts/train_on_excgec.py"
