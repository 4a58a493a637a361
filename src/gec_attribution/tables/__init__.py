"""Tables for readers: rows made into cells under headings, and written in four formats.

`columns` makes the cells of an experiment's `COLUMNS`, `labels` has the names shown to readers, and
`render` writes LaTeX, Markdown, JSON and CSV.
"""
