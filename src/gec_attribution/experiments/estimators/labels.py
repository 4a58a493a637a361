"""Names of estimators that readers see."""

LABELS = {
    "shapley_sampling": "Permutations",
    "official_sampling": "Published code",
    "leverage_shap": "Leverage SHAP",
    "add_sub": "(Add + Sub) / 2",
}
