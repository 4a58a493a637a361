# The embedded explainer of Chinese corrections.


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
        "../../envs/training.yaml"
    params:
        recipe=TRAINING["explainer"],
    script:
        "../../scripts/training/train_explainer.py"


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
        "../../envs/training.yaml"
    params:
        **BOOTSTRAP,
    script:
        "../../scripts/training/evaluate_explainer.py"
