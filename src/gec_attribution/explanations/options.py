"""What several explainers state of their options."""

from gec_attribution.plugins.options import Option, choice, switch

GENERATING = {
    "task": choice(
        "What the model is asked for: to correct and then explain, to explain and then correct, to "
        "correct alone, or to explain given edits.",
        "post-explaining",
        *("post-explaining", "pre-explaining", "correct-only", "explain-only"),
    ),
    "cote": switch(
        "Put the edits extracted from the target into the answer (COTE); false lets the model "
        "write them, as in Table 6. For post-explaining.",
        default=True,
    ),
    "rationalization": switch(
        "Tell a model that was not trained for the tasks how a description of each type goes, with "
        "a demonstration (Rationalization Prompting, by which EXCGEC's explanations were written).",
        default=False,
    ),
}
"""What a model is asked for."""
SAMPLING = {
    "temperature": Option(
        "Temperature of what is sampled.", 0.6, "number", {"exclusiveMinimum": 0}
    ),
    "top_p": Option(
        "Share of the probability from which explanations are sampled.",
        0.9,
        "number",
        {"exclusiveMinimum": 0, "maximum": 1},
    ),
}
"""How it is sampled."""
