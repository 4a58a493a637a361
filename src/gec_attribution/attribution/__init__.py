"""Stage 6: what each edit contributes to a metric's score.

A module a method; `load_method` finds it by the `type` of its configuration entry.
"""

from gec_attribution.attribution.base import Estimate, Method, normalise
from gec_attribution.attribution.loading import load_method

__all__ = ["Estimate", "Method", "load_method", "normalise"]
