# Stage 3: the edits of every system and reference, as M2.


# The file of a system's output, if it has the edits, too.
edits_brought = lambda w: (
    output_brought(w) if study.form_of_edits(w.dataset, w.system) else []
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
        coder=lambda w: study.coder_of_edits(w.dataset, w.system),
        lines=lambda w: study.datasets[w.dataset].lines,
    script:
        "../../scripts/edits/extract_edits.py"


# The references in a file, those of each coder of an M2 file among them.
rule extract_reference_edits:
    input:
        sources=rules.prepare_sources.output[0],
        corrected=reference_brought,
        written=sources_as_written,
        pipeline=lambda w: study.pipeline_files(w.dataset),
    output:
        m2=f"{STUDY}/{{dataset}}/edits/reference.{{reference}}.m2",
        signature=f"{STUDY}/{{dataset}}/edits/reference.{{reference}}.json",
        unaligned=f"{STUDY}/{{dataset}}/edits/reference.{{reference}}.unaligned.parquet",
    log:
        f"{LOGS}/extract_edits/{{dataset}}.reference.{{reference}}.log",
    conda:
        "../../envs/edits.yaml"
    params:
        code=code_of("edits/extract_references.py"),
        contents=contents(reference_brought),
        pipeline_contents=contents(lambda w: study.pipeline_files(w.dataset)),
        spec=lambda w: study.datasets[w.dataset].references[int(w.reference)].spec,
        written=lambda w: study.datasets[w.dataset].sources.spec,
        language=lambda w: study.datasets[w.dataset].language,
        pipeline=lambda w: study.datasets[w.dataset].pipeline,
        pipeline_found=lambda w: study.pipeline_identity(w.dataset),
        # In languages without rules of their own, M2 keeps its edits.
        form=lambda w: study.form_of_reference_edits(w.dataset, int(w.reference)),
        lines=lambda w: study.datasets[w.dataset].lines,
        tokenise=lambda w: study.datasets[w.dataset].tokenise,
    script:
        "../../scripts/edits/extract_references.py"
