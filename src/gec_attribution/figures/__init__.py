"""The paper's figures, each drawn from the tidy table that it shows.

Each figure has a module of its name with one function, `plot(table, **options)`: rows of the
evaluation, and what the figure alone needs to know. Beside them, `style` has the look they share
and `save` writes their files.
"""
