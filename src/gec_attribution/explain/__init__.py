"""From a source and its correction to what each edit contributed to a metric's score.

`attribute` does it for one sentence; an `Explainer` holds the models of a study, and takes many.
"""
