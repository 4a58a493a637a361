# Stage 2: one corrected sentence per line, for every data set and system.


use rule prepare_reference as import_outputs with:
    input:
        number=rules.prepare_sources.output.number,
        corrected=given_output,
        written=written_sources,
    output:
        f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
    log:
        f"{LOGS}/import_outputs/{{dataset}}.{{system}}.log",
    wildcard_constraints:
        system=one_of(PUBLISHED_SYSTEMS),
    params:
        spec=output_spec,
        written=source_spec,
        language=language_param,
        lines=lines_param,
        tokenise=tokenise_param,


rule correct_sentences:
    input:
        sources=uncorrected,
        models=corrected_with,
    output:
        f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
    log:
        f"{LOGS}/correct_sentences/{{dataset}}.{{system}}.log",
    benchmark:
        f"{STUDY}/benchmarks/correct_sentences/{{dataset}}.{{system}}.tsv"
    wildcard_constraints:
        system=one_of(CORRECTORS),
    # Scoring, the longest work, waits for all of them.
    priority: 2
    conda:
        "../../envs/systems.yaml"
    # One thread, so that a correction does not depend on how many cores the machine has.
    threads: 1
    params:
        **settings_of("correction"),
        system=system_entry,
        language=language_param,
        parts=f"{STUDY}/{{dataset}}/systems/{{system}}.parts",
    script:
        "../../scripts/systems/correct_sentences.py"


rule combine_systems:
    input:
        combined_edits,
    output:
        f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
    log:
        f"{LOGS}/combine_systems/{{dataset}}.{{system}}.log",
    wildcard_constraints:
        system=one_of(COMBINATIONS),
    conda:
        "../../envs/analysis.yaml"
    params:
        votes=lambda wildcards: system_entry(wildcards)["votes"],
        language=language_param,
    script:
        "../../scripts/systems/combine_systems.py"


rule take_corrections:
    input:
        sources=rules.prepare_sources.output[0],
        explanations=explained_corrections,
    output:
        f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
    log:
        f"{LOGS}/take_corrections/{{dataset}}.{{system}}.log",
    wildcard_constraints:
        system=one_of(EXPLAINING_SYSTEMS),
    conda:
        "../../envs/analysis.yaml"
    params:
        language=language_param,
    script:
        "../../scripts/systems/take_corrections.py"


# GECToR's checkpoints as their makers publish them, by the name of the file, and the encoder of each. They are put under
# data/downloads by hand (docs/systems.md), and read once they are converted:
# `snakemake --cores 1 --configfile config/generate.yaml -- data/downloads/gector-2024-roberta-large`
GECTOR_ENCODERS = {
    "roberta_1_gectorv2": ("FacebookAI/roberta-base", "main"),
    "gector-2024-roberta-large": ("FacebookAI/roberta-large", "main"),
}


rule convert_gector:
    input:
        weights="data/downloads/{checkpoint}.th",
        labels="data/downloads/gector-labels.txt",
    output:
        directory("data/downloads/{checkpoint}"),
    log:
        "data/downloads/logs/{checkpoint}.log",
    wildcard_constraints:
        checkpoint=one_of(GECTOR_ENCODERS),
    localrule: True
    conda:
        "../../envs/systems.yaml"
    params:
        encoder=lambda wildcards: GECTOR_ENCODERS[wildcards.checkpoint],
    script:
        "../../scripts/systems/convert_gector.py"
