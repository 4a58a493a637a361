"""How much one request may ask for, and what somebody is told who asks for more."""

from dataclasses import dataclass

from gec_attribution.errors import GecAttributionError

SECONDS_FOR_HEAD = 10.0
"""How long a request may take to say what it asks for, and a connection to begin one."""
SECONDS_TO_SEND = 15.0
"""How long the content of a request may take to arrive."""


@dataclass(frozen=True)
class Limits:
    """What bounds the time and memory of a request.

    Attributes:
        content: bytes of the request itself.
        tokens: tokens of a sentence, before and after its correction.
        characters: its characters likewise.
        scores: sentences that a metric scores for the subsets of the edits.
        seconds: time from the moment when all models are there, waiting for others counted.
        waiting: requests that wait while another is answered.
    """

    content: int = 65_536
    tokens: int = 200
    characters: int = 4_000
    scores: int = 20_000
    seconds: float = 120.0
    waiting: int = 4


class RefusalError(GecAttributionError):
    """A request is not answered.

    Attributes:
        status: the HTTP status that says why.
    """

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status
