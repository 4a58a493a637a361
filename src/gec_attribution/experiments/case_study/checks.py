"""Check that the sentence of the case study is there and was corrected."""

from collections.abc import Iterator, Mapping

from gec_attribution.experiments.case_study import Options
from gec_attribution.experiments.inputs import Texts


def check(options: Options, datasets: Mapping[str, Texts]) -> Iterator[str]:
    """A line about a sentence that cannot be shown."""
    texts = datasets[options.dataset]
    if texts.sources is None:
        return
    line = options.line
    last = len(texts.sources)
    system = options.system
    if line > last:
        yield f"line: found {line}; the data set {options.dataset} has lines 1 to {last}"
    elif system in texts.outputs and not texts.tokenise:
        tokenize = texts.language.tokenize
        if tokenize(texts.outputs[system][line - 1]) == tokenize(
            texts.sources[line - 1]
        ):
            yield f"line: {system} made no edit in line {line}; choose another line"
