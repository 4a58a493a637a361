# Stage 2: one corrected sentence a line, for every data set and system.


def output_spec(wildcards):
    return config["systems"][wildcards.system]["files"][wildcards.dataset]


rule import_outputs:
    input:
        sources=rules.prepare_sources.output[0],
        outputs=lambda wildcards: local_file(output_spec(wildcards)),
    output:
        f"{STUDY}/{{dataset}}/systems/{{system}}.txt",
    log:
        f"{LOGS}/import_outputs/{{dataset}}.{{system}}.log",
    params:
        spec=output_spec,
    script:
        "../../scripts/import_outputs.py"
