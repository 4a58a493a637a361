"""The paper's figures, each drawn from the tidy table that it shows.

Each figure has a module of its name with one function, `plot(table, **options)`: rows of the
evaluation, and options of that figure. In addition, `style` has the look they share
and `save` writes their files.
"""
