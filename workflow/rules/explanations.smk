# Stage 6': explanations in words of each edit of a correction, in EXCGEC's JSON.
#
#   results/<study>/<dataset>/explanations/<explainer>.<correction>.json          explanations
#   results/<study>/<dataset>/explanations/<explainer>.<correction>.report.json   how many, and what was mended
#
# <correction> says whose corrections are explained: a system, `reference` (the data set's first reference), or
# `own` (the explainer corrects by itself). An explainer that runs more than once, each time with another seed,
# has the number of the run before `.json`: <explainer>.<correction>.2.json. `explanations_of` lists these files.


# The reference's explanations, by which a pre-explaining model corrects.
explanations_given = lambda w: (
    study.gold_explanations(w.dataset)[0]
    if w.correction == REFERENCE and study.explains_first(w.explainer)
    else []
)
number_of_run = lambda w: int(w.run.lstrip(".") or 1)
explanations_imported = lambda w: (
    study.explainers[w.explainer].files[w.dataset][w.correction].local
)


rule explain_corrections:
    input:
        sources=rules.prepare_sources.output[0],
        # None if the explainer makes the correction itself.
        edits=lambda w: (
            []
            if study.corrects(w.explainer, w.correction)
            else f"{STUDY}/{w.dataset}/edits/{'reference.0' if w.correction == REFERENCE else w.correction}.m2"
        ),
        explanations=explanations_given,
        models=lambda w: study.files_of(study.explainers[w.explainer]),
        pipeline=lambda w: study.pipeline_files(w.dataset),
    output:
        explanations=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}{{run}}.json",
        report=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}{{run}}.report.json",
    log:
        f"{LOGS}/explain_corrections/{{dataset}}.{{explainer}}.{{correction}}{{run}}.log",
    benchmark:
        f"{STUDY}/benchmarks/explain_corrections/{{dataset}}.{{explainer}}.{{correction}}{{run}}.tsv"
    wildcard_constraints:
        explainer=one_of(study.of_other_types("explainers", "outputs")),
    conda:
        "../../envs/explanations.yaml"
    # One thread, so that an explanation does not depend on how many cores the machine has.
    threads: 1
    params:
        code=code_of(
            "explanations/explain_corrections.py",
            lambda w: study.explainers[w.explainer].spec,
        ),
        contents=contents(
            lambda w: study.files_of(study.explainers[w.explainer])
            + study.pipeline_files(w.dataset)
        ),
        given_contents=contents(explanations_given),
        explainer=lambda w: study.explainers[w.explainer].spec_of_run(number_of_run(w)),
        explanation=plain(study.explanation),
        language=lambda w: study.datasets[w.dataset].language,
        pipeline=lambda w: study.datasets[w.dataset].pipeline,
        pipeline_found=lambda w: study.pipeline_identity(w.dataset),
        run=number_of_run,
        seed=study.seed,
        parts=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}{{run}}.parts",
    script:
        "../../scripts/explanations/explain_corrections.py"


rule import_explanations:
    input:
        sources=rules.prepare_sources.output[0],
        explanations=explanations_imported,
    output:
        explanations=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}.json",
        report=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}.report.json",
    log:
        f"{LOGS}/import_explanations/{{dataset}}.{{explainer}}.{{correction}}.log",
    wildcard_constraints:
        explainer=one_of(study.of_type("explainers", "outputs")),
    conda:
        "../../envs/explanations.yaml"
    params:
        code=code_of("explanations/import_explanations.py"),
        contents=contents(explanations_imported),
        spec=lambda w: study.explainers[w.explainer].files[w.dataset][w.correction].spec,
        language=lambda w: study.datasets[w.dataset].language,
        lines=lambda w: study.datasets[w.dataset].lines,
    script:
        "../../scripts/explanations/import_explanations.py"
