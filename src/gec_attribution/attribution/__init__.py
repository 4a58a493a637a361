"""Stage 6: what each edit contributes to a metric's score.

There is one module per method; `load_method` finds it by the `type` of its configuration entry.
"""

from gec_attribution.attribution.base import Estimate, Method, normalise
from gec_attribution.attribution.loading import load_method

__all__ = ["Estimate", "Method", "load_method", "normalise"]
