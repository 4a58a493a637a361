"""Hypothesis strategies for tokens, edits and annotated sentences, with Unicode as it comes."""

from hypothesis import strategies as st

from gec_attribution.edits.model import AnnotatedSentence, Edit, joined

# Combining marks, right-to-left letters, emoji, zero-width characters, NUL and M2's own separators.
ODD = [
    "e\u0301",
    "\u05e9\u05dc",
    "\u200f\u0627",
    "👩\u200d💻",
    "\u200b",
    "\ufeff",
    "\x00",
    "|||",
    "|",
]
SPACES = [" ", "  ", "\u00a0", "\u3000", "\u2028", "\x85", "\x0b", "\t"]

words = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=4
).filter(lambda word: not any(map(str.isspace, word)))
tokens = st.one_of(st.sampled_from(["a", "b", "the"]), st.sampled_from(ODD), words)
token_lists = st.lists(tokens, max_size=8)
types = st.sampled_from(["R:OTHER", "M:DET", "U:PUNCT", "Wci", "词语冗余"])


@st.composite
def edit_lists(draw, length: int, most_edits: int = 6) -> tuple[Edit, ...]:
    """Edits of a sentence in ERRANT's order, several insertions at one place included.

    No insertion is repeated, as in games.
    """
    edits = []
    position = 0
    for _ in range(draw(st.integers(0, most_edits))):
        start = draw(st.integers(position, length))
        end = draw(st.integers(start, min(length, start + 2)))
        edits.append(
            Edit(start, end, " ".join(draw(st.lists(tokens, max_size=2))), draw(types))
        )
        position = end
    return joined(edits)


@st.composite
def sentences_with_edits(
    draw, most_edits: int = 6
) -> tuple[list[str], tuple[Edit, ...]]:
    source = draw(token_lists)
    return source, draw(edit_lists(len(source), most_edits))


@st.composite
def annotated_sentences(draw) -> AnnotatedSentence:
    source = draw(token_lists)
    spaces = [draw(st.sampled_from(SPACES)) for _ in source]
    text = "".join(token + space for token, space in zip(source, spaces, strict=True))
    coders = draw(st.lists(st.integers(0, 3), unique=True, max_size=3))
    return AnnotatedSentence(
        text, {coder: draw(edit_lists(len(source))) for coder in coders}
    )
