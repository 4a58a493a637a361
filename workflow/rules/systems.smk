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
