"""Addresses of the network, in which there may be a user and a password."""

import re

_CREDENTIALS = re.compile(r"://[^/\s]*@")


def without_credentials(text: str) -> str:
    """The text, such as an error, with no user or password in any address."""
    return _CREDENTIALS.sub("://", text)
