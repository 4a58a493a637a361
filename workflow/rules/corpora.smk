# Stage 1: sources and references, one sentence per line.


DOWNLOADS = files.downloads()


# The mirror is not a parameter: it changes where a file comes from, never what is in it.
# A cluster's nodes may have no network; the machine that submits to them has.
rule download_file:
    output:
        "data/downloads/{file}",
    log:
        "data/downloads/logs/{file}.log",
    wildcard_constraints:
        file=one_of(name.removeprefix("data/downloads/") for name in DOWNLOADS),
    localrule: True
    conda:
        "../../envs/analysis.yaml"
    params:
        spec=lambda wildcards: DOWNLOADS[f"data/downloads/{wildcards.file}"],
    script:
        "../../scripts/corpora/download_file.py"


# For a machine with a network, before jobs on nodes that have none: the models of the hub that the study names.
rule fetch_models:
    log:
        f"{LOGS}/fetch_models.log",
    localrule: True
    conda:
        "../../envs/explanations.yaml"
    params:
        models=opened.hub_models,
        taggers=[
            (spec["model"], spec.get("revision"), spec["encoder_revision"])
            for spec in study.specs("systems").values()
            if "encoder_revision" in spec
        ],
    script:
        "../../scripts/corpora/fetch_models.py"


rule prepare_sources:
    input:
        given_sources,
    output:
        sources=f"{STUDY}/{{dataset}}/corpus/sources.txt",
        number=f"{STUDY}/{{dataset}}/corpus/sources.json",
    log:
        f"{LOGS}/prepare_sources/{{dataset}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        spec=source_spec,
        language=language_param,
        lines=lines_param,
        tokenise=tokenise_param,
    script:
        "../../scripts/corpora/prepare_sources.py"


rule prepare_reference:
    input:
        sources=rules.prepare_sources.output.sources,
        number=rules.prepare_sources.output.number,
        corrected=given_reference,
        written=written_sources,
    output:
        f"{STUDY}/{{dataset}}/corpus/reference.{{reference}}.txt",
    log:
        f"{LOGS}/prepare_reference/{{dataset}}.{{reference}}.log",
    conda:
        "../../envs/analysis.yaml"
    params:
        spec=reference_spec,
        written=source_spec,
        language=language_param,
        lines=lines_param,
        tokenise=tokenise_param,
    script:
        "../../scripts/corpora/prepare_reference.py"


# Of a data set that is taken in part. Of one that is taken whole, the explained reference is read where it is.
rule take_explanations:
    input:
        sources=rules.prepare_sources.output.sources,
        explanations=given_gold,
    output:
        f"{STUDY}/{{dataset}}/corpus/explanations.json",
    log:
        f"{LOGS}/take_explanations/{{dataset}}.log",
    conda:
        "../../envs/explanations.yaml"
    params:
        spec=gold_spec,
        language=language_param,
        lines=lines_param,
    script:
        "../../scripts/corpora/take_explanations.py"
