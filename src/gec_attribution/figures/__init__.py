"""What figures share: their look, and how they are written.

`style` has the look, and `save` writes the files of a figure that a function
`plot(table, **options)` draws: rows of what it shows, and options of that figure.
"""
