# Stage 6': explanations in words of each edit of a correction, in EXCGEC's JSON.
#
#   results/<study>/<dataset>/explanations/<explainer>.<correction>.json          explanations
#   results/<study>/<dataset>/explanations/<explainer>.<correction>.report.json   how many, and what was mended
#
# <correction> says whose corrections are explained: a system, `reference` (the data set's first reference), or
# `own` (the explainer corrects by itself). An explainer that runs more than once, each time with another seed,
# has the number of the run before `.json`: <explainer>.<correction>.2.json. `explanations_of` lists these files.


rule explain_corrections:
    input:
        sources=rules.prepare_sources.output[0],
        edits=edits_to_explain,
        explanations=explanations_to_correct_by,
        models=models_of_explainer,
        pipeline=pipeline_of,
    output:
        explanations="<study>/{dataset}/explanations/{explainer}.{correction}{run}.json",
        report="<study>/{dataset}/explanations/{explainer}.{correction}{run}.report.json",
    log:
        "<study>/logs/explain_corrections/{dataset}.{explainer}.{correction}{run}.log",
    benchmark:
        "<study>/benchmarks/explain_corrections/{dataset}.{explainer}.{correction}{run}.tsv"
    wildcard_constraints:
        explainer=one_of(study.of_other_types("explainers", "outputs")),
    conda:
        "../../envs/explanations.yaml"
    # One thread, so that an explanation does not depend on how many cores the machine has.
    threads: 1
    params:
        versions=versions_of(
            "explanations/explain_corrections.py",
            lambda w: study.explainers[w.explainer].spec,
            files=lambda w: [
                models_of_explainer(w),
                pipeline_of(w),
                explanations_to_correct_by(w),
            ],
        ),
        explainer=lambda w: study.explainers[w.explainer].spec_of_run(number_of_run(w)),
        explanation=plain(study.explanation),
        language=lambda w: study.datasets[w.dataset].language,
        pipeline=lambda w: study.datasets[w.dataset].pipeline,
        pipeline_identity=lambda w: study.pipeline_identity(w.dataset),
        run=number_of_run,
        seed=study.seed,
        parts=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}{{run}}.parts",
    script:
        "../../scripts/explanations/explain_corrections.py"


rule import_explanations:
    input:
        sources=rules.prepare_sources.output[0],
        explanations=imported_explanations,
    output:
        explanations="<study>/{dataset}/explanations/{explainer}.{correction}.json",
        report="<study>/{dataset}/explanations/{explainer}.{correction}.report.json",
    log:
        "<study>/logs/import_explanations/{dataset}.{explainer}.{correction}.log",
    wildcard_constraints:
        explainer=one_of(study.of_type("explainers", "outputs")),
    conda:
        "../../envs/explanations.yaml"
    params:
        versions=versions_of(
            "explanations/import_explanations.py", files=imported_explanations
        ),
        spec=lambda w: study.explainers[w.explainer].files[w.dataset][w.correction].spec,
        language=lambda w: study.datasets[w.dataset].language,
        lines=lambda w: study.datasets[w.dataset].lines,
    script:
        "../../scripts/explanations/import_explanations.py"
