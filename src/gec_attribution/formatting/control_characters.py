"""Control characters, which occur in real corpora: kept in the data, but shown as signs.

A terminal takes them for commands; to HTML and LaTeX they are errors. Marks of the direction of
text would show a sentence, and all text after it, in another order.
"""

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "␡"}
# C1 controls, and characters that turn the direction of text, have no pictures of their own.
for _code in [*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]:
    _PICTURES[_code] = f"\\u{_code:04x}"


def visible(text: str) -> str:
    """The text with a picture, such as `␀`, or an escape for each control character."""
    return text.translate(_PICTURES)
