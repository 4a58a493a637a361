"""What metrics and methods are, in plain words, by their types, which signatures have."""

import re

_METRICS = {
    "some": "what people would say of the sentence's grammar, fluency and faithfulness to the "
    "source, as a model trained on their ratings foresees it; higher is better",
    "impara": "how good a correction a trained model finds the sentence, from 0 to 1; 0 where it "
    "is too unlike the source",
    "perplexity": "how little a language model is surprised by the words of the sentence: minus "
    "its perplexity, so a number nearer 0 is better",
    "scribendi": "whether the sentence is more fluent than the source and still close to it: 1 if "
    "better, 0 if the same, −1 if not better",
    "similarity": "how alike the sentence and what it is compared with are to a model; 1 is equal",
    "bertscore": "how well the words of the sentence match those of a reference in meaning; "
    "higher is better",
    "gleu": "how many stretches of words the sentence shares with a reference, from 0 to 1",
    **dict.fromkeys(
        ("errant", "cherrant"),
        "how many of the sentence's edits a reference has, and how many of the reference's edits "
        "the sentence has, from 0 to 1",
    ),
    "token_overlap": "how many words the sentence shares with the source, from 0 to 1",
    "chat_judge": "the grade that a chat model gives the sentence, from 0 to 1",
}
_SAMPLED = (
    "an estimate of the Shapley value, the mean of what the edit adds over all orders in which the "
    "edits could be made"
)
_METHODS = {
    "shapley": "the mean of what the edit adds to the score, over all orders in which the edits "
    "could be made (the Shapley value); of many edits an estimate, with ± its standard error",
    "joined_shapley": "the Shapley value, with edits that depend on each other strongly as one",
    "add": "what the edit alone does to the score of the source",
    "sub": "what the score of the correction loses without the edit",
    **dict.fromkeys(("leverage_shap", "shapley_sampling", "official_sampling"), _SAMPLED),
}
_RESCALED = ", scaled so that all edits together make the change of the score"


def about_metric(signature: str) -> str:
    """What the metric of an attribution's signature gives a sentence."""
    return _METRICS.get(part_of_signature(signature, "metric.type"), "a score of one's own")


def about_method(signature: str) -> str:
    """What the method of an attribution's signature says of an edit."""
    known = _METHODS.get(
        part_of_signature(signature, "method.type"), "a method of this study's own"
    )
    return known + (_RESCALED if part_of_signature(signature, "method.rescale") == "True" else "")


def part_of_signature(signature: str, key: str) -> str:
    """The value of a key of a signature; empty where it has none."""
    match = re.search(rf"(?:^|\|){re.escape(key)}:([^|]*)", signature)
    return match[1] if match else ""
