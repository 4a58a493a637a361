"""Explained sentences for tests: those of the project, from a few words, and drawn at random."""

from hypothesis import strategies as st
from project import ROOT

from gec_attribution.edits.chunks import edit_type
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.explanations.base import ExplainerInput
from gec_attribution.explanations.records import (
    ExplainedEdit,
    ExplainedSentence,
    Explanation,
    read_explanations,
)
from gec_attribution.explanations.tasks import place_edits
from gec_attribution.explanations.taxonomy import LABELS, SEVERITIES
from gec_attribution.languages import load_extractor

GOLD = read_explanations(ROOT / "data/learner-zh/gold.json").sentences
EDITED = [sentence for sentence in GOLD if sentence.edits]


def corrections_of(sentences):
    """The sentences for an explainer of existing edits."""
    inputs = []
    for one in sentences:
        edits = place_edits(one.source, [each.edit for each in one.edits])
        inputs.append(ExplainerInput(one.source, one.target, tuple(edits)))
    return inputs


def extracted_corrections(pairs):
    """Sources and targets with the edits that the extractor finds, for an explainer."""
    edits = load_extractor("zh").extract(pairs)
    return [
        ExplainerInput(source, target, tuple(place_edits(source, each)))
        for (source, target), each in zip(pairs, edits, strict=True)
    ]


def sources_of(sentences):
    """The sentences for an explainer that corrects by itself."""
    return [ExplainerInput(one.source) for one in sentences]


explanations = st.builds(
    Explanation,
    st.sampled_from(LABELS),
    st.sampled_from(SEVERITIES),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip),
)


def explained(source, target, *edits, domain=None):
    """A sentence of edits (start, end, correction, type, severity[, description])."""
    explained_edits = []
    for start, end, correction, kind, severity, *description in edits:
        edit = Edit(start, end, " ".join(correction), "S")
        explanation = Explanation(kind, severity, *(description or ["说明"]))
        target_span = (start, start + len(correction))
        explained_edits.append(
            ExplainedEdit(edit, source[start:end], target_span, explanation)
        )
    return ExplainedSentence(source, target, tuple(explained_edits), domain=domain)


@st.composite
def explained_sentences(draw, characters):
    """Sentences of some characters, with edits that give the target."""
    source = draw(st.text(characters, min_size=1, max_size=9))
    places = sorted(draw(st.sets(st.integers(0, len(source)), max_size=6)))
    edits = []
    for start, end in zip(places[::2], places[1::2], strict=False):
        after = draw(st.text(characters, max_size=3))
        edits.append(
            Edit(start, end, " ".join(after), edit_type(source[start:end], after))
        )
    target = "".join(apply_edits(list(source), edits))
    explained = [
        edit.explained(draw(explanations)) for edit in place_edits(source, edits)
    ]
    return ExplainedSentence(source, target or source, tuple(explained))
