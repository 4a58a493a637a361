"""Options that several methods share."""

from gec_attribution.plugins.options import Entry, switch

RESCALED = Entry(
    options={
        "rescale": switch(
            "Rescale so that the attributions sum to ΔM (paper, section 4.2).", default=True
        )
    }
)
"""Of methods that look at single edits."""
