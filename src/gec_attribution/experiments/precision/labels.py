"""Parts of a system's score, as the table has them."""

SOURCE = "source"
TYPE = "type"
UNATTRIBUTED = "unattributed"
SCORE = "score"
