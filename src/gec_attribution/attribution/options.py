"""Options that several methods share."""

from typing import Annotated

from pydantic import Field

Rescale = Annotated[
    bool, Field(description="Rescale so that the attributions sum to ΔM (paper, section 4.2).")
]
