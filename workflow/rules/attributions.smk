# Stage 6: what each edit contributed under every metric, by every method, and which edits depend on each other.


# With interactions between edits as a table, if experiments of the study read them.
rule attribute_edits:
    input:
        games=rules.plan_coalitions.output.games,
        coalitions=rules.plan_coalitions.output.coalitions,
        scores="<study>/{dataset}/scores/{metric}.parquet",
    output:
        **(
            {"interactions": "<study>/{dataset}/interactions/{metric}.parquet"}
            if any(study.reads(Reads.INTERACTIONS, name) for name in study.datasets)
            else {}
        ),
        records="<study>/{dataset}/records/{metric}.jsonl.gz",
        attributions=expand(
            "<study>/{dataset}/attributions/{metric}/{method}.parquet",
            method=METHODS,
            allow_missing=True,
        ),
        sentences=f"<study>/{{dataset}}/evaluation/sentences/{{metric}}.{METHODS[0]}.csv",
    log:
        "<study>/logs/attribute_edits/{dataset}.{metric}.log",
    benchmark:
        "<study>/benchmarks/attribute_edits/{dataset}.{metric}.tsv"
    conda:
        "../../envs/analysis.yaml"
    params:
        versions=versions_of(
            "attributions/attribute_edits.py", lambda w: study.specs("methods")
        ),
        systems=lambda w: study.systems_of(w.dataset),
        methods=study.specs("methods"),
        coalitions=plain(study.coalitions),
        language=lambda w: study.datasets[w.dataset].language,
        seed=study.seed,
        # Of the components that the score sums.
        weights=lambda w: study.metrics[w.metric].coefficients,
    script:
        "../../scripts/attributions/attribute_edits.py"
