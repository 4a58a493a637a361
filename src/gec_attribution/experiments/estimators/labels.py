"""Names of estimators, as tables have them and as readers see them."""

ALL = "all"
"""Rows over all numbers of edits."""
PLAIN = "shapley_sampling"
PUBLISHED = "official_sampling"
ODD = "odd_regression"
ADD_SUB = "add_sub"

LABELS = {
    PLAIN: "Permutations",
    PUBLISHED: "Published code",
    ODD: "Odd regression",
    ADD_SUB: "(Add + Sub) / 2",
}
