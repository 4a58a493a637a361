"""What the tables show: for each, evaluation rows made into cells for a reader, and its caption.

A module a table. `tabulate` gives a frame of texts under the headings of the table, whose index
holds the signature of each row.
"""
