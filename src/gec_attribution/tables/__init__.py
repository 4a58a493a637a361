"""Tables for readers: rows made into cells under headings, and written in four formats.

`columns` makes the cells of an experiment's `COLUMNS`, `cells` has what several tables have in
a cell, `labels` the names that readers see, and `render` writes LaTeX, Markdown, JSON and CSV.

Each table of a benchmark has a module of its name, with two functions: `tabulate(rows)` gives a
frame of texts under the headings of the table, whose index holds the signature of each row, and
`caption(rows)` says how to read it.
"""
