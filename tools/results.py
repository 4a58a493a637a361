"""Bring figures and tables of finished studies into the documentation.

    python -m tools.results docs

A picture `docs/figures/STUDY/NAME.png` that a page shows is `results/STUDY/figures/NAME.png`. A
page shows a table between two comments, of which the first names it, as in
`<!-- table: results/systems/tables/system_scores.json -->`. What no study of this folder made stays
as it is.
"""

import argparse
import re
import shutil
from pathlib import Path

from gec_attribution.storage.files import write_atomically
from gec_attribution.tables.render import markdown_parts, read_printed

_PICTURE = re.compile(r"figures/([\w-]+)/([\w.-]+\.png)")
_TABLE = re.compile(
    r"(?P<begin><!-- table: (?P<path>\S+) -->\n).*?(?P<end><!-- end of the table -->)",
    re.DOTALL,
)


def with_tables(page: str, project: Path) -> str:
    """Text of a page whose tables are those of the studies, by their paths in the project."""

    def replaced(found: re.Match[str]) -> str:
        path = project / found["path"]
        if not path.exists():
            return found[0]
        caption, rows, _ = markdown_parts(read_printed(path))
        return f"{found['begin']}\n{caption}\n\n{rows}\n\n{found['end']}"

    return _TABLE.sub(replaced, page)


def update_figures(docs: Path, results: Path) -> None:
    """Copy the figures of studies that pages show, into a folder for each study."""
    for page in docs.glob("*.md"):
        for study, name in _PICTURE.findall(page.read_text(encoding="utf-8")):
            figure = results / study / "figures" / name
            if figure.exists():
                with write_atomically(docs / "figures" / study / name) as temporary:
                    shutil.copyfile(figure, temporary)


def main() -> None:
    """Update all pages of a folder, and their pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("docs", type=Path, help="folder of the pages")
    docs = parser.parse_args().docs
    update_figures(docs, Path("results"))
    for page in docs.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        updated = with_tables(text, Path())
        if updated != text:
            with write_atomically(page) as temporary:
                temporary.write_text(updated, encoding="utf-8")


if __name__ == "__main__":
    main()
