"""Changes of texts as readers see them."""

NOTHING = "∅"


def change(original: str, correction: str) -> str:
    """A change in one line, as in `go → goes`; an insertion or deletion has `NOTHING` on a side."""
    return f"{original or NOTHING} → {correction or NOTHING}"
