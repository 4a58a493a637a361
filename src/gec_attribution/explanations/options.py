"""Options that several explainers share."""

from typing import Annotated, Literal

from pydantic import Field

AskedTask = Annotated[
    Literal["post-explaining", "pre-explaining", "correct-only", "explain-only"],
    Field(description="Task of the model; `explain-only` explains given edits."),
]
Cote = Annotated[
    bool,
    Field(
        description="Put the edits extracted from the target into the answer (COTE), for "
        "post-explaining."
    ),
]
Rationalization = Annotated[
    bool,
    Field(
        description="Show a model that was not trained for the tasks how a description of each "
        "type goes (Rationalization Prompting)."
    ),
]
