"""Addresses of the network, in which there may be a user and a password."""

import re
from urllib.parse import urlsplit

from gec_attribution.errors import ConfigError

_CREDENTIALS = re.compile(r"://[^/\s]*@")


def without_credentials(text: str) -> str:
    """The text, such as an error, with no user or password in any address."""
    return _CREDENTIALS.sub("://", text)


def service_address(url: str, name: str) -> str:
    """Identity of a service: scheme, host, port and path of its address, and nothing else.

    Errors begin with `name`: where the address is from.

    Raises:
        ConfigError: it is not the address of a service; the address is not repeated.
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname
        port = parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in {"http", "https"} or re.search(r"\s", url):
        raise ConfigError(
            f"{name}: is not the address of a service; give it as https://HOST/PATH or "
            "http://HOST:PORT/PATH"
        )
    if ":" in host:
        host = f"[{host}]"
    if port is not None:
        host += f":{port}"
    path = parts.path.rstrip("/")
    return f"{parts.scheme}://{host}{path}"
