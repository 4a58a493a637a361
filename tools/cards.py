"""Refuse a model card whose figures are those of other files than the model's folder has now.

    python -m tools.cards models

The figures of a card come from training, with hours of time and data outside this repository, so
they are typed. Their section names the files they are about, by the beginning of the SHA-256 of
`SHA256SUMS`. A model trained anew has another one.
"""

import argparse
import hashlib
import re
import sys
from pathlib import Path

from gec_attribution.errors import InputError

DIGITS = 12
_SECTION = re.compile(
    r"^## Figures\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL
)
_SUM = re.compile(rf"\(`SHA256SUMS` `(?P<digits>[0-9a-f]{{{DIGITS}}})`\)")


def files_of(model: Path) -> str:
    """Identity of all files of a model: the first digits of the SHA-256 of their list."""
    return hashlib.sha256((model / "SHA256SUMS").read_bytes()).hexdigest()[:DIGITS]


def check_card(model: Path) -> None:
    """See that a card's figures are of the model beside it.

    Raises:
        InputError: they are of another one, or the card does not say of which.
    """
    card = model / "README.md"
    section = _SECTION.search(card.read_text(encoding="utf-8"))
    named = section and _SUM.search(section["text"])
    present = files_of(model)
    if not named:
        raise InputError(
            f"{card}: its section `## Figures` does not say of which files they are; measure them "
            f"with these and write (`SHA256SUMS` `{present}`)"
        )
    if named["digits"] != present:
        raise InputError(
            f"{card}: no longer true: the figures are of the files of `SHA256SUMS` "
            f"`{named['digits']}`, and there are those of `{present}`; measure them again, and "
            "name these"
        )


def main() -> None:
    """Check the card of every model in a folder; all that are stale are an error."""
    parser = argparse.ArgumentParser(
        description="Check of which files model cards have figures."
    )
    parser.add_argument("models", type=Path, help="the folder of the models")
    stale = []
    for listed in sorted(parser.parse_args().models.glob("*/SHA256SUMS")):
        try:
            check_card(listed.parent)
        except InputError as error:
            stale.append(str(error))
    sys.exit("\n".join(stale) or 0)


if __name__ == "__main__":
    main()
