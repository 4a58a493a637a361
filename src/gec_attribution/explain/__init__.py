"""Attribution of a metric's score to the edits between a source and its correction.

`attribute` does it for one sentence; an `Explainer` holds the models of a study, and takes many.
"""
