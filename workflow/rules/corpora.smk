# Stage 1: sources, one sentence per line.


DOWNLOADS = study.downloads()


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
        versions=versions_of("corpora/download_file.py"),
        spec=lambda w: DOWNLOADS[f"data/downloads/{w.file}"],
    script:
        "../../scripts/corpora/download_file.py"


# For a machine with a network, before jobs on nodes that have none: the models of the hub that the study names.
rule fetch_models:
    """models of the hub, before the first job needs them"""
    log:
        "<study>/logs/fetch_models.log",
    localrule: True
    conda:
        "../../envs/explanations.yaml"
    params:
        models=hub_models(study),
        taggers=[
            (spec["model"], spec.get("revision"), spec["encoder_revision"])
            for spec in study.specs("systems").values()
            if "encoder_revision" in spec
        ],
    script:
        "../../scripts/corpora/fetch_models.py"


rule prepare_sources:
    input:
        sources_of,
    output:
        "<study>/{dataset}/corpus/sources.txt",
    log:
        "<study>/logs/prepare_sources/{dataset}.log",
    conda:
        "../../envs/edits.yaml"
    params:
        versions=versions_of("corpora/prepare_sources.py", files=sources_of),
        spec=lambda w: study.datasets[w.dataset].sources.spec,
        language=lambda w: study.datasets[w.dataset].language,
        lines=lambda w: study.datasets[w.dataset].lines,
        tokenise=lambda w: study.datasets[w.dataset].tokenise,
    script:
        "../../scripts/corpora/prepare_sources.py"


# Only for a data set that is taken in part; otherwise the explained reference is read where it is.
rule take_explanations:
    input:
        sources=rules.prepare_sources.output[0],
        explanations=gold_of,
    output:
        explanations="<study>/{dataset}/corpus/explanations.json",
    log:
        "<study>/logs/take_explanations/{dataset}.log",
    wildcard_constraints:
        dataset=one_of(
            name for name, data in study.datasets.items() if data.explanations
        ),
    conda:
        "../../envs/explanations.yaml"
    params:
        versions=versions_of("explanations/import_explanations.py", files=gold_of),
        spec=lambda w: study.datasets[w.dataset].explanations.spec,
        language=lambda w: study.datasets[w.dataset].language,
        lines=lambda w: study.datasets[w.dataset].lines,
    script:
        "../../scripts/explanations/import_explanations.py"
