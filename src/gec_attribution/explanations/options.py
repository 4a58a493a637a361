"""Options that several explainers share."""

from gec_attribution.plugins.options import choice, switch

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
