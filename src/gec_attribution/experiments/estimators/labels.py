"""Names of estimators, as tables have them and as readers see them."""

ALL = "all"
"""Rows over all numbers of edits."""
PLAIN = "shapley_sampling"
PUBLISHED = "official_sampling"
LEVERAGE = "leverage_shap"
ADD_SUB = "add_sub"

LABELS = {
    PLAIN: "Permutations",
    PUBLISHED: "Published code",
    LEVERAGE: "Leverage SHAP",
    ADD_SUB: "(Add + Sub) / 2",
}
