"""Options that several explainers share."""

from typing import Annotated, Literal

from pydantic import Field

AskedTask = Annotated[
    Literal["post-explaining", "pre-explaining", "correct-only", "explain-only"],
    Field(description="Task of the model; `explain-only` explains existing edits."),
]
Cote = Annotated[
    bool,
    Field(
        description="Whether edits extracted from the target are put into the answer (COTE), "
        "for post-explaining."
    ),
]
Rationalization = Annotated[
    bool,
    Field(
        description="Whether an untrained model is shown a form of description for each type "
        "(Rationalization Prompting)."
    ),
]
