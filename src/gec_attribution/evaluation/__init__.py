"""Stage 7: what the attributions say, as tables with one number per row and its 95 % interval.

There is one module per experiment. Undefined scores are left out and counted, never replaced.
"""
