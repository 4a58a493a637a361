"""What a study has to score, of the coalitions that are planned already."""

from collections.abc import Iterator

from gec_attribution.corpora.files import references_by_source
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.scores.cost import Cost, cost_of_pairs
from gec_attribution.storage.row_groups import read_parts
from gec_attribution.study.stage_files import StageFiles


def scoring_cost(files: StageFiles, dataset: str, metric: str, store: str) -> Cost | None:
    """What a metric has to score of a data set whose coalitions are planned.

    Args:
        files: the files of the study.
        dataset: the data set.
        metric: the metric, which is no component of another.
        store: folder of the score store; nothing is written there.

    Returns:
        The cost; None where the metric or the pairs cannot be had, of which their own job says why.
    """
    config = files.study.config
    language = load_language(files.study.dataset(dataset).language)
    try:
        options = runtime_options(config["scoring"])
        loaded = load_metric(metric, config["metrics"][metric], **options)
        read = references_by_source(
            files.sources(dataset), files.references_read(dataset, metric), language
        )
        costs = [
            cost_of_pairs(loaded, sources, sentences, store, [read.get(s, ()) for s in sources])
            for sources, sentences in _pairs(files.pairs(dataset))
        ]
    # A metric of somebody's own, or a damaged file, may raise anything; a plan does not end of it.
    except Exception:  # noqa: BLE001
        return None
    _, pairs, stored, seconds = zip(*costs, strict=True)
    whole = None if None in seconds else sum(seconds)
    return Cost(f"{dataset}, {metric}", sum(pairs), sum(stored), whole)


def _pairs(path: str) -> Iterator[tuple[list[str], list[str]]]:
    for part in read_parts(path, ["source", "sentence"]):
        yield part["source"].tolist(), part["sentence"].tolist()
