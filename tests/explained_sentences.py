"""Hypothesis strategy for sentences with explained edits."""

from hypothesis import strategies as st

from gec_attribution.edits.chunks import edit_type
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.explanations.records import ExplainedSentence, Explanation
from gec_attribution.explanations.tasks import place_edits
from gec_attribution.explanations.taxonomy import LABELS, SEVERITIES

ENCODABLE = st.characters(exclude_categories=["Cs"])
explanations = st.builds(
    Explanation,
    st.sampled_from(LABELS),
    st.sampled_from(SEVERITIES),
    st.text(ENCODABLE, min_size=1).filter(str.strip),
)


@st.composite
def explained_sentences(draw, characters, most_edits=3):
    """Sentences of some characters, with edits that give the target."""
    source = draw(st.text(characters, min_size=1, max_size=9))
    places = sorted(draw(st.sets(st.integers(0, len(source)), max_size=2 * most_edits)))
    edits = []
    for start, end in zip(places[::2], places[1::2], strict=False):
        after = draw(st.text(characters, max_size=3))
        edits.append(Edit(start, end, " ".join(after), edit_type(source[start:end], after)))
    target = "".join(apply_edits(list(source), edits))
    explained = [edit.explained(draw(explanations)) for edit in place_edits(source, edits)]
    return ExplainedSentence(source, target or source, tuple(explained))
