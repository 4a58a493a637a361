# Stage 3: the edits of every system and reference, as M2.


rule extract_edits:
    input:
        sources=rules.prepare_sources.output[0],
        corrected=f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
        edits=edits_of_user,
        pipeline=pipeline_inputs,
    output:
        m2=f"{STUDY}/{{dataset}}/edits/{{system}}.m2",
        signature=f"{STUDY}/{{dataset}}/edits/{{system}}.json",
        unaligned=f"{STUDY}/{{dataset}}/edits/{{system}}.unaligned.parquet",
    log:
        f"{LOGS}/extract_edits/{{dataset}}.{{system}}.log",
    conda:
        "../../envs/edits.yaml"
    params:
        language=language_param,
        pipeline=pipeline_param,
        pipeline_found=pipeline_found,
        form=form_of_edits,
        lines=lines_param,
    script:
        "../../scripts/edits/extract_edits.py"


use rule extract_edits as extract_reference_edits with:
    input:
        sources=rules.prepare_sources.output[0],
        corrected=rules.prepare_reference.output[0],
        pipeline=pipeline_inputs,
    output:
        m2=f"{STUDY}/{{dataset}}/edits/reference.{{reference}}.m2",
        signature=f"{STUDY}/{{dataset}}/edits/reference.{{reference}}.json",
        unaligned=f"{STUDY}/{{dataset}}/edits/reference.{{reference}}.unaligned.parquet",
    log:
        f"{LOGS}/extract_edits/{{dataset}}.reference.{{reference}}.log",
