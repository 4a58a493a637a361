"""What the tables show: for each, evaluation rows made into cells for a reader, and its caption.

Each table has a module of its name, with two functions: `tabulate(rows)` gives a frame of texts
under the headings of the table, whose index holds the signature of each row, and `caption(rows)`
says how to read it. A table of several evaluations has a third, `join`, which takes the rows of
each by name and gives those of the table.

In addition, `labels` has the names that readers see, `cells` what several tables have in a cell,
`render` writes LaTeX and Markdown, and `published` has the numbers printed in the paper.
"""
