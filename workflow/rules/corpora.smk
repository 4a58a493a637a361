# Stage 1: sources and references, one sentence a line.


def local_file(spec):
    """Where the file that a configuration entry describes lies on this machine."""
    if isinstance(spec, str):
        return spec
    if "path" in spec:
        return spec["path"]
    # Files of the same name from different places differ in their sums.
    name = spec.get("mirror") or f"{spec['sha256'][:8]}-{Path(spec['url']).name}"
    return f"data/downloads/{name}"


def downloads():
    """Every file of the study that has to be downloaded, with the entry that describes it."""
    specs = []
    for dataset in config["datasets"].values():
        specs += [dataset["sources"], *dataset["references"]]
    for system in config["systems"].values():
        specs += system["files"].values()
    for data in (TRAINING or {}).get("data", {}).values():
        specs += data if isinstance(data, list) else [data]
    return {
        local_file(spec): spec
        for spec in specs
        if not isinstance(spec, str) and "url" in spec
    }


DOWNLOADS = downloads()


def reference_spec(wildcards):
    return config["datasets"][wildcards.dataset]["references"][int(wildcards.reference)]


# The mirror is no parameter: it changes where a file comes from, never what is in it.
rule download_file:
    output:
        "data/downloads/{file}",
    log:
        "data/downloads/logs/{file}.log",
    wildcard_constraints:
        file=one_of(name.removeprefix("data/downloads/") for name in DOWNLOADS),
    params:
        spec=lambda wildcards: DOWNLOADS[f"data/downloads/{wildcards.file}"],
    script:
        "../../scripts/download_file.py"


rule prepare_sources:
    input:
        lambda wildcards: local_file(config["datasets"][wildcards.dataset]["sources"]),
    output:
        f"{STUDY}/{{dataset}}/corpus/sources.txt",
    log:
        f"{LOGS}/prepare_sources/{{dataset}}.log",
    params:
        spec=lambda wildcards: config["datasets"][wildcards.dataset]["sources"],
    script:
        "../../scripts/prepare_sources.py"


rule prepare_reference:
    input:
        sources=rules.prepare_sources.output[0],
        reference=lambda wildcards: local_file(reference_spec(wildcards)),
    output:
        f"{STUDY}/{{dataset}}/corpus/reference.{{reference}}.txt",
    log:
        f"{LOGS}/prepare_reference/{{dataset}}.{{reference}}.log",
    params:
        spec=reference_spec,
    script:
        "../../scripts/prepare_reference.py"
