# Stage 5: the score of every planned pair under every metric.


def costs_expected():
    """What the jobs that score have to do, a line for each data set and metric, where their coalitions are planned."""
    from gec_attribution.study.scoring_costs import (
        scoring_cost,
    )  # no job needs what it imports

    asked, to_plan = set(), set()
    for job in workflow.dag.needrun_jobs(exclude_finished=False):
        if job.rule.name == "score_pairs":
            asked.add((job.wildcards.dataset, job.wildcards.metric))
        elif job.rule.name == "plan_coalitions":
            to_plan.add(job.wildcards.dataset)
    for dataset, metric in sorted(asked):
        if dataset not in to_plan and (
            cost := scoring_cost(files, dataset, metric, STORE)
        ):
            yield str(cost)
    if waiting := sorted(to_plan & {dataset for dataset, _ in asked}):
        yield (
            f"{', '.join(waiting)}: how much is to be scored is known when the coalitions are planned (--until "
            "plan_coalitions)"
        )


rule score_pairs:
    input:
        pairs=rules.plan_coalitions.output.pairs,
        models=scored_with,
        sources=sources_read,
        references=references_read,
    output:
        temp(
            expand(
                f"{STUDY}/{{dataset}}/scores/{{metric}}/{{shard}}{{rest}}.parquet",
                rest=binary(SHARD_DIGITS - JOB_DIGITS),
                allow_missing=True,
            )
        ),
    log:
        f"{LOGS}/score_pairs/{{dataset}}.{{metric}}.{{shard}}.log",
    benchmark:
        f"{STUDY}/benchmarks/score_pairs/{{dataset}}.{{metric}}.{{shard}}.tsv"
    # The longest jobs start as soon as they can, the study's first metric before the others, so that none is left alone at the
    # end.
    priority: lambda wildcards: 2 - SCORED_METRICS.index(wildcards.metric) / len(SCORED_METRICS)
    conda:
        "../../envs/scores.yaml"
    # One thread, so that a score does not depend on how many cores the machine has.
    threads: 1
    params:
        **settings_of("scoring"),
        metric=metric_entry,
        language=language_param,
        store=STORE,
    script:
        "../../scripts/scores/score_pairs.py"


# The scores of all pairs, and of these what both ends of every corrected sentence are worth.
rule gather_scores:
    input:
        pairs=rules.plan_coalitions.output.pairs,
        coalitions=rules.plan_coalitions.output.coalitions,
        number=rules.prepare_sources.output.number,
        shards=expand(
            f"{STUDY}/{{dataset}}/scores/{{metric}}/0b{{shard}}.parquet",
            shard=binary(SHARD_DIGITS),
            allow_missing=True,
        ),
    output:
        scores=f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet",
        ends=f"{STUDY}/{{dataset}}/ends/{{metric}}.parquet",
    log:
        f"{LOGS}/gather_scores/{{dataset}}.{{metric}}.log",
    wildcard_constraints:
        metric=one_of(SCORED_METRICS),
    conda:
        "../../envs/analysis.yaml"
    params:
        systems=systems_param,
    script:
        "../../scripts/scores/gather_scores.py"


rule derive_scores:
    input:
        scores=whole_metric_scores,
        coalitions=rules.plan_coalitions.output.coalitions,
        number=rules.prepare_sources.output.number,
    output:
        scores=f"{STUDY}/{{dataset}}/scores/{{metric}}.parquet",
        ends=f"{STUDY}/{{dataset}}/ends/{{metric}}.parquet",
    log:
        f"{LOGS}/derive_scores/{{dataset}}.{{metric}}.log",
    wildcard_constraints:
        metric=one_of(DERIVED_METRICS),
    conda:
        "../../envs/analysis.yaml"
    params:
        component=lambda wildcards: metric_entry(wildcards)["component"],
        systems=systems_param,
    script:
        "../../scripts/scores/derive_scores.py"
