"""What several explainers state of their options."""

from gec_attribution.plugins.options import Option, choice, switch

GENERATING = {
    "task": choice(
        "Task of the model; `explain-only` explains given edits.",
        "post-explaining",
        *("post-explaining", "pre-explaining", "correct-only", "explain-only"),
    ),
    "cote": switch(
        "Put the edits extracted from the target into the answer (COTE), for post-explaining.",
        default=True,
    ),
    "rationalization": switch(
        "Show a model that was not trained for the tasks how a description of each type goes "
        "(Rationalization Prompting).",
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
