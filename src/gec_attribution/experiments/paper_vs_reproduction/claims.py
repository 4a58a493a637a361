"""Claims of the two papers: how each is asked."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, NamedTuple

from gec_attribution.experiments.paper_vs_reproduction import attribution_claims as attribution
from gec_attribution.experiments.paper_vs_reproduction import explanation_claims as explanation
from gec_attribution.experiments.paper_vs_reproduction.answers import IMPARA, PPL, SOME, Answer


class Asked(NamedTuple):
    """How a claim is asked.

    Attributes:
        per: once a data set, for each metric, or for each set of SOME, IMPARA and PPL.
        ask: the function.
        kinds: the types of metrics that it is about.
    """

    per: Literal["data set", "metric", "set"]
    ask: Callable[..., Answer]
    kinds: Sequence[str] = (SOME, IMPARA, PPL)


_EACH = ("qwen", "llama", "deepseek")
_PAIRS = {
    "post_explaining": [((f"{m}-post", "own"), (f"{m}-pre", "own")) for m in _EACH],
    "chat": [((f"{m}-post", "own"), (f"{m}-base-post", "own")) for m in _EACH],
    "given_corrections": [((f"{m}-post", "reference"), (f"{m}-post", "own")) for m in _EACH],
    "given_explanations": [((f"{m}-pre", "reference"), (f"{m}-pre", "own")) for m in _EACH],
    "pipeline": [
        (("qwen-explain", "qwen-correct"), (name, "own")) for name in ("qwen-post", "qwen-pre")
    ],
    "cote": [(("qwen-post", "reference"), ("qwen-post-without-cote", "reference"))],
}
ASKED = {
    "covered": Asked("data set", attribution.covered),
    "consistent": Asked("metric", attribution.consistent),
    "sub_spearman": Asked("set", partial(attribution.sub_drops, measure="spearman")),
    "sub_pearson": Asked("set", partial(attribution.sub_drops, measure="pearson")),
    "seventy": Asked("metric", attribution.seventy),
    "larger": Asked("metric", attribution.larger),
    "never_worst": Asked("metric", attribution.never_worst),
    "agreement_order": Asked("set", attribution.agreement_order),
    "ranking_order": Asked("set", partial(attribution.ranking_order, order=(PPL, SOME, IMPARA))),
    "ranking_order_minimal": Asked(
        "set", partial(attribution.ranking_order, order=(PPL, IMPARA, SOME))
    ),
    "fluency_edits": Asked("set", partial(attribution.same_order, same=True)),
    "minimal_edits": Asked("set", partial(attribution.same_order, same=False)),
    "table_1": Asked("metric", attribution.table_1, (IMPARA,)),
    "u_to_you": Asked("set", attribution.u_to_you),
    "comma": Asked("set", attribution.comma),
    "beyond": Asked("data set", attribution.beyond),
    "table_2": Asked("data set", attribution.table_2),
    "sampling_error": Asked(
        "metric", partial(attribution.sampling_error, estimator="shapley_sampling")
    ),
    "sampling_error_of_code": Asked(
        "metric", partial(attribution.sampling_error, estimator="official_sampling")
    ),
    "orthography": Asked("metric", attribution.orthography),
    "highest": Asked("metric", attribution.highest, (SOME,)),
    "adverbs": Asked("metric", attribution.adverbs, (SOME,)),
    "precise": Asked("metric", attribution.precise, (SOME,)),
    "overcorrects": Asked("metric", attribution.overcorrects, (SOME,)),
    "corpus": Asked("data set", explanation.corpus),
    **{
        name: Asked("data set", partial(explanation.better, pairs=pairs))
        for name, pairs in _PAIRS.items()
    },
    "rouge_1": Asked(
        "data set",
        partial(
            explanation.correlates, test="ROUGE-1 highest of all scores", holds=explanation.best
        ),
    ),
    "all_correlate": Asked(
        "data set",
        partial(explanation.correlates, test="lowest at least 0.5", holds=explanation.all_high),
    ),
    "annotators": Asked(
        "data set",
        partial(explanation.correlates, test="at least 0.9", holds=explanation.annotators),
    ),
}
"""The functions of the claims, by their names in `printed.yaml`."""
