"""KernelSHAP (Lundberg and Lee 2017) with paired sampling (Covert and Lee 2021)."""

from dataclasses import dataclass

from gec_attribution.attribution.options import BUDGETED
from gec_attribution.attribution.regression import PairedRegression


@dataclass(frozen=True, kw_only=True)
class KernelShap(PairedRegression):
    """Coalitions are sampled in proportion to their weight in the regression."""

    ENTRY = BUDGETED

    def share(self, n: int, size: int) -> float:
        """The weight of all coalitions of that size together."""
        return 1 / (size * (n - size))
