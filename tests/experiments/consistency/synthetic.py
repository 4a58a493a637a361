"""Rows of the paired version; the small study has no sentence that all of its methods judge."""

from computed_rows import computed


def consistency_paired():
    return computed("consistency")["consistency"]
