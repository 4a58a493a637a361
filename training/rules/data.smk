# The files that the recipes pin.


# The mirror is not a parameter: it changes where a file comes from, never what is in it.
rule download_file:
    output:
        "data/downloads/{file}",
    log:
        "data/downloads/logs/{file}.log",
    wildcard_constraints:
        file=one_of(name.removeprefix("data/downloads/") for name in DOWNLOADS),
    localrule: True
    conda:
        "../environment.yaml"
    params:
        spec=lambda wildcards: DOWNLOADS[f"data/downloads/{wildcards.file}"],
    script:
        "../../scripts/corpora/download_file.py"
