"""Parts of a system's score, as the table has them."""

SOURCE, TYPE, UNATTRIBUTED, SCORE = "source", "type", "unattributed", "score"
