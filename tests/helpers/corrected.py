"""A corrected sentence, and a metric that counts characters."""

from gec_attribution.edits.model import Edit

SOURCE = "He go to the school every days ."
HYPOTHESIS = "He goes to school every day ."
EDITS = (
    Edit(1, 2, "goes", "R:VERB:SVA"),
    Edit(3, 4, "", "U:DET"),
    Edit(6, 7, "day", "R:NOUN:NUM"),
)


def length(sources, hypotheses):
    return [
        len(text) - len(source)
        for source, text in zip(sources, hypotheses, strict=True)
    ]
