"""Training of the embedded models, and of the papers' models by their published recipes.

Each model becomes a folder that a metric, a system or an explainer of the library loads. The
library imports nothing from here.
"""
