"""Differences between methods and between metrics."""

from gec_attribution.tables.differences import tabulate

__all__ = ["tabulate"]
