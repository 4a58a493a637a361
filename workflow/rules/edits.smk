# Stage 3: the edits of every system and reference, as M2.


def edits_of_user(wildcards):
    """The M2 file in which a system's edits come already, if they do."""
    file = local_file(output_spec(wildcards))
    form = {} if isinstance(output_spec(wildcards), str) else output_spec(wildcards)
    return file if form.get("format", Path(file).suffix.lstrip(".")) == "m2" else []


rule extract_edits:
    input:
        sources=rules.prepare_sources.output[0],
        corrected=rules.import_outputs.output[0],
        edits=edits_of_user,
    output:
        f"{STUDY}/{{dataset}}/edits/{{system}}.m2",
    log:
        f"{LOGS}/extract_edits/{{dataset}}.{{system}}.log",
    conda:
        "../../envs/edits.yaml"
    params:
        language=config["language"],
        pipeline=config["pipeline"],
    script:
        "../../scripts/extract_edits.py"


use rule extract_edits as extract_reference_edits with:
    input:
        sources=rules.prepare_sources.output[0],
        corrected=rules.prepare_reference.output[0],
    output:
        f"{STUDY}/{{dataset}}/edits/reference.{{reference}}.m2",
    log:
        f"{LOGS}/extract_edits/{{dataset}}.reference.{{reference}}.log",


def system_edits(wildcards):
    """The edits of every system that corrected a data set."""
    return expand(
        rules.extract_edits.output[0],
        dataset=wildcards.dataset,
        system=systems_of(wildcards.dataset),
    )


def reference_edits(wildcards):
    """The edits of every reference of a data set."""
    references = config["datasets"][wildcards.dataset]["references"]
    return expand(
        rules.extract_reference_edits.output[0],
        dataset=wildcards.dataset,
        reference=range(len(references)),
    )
