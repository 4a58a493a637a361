"""Tables for readers: rows made into cells under headings, and written in four formats.

`columns` makes the cells of an experiment's `COLUMNS`, `cells` has what several tables have in
a cell, `labels` the names that readers see, and `render` writes LaTeX, Markdown, JSON and CSV.
"""
