# Stage 2: one corrected sentence a line, for every data set and system.


rule import_outputs:
    input:
        sources=rules.prepare_sources.output[0],
        outputs=lambda wildcards: local_file(output_spec(wildcards)),
    output:
        f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
    log:
        f"{LOGS}/import_outputs/{{dataset}}.{{system}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        spec=output_spec,
    script:
        "../../scripts/import_outputs.py"
