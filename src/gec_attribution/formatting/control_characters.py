"""Control characters, which occur in real corpora: kept in the data, but shown as pictures.

A terminal takes them for commands; to HTML and LaTeX they are errors. Marks of the direction of
text would show a sentence, and all text after it, in another order.
"""

# C1 controls, and characters that turn the direction of text, have no pictures of their own.
_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_PICTURES |= dict.fromkeys([*range(0x80, 0xA0), *range(0x202A, 0x202F)], 0xFFFD)
_PICTURES |= dict.fromkeys(range(0x2066, 0x206A), 0xFFFD)


def visible(text: str) -> str:
    """The text with a picture, such as `␀`, in place of each control character."""
    return text.translate(_PICTURES)
