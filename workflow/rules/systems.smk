# Stage 2: one corrected sentence per line, for every data set and system.


rule import_outputs:
    input:
        sources=rules.prepare_sources.output[0],
        corrected=output_of,
        written=ordinary_sources_of,
    output:
        "<study>/{dataset}/systems/{system}.txt",
    log:
        "<study>/logs/import_outputs/{dataset}.{system}.log",
    wildcard_constraints:
        system=one_of(study.of_type("systems", "outputs")),
    conda:
        "../../envs/edits.yaml"
    params:
        versions=versions_of("systems/import_outputs.py", files=output_of),
        spec=lambda w: study.systems[w.system].files[w.dataset].spec,
        written=lambda w: study.datasets[w.dataset].sources.spec,
        language=lambda w: study.datasets[w.dataset].language,
        lines=lambda w: study.datasets[w.dataset].lines,
        tokenise=lambda w: study.datasets[w.dataset].tokenise,
    script:
        "../../scripts/systems/import_outputs.py"


rule correct_sentences:
    input:
        # The sources, or the output of the system that the system comes after.
        sources=lambda w: (
            f"<study>/{w.dataset}/systems/{study.systems[w.system].after}.txt"
            if study.systems[w.system].after
            else f"<study>/{w.dataset}/corpus/sources.txt"
        ),
        models=models_of_system,
    output:
        "<study>/{dataset}/systems/{system}.txt",
    log:
        "<study>/logs/correct_sentences/{dataset}.{system}.log",
    benchmark:
        "<study>/benchmarks/correct_sentences/{dataset}.{system}.tsv"
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
        versions=versions_of(
            "systems/correct_sentences.py",
            lambda w: study.systems[w.system].spec,
            files=models_of_system,
        ),
        system=lambda w: study.systems[w.system].spec,
        language=lambda w: study.datasets[w.dataset].language,
        parts=f"{STUDY}/{{dataset}}/systems/{{system}}.parts",
    script:
        "../../scripts/systems/correct_sentences.py"


rule take_corrections:
    input:
        sources=rules.prepare_sources.output[0],
        explanations=lambda w: study.explanation_files(
            w.dataset, study.systems[w.system].explainer, OWN
        )[0],
    output:
        "<study>/{dataset}/systems/{system}.txt",
    log:
        "<study>/logs/take_corrections/{dataset}.{system}.log",
    wildcard_constraints:
        system=one_of(study.of_type("systems", "explainer")),
    conda:
        "../../envs/analysis.yaml"
    params:
        versions=versions_of("systems/take_corrections.py"),
        language=lambda w: study.datasets[w.dataset].language,
    script:
        "../../scripts/systems/take_corrections.py"
