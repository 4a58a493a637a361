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
        edits=explained_edits,
        explanations=given_explanations,
        models=explained_with,
        pipeline=pipeline_inputs,
    output:
        explanations=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}{{run}}.json",
        report=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}{{run}}.report.json",
    log:
        f"{LOGS}/explain_corrections/{{dataset}}.{{explainer}}.{{correction}}{{run}}.log",
    benchmark:
        f"{STUDY}/benchmarks/explain_corrections/{{dataset}}.{{explainer}}.{{correction}}{{run}}.tsv"
    wildcard_constraints:
        explainer=one_of(EXPLAINERS),
    conda:
        "../../envs/explanations.yaml"
    # One thread, so that an explanation does not depend on how many cores the machine has.
    threads: 1
    params:
        explainer=explainer_entry,
        explanation=plain(study.explanation),
        language=language_param,
        pipeline=pipeline_param,
        pipeline_found=pipeline_found,
        run=run_of,
        seed=study.seed,
        parts=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}{{run}}.parts",
    script:
        "../../scripts/explanations/explain_corrections.py"


rule import_explanations:
    input:
        sources=rules.prepare_sources.output[0],
        explanations=imported_explanations,
    output:
        explanations=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}.json",
        report=f"{STUDY}/{{dataset}}/explanations/{{explainer}}.{{correction}}.report.json",
    log:
        f"{LOGS}/import_explanations/{{dataset}}.{{explainer}}.{{correction}}.log",
    wildcard_constraints:
        explainer=one_of(GIVEN_EXPLAINERS),
    conda:
        "../../envs/explanations.yaml"
    params:
        spec=explanation_spec,
        language=language_param,
        lines=lines_param,
    script:
        "../../scripts/explanations/import_explanations.py"
