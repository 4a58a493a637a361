"""One sentence, one metric, one method: what each edit contributed, without a study."""

import functools
from collections.abc import Mapping, Sequence

from gec_attribution.attribution import Method, load_method
from gec_attribution.edits.model import Edit
from gec_attribution.errors import ConfigError
from gec_attribution.explain.loaded_study import (
    LoadedStudy,
    MetricObject,
    Names,
    as_metric,
    is_metric,
    usual_study,
)
from gec_attribution.explain.played import play_sentences
from gec_attribution.explain.scored_metric import Origin, ScoredMetric
from gec_attribution.explain.sentences import checked_sentence, sentences_of
from gec_attribution.games.coalitions import EXACT_UP_TO
from gec_attribution.languages import load_extractor, load_language
from gec_attribution.languages.edit_files import edits_identity
from gec_attribution.pages.notebook import ExplainedCorrection
from gec_attribution.plugins.entry_points import is_file


def attribute(
    metric: MetricObject | str,
    source: str,
    correction: str | Sequence[Edit],
    method: str | Mapping[str, object] | Method = "shapley",
    *,
    language: str = "en",
    references: Names = (),
    seed: int = 0,
    tokenise: bool = False,
) -> ExplainedCorrection:
    """Attribute a metric's score of one correction to its edits.

    Args:
        metric: a metric; any function from n sources and n hypotheses to n scores; or the name of
            a metric of the default study or of a component, as `some` or `some.fluency`.
        source: the learner's sentence; English is tokenised with spaces, as in `I do n't know .`
        correction: the corrected sentence in the same form, whose edits the language finds; or its
            edits.
        method: the type of a method, such as `shapley`, `add` or `sub`; its entry in a study, a
            mapping with `type` and options; or a method.
        language: code of the sentence's language.
        references: corrections by people, one or several, in the same form. The record then has
            the missed edits, and a metric with references reads them.
        seed: seed of what a method samples.
        tokenise: whether the sentences are ordinary text, as in `I don't know.`

    Returns:
        The record: φ of each edit in the metric's unit, with all that they depend on.

    Raises:
        ConfigError: there is no such method or language; or the metric is none, or reads references
            and there are none.
        InputError: the source is empty or a sentence no text, its edits cannot be found or are too
            many, or edits are given of ordinary text.
    """
    scored = _scored(metric, language, references)
    loaded_language = load_language(language)
    sentence = checked_sentence(
        source, correction, loaded_language, references, tokenise=tokenise
    )
    extracts = isinstance(correction, str)
    extractor = _extractor(language) if extracts or sentence.references else None
    edits = edits_identity(extractor, given=not extracts)
    origin = Origin(loaded_language.code, edits, seed)
    sentences = sentences_of([sentence], extractor, loaded_language, seed)
    ((played,),) = play_sentences(sentences, scored, [_method(method)], origin)
    return played.record


def _scored(
    metric: MetricObject | str, language: str, references: Names
) -> ScoredMetric:
    if isinstance(metric, str):
        # A file may have changed since it was read.
        study = LoadedStudy() if is_file(metric) else usual_study()
        (named,) = study.metrics(metric, language, referenced=bool(references))
        return study.scored(named, language, store=None)
    if not is_metric(metric):
        raise ConfigError(
            "attribute takes a Metric, the name of one, or a function from sources and hypotheses "
            f"to scores; found {type(metric).__name__} {metric!r}"
        )
    scorer = as_metric(metric)
    if scorer.needs_references and not references:
        raise ConfigError(
            f"{scorer.name}: reads references, and none are given (`references`)"
        )
    return ScoredMetric(scorer.name, scorer)


def _method(method: str | Mapping[str, object] | Method) -> Method:
    if isinstance(method, Method):
        return method
    entry = method if isinstance(method, Mapping) else {"type": method}
    # As in a study that does not say otherwise.
    return load_method(
        str(entry.get("type")), entry, exact_up_to=EXACT_UP_TO, above="sample"
    )


# Kept, since loading an extractor takes a second.
_extractor = functools.cache(load_extractor)
