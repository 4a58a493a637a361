# The embedded Chinese models: the language model and what is made from it.

CHINESE = [
    corpus("chinese/chinese.txt.xz"),
    *(f"{WORK}/chinese_text/{name}.txt.xz" for name in TRAINING["chinese_text"]),
]


rule train_chinese:
    input:
        f"{MODELS}/gpt2-zh",
        f"{MODELS}/gpt2-zh.csv",
        f"{MODELS}/language_model-zh.json",
        f"{MODELS}/channel-zh.json",


rule fetch_chinese_text:
    output:
        directory(f"{WORK}/chinese_text/{{name}}.git"),
    log:
        "results/training/logs/fetch_chinese_text/{name}.log",
    wildcard_constraints:
        name=one_of(TRAINING["chinese_text"]),
    localrule: True
    conda:
        "../environment.yaml"
    params:
        url=lambda wildcards: TRAINING["chinese_text"][wildcards.name]["url"],
        commit=lambda wildcards: TRAINING["chinese_text"][wildcards.name]["commit"],
    script:
        "../scripts/fetch_chinese_text.py"


rule gather_chinese_text:
    input:
        repository=rules.fetch_chinese_text.output[0],
        kept=[local_file(DATA["excgec_valid"]), local_file(DATA["excgec_test"])],
    output:
        f"{WORK}/chinese_text/{{name}}.txt.xz",
    log:
        "results/training/logs/gather_chinese_text/{name}.log",
    wildcard_constraints:
        name=one_of(TRAINING["chinese_text"]),
    conda:
        "../environment.yaml"
    params:
        text=lambda wildcards: TRAINING["chinese_text"][wildcards.name],
    script:
        "../scripts/gather_chinese_text.py"


rule gather_learner_chinese:
    input:
        corpora=CHINESE,
        corrections=local_file(DATA["excgec_train"]),
        kept=[local_file(DATA["excgec_valid"]), local_file(DATA["excgec_test"])],
    output:
        targets=f"{WORK}/learner_chinese.txt.xz",
        pairs=f"{WORK}/learner_chinese.tsv",
    log:
        "results/training/logs/gather_learner_chinese.log",
    conda:
        "../environment.yaml"
    script:
        "../scripts/gather_learner_chinese.py"


use rule train_language_model as train_chinese_language_model with:
    input:
        corpora=[*CHINESE, rules.gather_learner_chinese.output.targets],
        pairs=rules.gather_learner_chinese.output.pairs,
    output:
        model=directory(f"{MODELS}/gpt2-zh"),
        losses=f"{MODELS}/gpt2-zh.losses.csv",
    log:
        "results/training/logs/train_chinese_language_model.log",
    params:
        recipe=TRAINING["chinese_language_model"],
        checkpoints=f"{WORK}/chinese_language_model",


rule evaluate_chinese_language_model:
    input:
        model=rules.train_chinese_language_model.output.model,
        corpora=rules.train_chinese_language_model.input.corpora,
        explained=local_file(DATA["excgec_valid"]),
    output:
        f"{MODELS}/gpt2-zh.csv",
    log:
        "results/training/logs/evaluate_chinese_language_model.log",
    conda:
        "../environment.yaml"
    script:
        "../scripts/evaluate_chinese_language_model.py"


rule tune_chinese_language_model:
    input:
        explained=local_file(DATA["excgec_valid"]),
        language_model=rules.train_chinese_language_model.output.model,
    output:
        threshold=f"{MODELS}/language_model-zh.json",
        figures=f"{MODELS}/language_model-zh.csv",
    log:
        "results/training/logs/tune_chinese_language_model.log",
    conda:
        "../environment.yaml"
    params:
        **SEARCHED,
    script:
        "../scripts/tune_chinese_language_model.py"


rule learn_channel:
    input:
        pairs=rules.gather_learner_chinese.output.pairs,
    output:
        f"{MODELS}/channel-zh/edits.json",
    log:
        "results/training/logs/learn_channel.log",
    conda:
        "../environment.yaml"
    script:
        "../scripts/learn_channel.py"


rule tune_noisy_channel:
    input:
        explained=local_file(DATA["excgec_valid"]),
        edits=rules.learn_channel.output[0],
        language_model=rules.train_chinese_language_model.output.model,
    output:
        setting=f"{MODELS}/channel-zh.json",
        figures=f"{MODELS}/channel-zh.csv",
    log:
        "results/training/logs/tune_noisy_channel.log",
    conda:
        "../environment.yaml"
    params:
        **SEARCHED,
    script:
        "../scripts/tune_noisy_channel.py"
