# Stage 3: the edits of every system and reference, as M2.


# The file of a system's output, if it has the edits, too.
edits_brought = lambda w: (
    output_brought(w) if study.form_of_edits(w.dataset, w.system) else []
)


# A reference in M2 whose own edits are read, as in languages without rules of their own.
reference_edits_brought = lambda w: (
    reference_brought(w)
    if study.form_of_reference_edits(w.dataset, int(w.reference))
    else []
)


rule extract_edits:
    input:
        sources=rules.prepare_sources.output[0],
        corrected=f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
        edits=edits_brought,
        pipeline=lambda w: study.pipeline_files(w.dataset),
    output:
        m2=f"{STUDY}/{{dataset}}/edits/{{system}}.m2",
        signature=f"{STUDY}/{{dataset}}/edits/{{system}}.json",
        unaligned=f"{STUDY}/{{dataset}}/edits/{{system}}.unaligned.parquet",
    log:
        f"{LOGS}/extract_edits/{{dataset}}.{{system}}.log",
    conda:
        "../../envs/edits.yaml"
    params:
        code=code_of("edits/extract_edits.py"),
        contents=contents(edits_brought),
        pipeline_contents=contents(lambda w: study.pipeline_files(w.dataset)),
        language=lambda w: study.datasets[w.dataset].language,
        pipeline=lambda w: study.datasets[w.dataset].pipeline,
        pipeline_found=lambda w: study.pipeline_identity(w.dataset),
        form=lambda w: study.form_of_edits(w.dataset, w.system),
        lines=lambda w: study.datasets[w.dataset].lines,
    script:
        "../../scripts/edits/extract_edits.py"


use rule extract_edits as extract_reference_edits with:
    input:
        sources=rules.prepare_sources.output[0],
        corrected=rules.prepare_reference.output[0],
        edits=reference_edits_brought,
        pipeline=lambda w: study.pipeline_files(w.dataset),
    output:
        m2=f"{STUDY}/{{dataset}}/edits/reference.{{reference}}.m2",
        signature=f"{STUDY}/{{dataset}}/edits/reference.{{reference}}.json",
        unaligned=f"{STUDY}/{{dataset}}/edits/reference.{{reference}}.unaligned.parquet",
    log:
        f"{LOGS}/extract_edits/{{dataset}}.reference.{{reference}}.log",
    params:
        contents=contents(reference_edits_brought),
        form=lambda w: study.form_of_reference_edits(w.dataset, int(w.reference)),
