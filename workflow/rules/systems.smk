# Stage 2: one corrected sentence per line, for every data set and system.


def output_brought(w):
    return study.systems[w.system].files[w.dataset].local


def uncorrected(w):
    """The sources, or the output of the system that the system comes after."""
    before = study.systems[w.system].after
    name = f"systems/{before}" if before else "corpus/sources"
    return f"{STUDY}/{w.dataset}/{name}.txt"


def own_explanations(w):
    """The first explanations by the explainer whose corrections are a system's."""
    explainer = study.systems[w.system].explainer
    run = study.runs_of(explainer)[0]
    return f"{STUDY}/{w.dataset}/explanations/{explainer}.{OWN}{run}.json"


use rule prepare_reference as import_outputs with:
    input:
        number=rules.prepare_sources.output.number,
        corrected=output_brought,
        written=sources_as_written,
    output:
        f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
    log:
        f"{LOGS}/import_outputs/{{dataset}}.{{system}}.log",
    wildcard_constraints:
        system=one_of(study.of_type("systems", "outputs")),
    params:
        contents=contents(output_brought),
        spec=lambda w: study.systems[w.system].files[w.dataset].spec,


rule correct_sentences:
    input:
        sources=uncorrected,
        models=lambda w: files_of(study.systems[w.system]),
    output:
        f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
    log:
        f"{LOGS}/correct_sentences/{{dataset}}.{{system}}.log",
    benchmark:
        f"{STUDY}/benchmarks/correct_sentences/{{dataset}}.{{system}}.tsv"
    wildcard_constraints:
        system=one_of(study.of_other_types("systems", "outputs", "explainer")),
    # Scoring, the longest work, waits for all of them.
    priority: 2
    conda:
        "../../envs/systems.yaml"
    # One thread, so that a correction does not depend on how many cores the machine has.
    threads: 1
    params:
        **settings_of("correction"),
        code=code_of(
            "systems/correct_sentences.py", lambda w: study.systems[w.system].spec
        ),
        contents=contents(lambda w: files_of(study.systems[w.system])),
        system=lambda w: study.systems[w.system].spec,
        language=lambda w: study.datasets[w.dataset].language,
        parts=f"{STUDY}/{{dataset}}/systems/{{system}}.parts",
    script:
        "../../scripts/systems/correct_sentences.py"


rule take_corrections:
    input:
        sources=rules.prepare_sources.output[0],
        explanations=own_explanations,
    output:
        f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
    log:
        f"{LOGS}/take_corrections/{{dataset}}.{{system}}.log",
    wildcard_constraints:
        system=one_of(study.of_type("systems", "explainer")),
    conda:
        "../../envs/analysis.yaml"
    params:
        code=code_of("systems/take_corrections.py"),
        language=lambda w: study.datasets[w.dataset].language,
    script:
        "../../scripts/systems/take_corrections.py"
