"""Tables for readers: rows made into cells under headings, and written in four formats.

`columns` makes the cells of an experiment's `COLUMNS`, `cells` has the contents of cells shared by
several tables, `labels` the names shown to readers, and `render` writes LaTeX, Markdown, JSON and
CSV.
"""
