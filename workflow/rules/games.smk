# Stage 4: which sentence pairs have to be scored, without duplicates.


rule plan_coalitions:
    input:
        edits=lambda w: study.paths(w.dataset, "edits/{system}.m2"),
        extraction=lambda w: study.paths(w.dataset, "edits/{system}.json"),
        # Where an experiment needs coalitions of the references' own edits.
        references=lambda w: (
            study.paths(w.dataset, "edits/reference.{reference}.m2")
            if study.most_reference_edits(w.dataset)
            else []
        ),
    output:
        pairs="<study>/{dataset}/coalitions/pairs.parquet",
        coalitions="<study>/{dataset}/coalitions/coalitions.parquet",
        games="<study>/{dataset}/coalitions/games.parquet",
    log:
        "<study>/logs/plan_coalitions/{dataset}.log",
    benchmark:
        "<study>/benchmarks/plan_coalitions/{dataset}.tsv"
    conda:
        "../../envs/analysis.yaml"
    params:
        versions=versions_of(
            "games/plan_coalitions.py", lambda w: study.specs("methods")
        ),
        settings=lambda w: study.plan_settings(w.dataset),
    script:
        "../../scripts/games/plan_coalitions.py"
