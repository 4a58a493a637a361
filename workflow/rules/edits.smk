# Stage 3: the edits of every system and reference, as M2.


rule extract_edits:
    input:
        sources=rules.prepare_sources.output[0],
        corrected="<study>/{dataset}/systems/{system}.txt",
        edits=edits_in_output_of,
        pipeline=pipeline_of,
    output:
        m2="<study>/{dataset}/edits/{system}.m2",
        signature="<study>/{dataset}/edits/{system}.json",
        unaligned="<study>/{dataset}/edits/{system}.unaligned.parquet",
    log:
        "<study>/logs/extract_edits/{dataset}.{system}.log",
    conda:
        "../../envs/edits.yaml"
    params:
        versions=versions_of(
            "edits/extract_edits.py",
            files=lambda w: [edits_in_output_of(w), pipeline_of(w)],
        ),
        language=lambda w: study.datasets[w.dataset].language,
        pipeline=lambda w: study.datasets[w.dataset].pipeline,
        pipeline_identity=lambda w: study.pipeline_identity(w.dataset),
        form=lambda w: study.form_of_edits(w.dataset, w.system),
        coder=lambda w: study.coder_of_edits(w.dataset, w.system),
        lines=lambda w: study.datasets[w.dataset].lines,
    script:
        "../../scripts/edits/extract_edits.py"


# The references in a file, those of each coder of an M2 file among them.
rule extract_reference_edits:
    input:
        sources=rules.prepare_sources.output[0],
        corrected=reference_of,
        written=ordinary_sources_of,
        pipeline=pipeline_of,
    output:
        m2="<study>/{dataset}/edits/reference.{reference}.m2",
        signature="<study>/{dataset}/edits/reference.{reference}.json",
        unaligned="<study>/{dataset}/edits/reference.{reference}.unaligned.parquet",
    log:
        "<study>/logs/extract_edits/{dataset}.reference.{reference}.log",
    conda:
        "../../envs/edits.yaml"
    params:
        versions=versions_of(
            "edits/extract_references.py",
            files=lambda w: [reference_of(w), pipeline_of(w)],
        ),
        spec=lambda w: study.datasets[w.dataset].references[int(w.reference)].spec,
        written=lambda w: study.datasets[w.dataset].sources.spec,
        language=lambda w: study.datasets[w.dataset].language,
        pipeline=lambda w: study.datasets[w.dataset].pipeline,
        pipeline_identity=lambda w: study.pipeline_identity(w.dataset),
        # In languages without rules of their own, M2 keeps its edits.
        form=lambda w: study.form_of_reference_edits(w.dataset, int(w.reference)),
        lines=lambda w: study.datasets[w.dataset].lines,
        tokenise=lambda w: study.datasets[w.dataset].tokenise,
    script:
        "../../scripts/edits/extract_references.py"
