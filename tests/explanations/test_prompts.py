"""Types in prompts of models, and the sentences that they are shown."""

import pytest

from gec_attribution.experiments.explained_systems.compute import quotations
from gec_attribution.explanations.prompts import demonstration, examples
from gec_attribution.explanations.records import from_json, to_json
from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.languages import load_extractor

EXPLAINED = [*map(demonstration, LABELS), *examples()]


@pytest.mark.parametrize("sentence", EXPLAINED, ids=lambda sentence: sentence.source)
def test_what_models_are_shown_is_as_they_are_asked_to_write(sentence):
    _, notes = from_json(to_json(sentence), "shown")
    assert not notes
    for explained in sentence.edits:
        assert quotations(sentence, explained) == (
            bool(explained.original),
            False,
            False,
        )


@pytest.mark.parametrize("label", LABELS)
def test_every_type_has_a_demonstration_whose_edit_is_the_one_that_is_extracted(label):
    sentence = demonstration(label)
    [explained] = sentence.edits
    assert explained.explanation.type == label
    [[edit]] = load_extractor("zh").extract([(sentence.source, sentence.target)])
    # A change of order is put down as the words that move.
    assert (edit.start, edit.end) == (explained.edit.start, explained.edit.end)
