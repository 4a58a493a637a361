"""Studies: what a workflow makes of whole corpora, its experiments, figures, tables and report."""
