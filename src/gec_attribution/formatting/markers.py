"""The part of a written page that a program makes, between two marker lines."""


def replace_between(page: str, begin: str, end: str, body: str) -> str:
    """The page with another text between two markers, set off by empty lines.

    Raises:
        ValueError: a marker is missing, named.
    """
    before, begun, rest = page.partition(begin)
    _, ended, after = rest.partition(end)
    if not (begun and ended):
        raise ValueError(f"the page needs the lines {begin!r} and {end!r}, in this order")
    return f"{before}{begin}\n\n{body}\n\n{end}{after}"
