"""What several methods state of their options."""

from gec_attribution.plugins.options import Entry, Option, switch

TOLERANCE = Option(
    "The sample is doubled until half the width of each 95 % interval is at most this part of "
    "Σ|φ|, up to 65,536 subsets; null takes the first sample.",
    None,
    ("number", "null"),
    {"exclusiveMinimum": 0, "exclusiveMaximum": 1},
)
"""Of methods that sample."""
RESCALED = Entry(
    options={
        "rescale": switch(
            "Rescale so that the attributions sum to ΔM (paper, section 4.2).", default=True
        )
    }
)
"""Of methods that look at single edits."""
