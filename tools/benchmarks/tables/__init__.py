"""The tables of benchmarks, a module each.

It has two functions: `tabulate(rows)` gives a frame of texts under the headings of the table, whose
index holds the signature of each row, and `caption(rows)` says how to read it.
"""
