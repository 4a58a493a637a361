"""Leverage SHAP (Musco and Witter 2024, "Provably Accurate Shapley Value Estimation")."""

from dataclasses import dataclass

from gec_attribution.attribution.options import BUDGETED
from gec_attribution.attribution.regression import PairedRegression


@dataclass(frozen=True, kw_only=True)
class LeverageShap(PairedRegression):
    """Coalitions are sampled in proportion to their leverage in the regression.

    The leverage of a coalition of s of n players is 1 / binom(n, s), as is shown there, so that
    each size is sampled as often as any other until all of its coalitions are.
    """

    ENTRY = BUDGETED

    def share(self, n: int, size: int) -> float:  # noqa: ARG002
        """The leverage of all coalitions of that size together."""
        return 1.0
