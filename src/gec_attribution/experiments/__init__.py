"""Stage 7: what the attributions say, an experiment a folder.

A folder has the declaration of its experiment (`__init__.py`), and beside it what computes, draws
and prints: `compute.py`, `figure.py`, `table.py`. `catalogue` lists the experiments; rules,
targets, the keys of a study, captions and the order of the report come from that list. Undefined
scores are left out and counted, never replaced.
"""
