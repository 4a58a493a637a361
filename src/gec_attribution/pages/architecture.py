"""The made parts of docs/architecture.md: the rooms of the library, and the graph of the rules.

`make docs` calls it with Snakemake's own graph on standard input:

    snakemake --cores 1 --rulegraph mermaid-js | python -m gec_attribution.pages.architecture PAGE
"""

import ast
import re
import sys
from importlib import resources
from pathlib import Path

from gec_attribution.formatting.markers import replace_between
from gec_attribution.storage.files import write_atomically

# In the order in which a corpus passes through them, then those that serve all.
ROOMS = (
    *("corpora", "systems", "edits", "languages", "games", "metrics", "scores", "attribution"),
    *("explanations", "evaluation", "figures", "tables", "pages", "playground"),
    *("study", "networks", "formatting", "storage", "running", "benchmarks", "training"),
)
END = "<!-- end of what is made -->"
BEGIN_ROOMS = "<!-- the rooms, made by `make docs`; do not edit -->"
BEGIN_RULES = "<!-- the rules, made by `make docs`; do not edit -->"


def rooms_table() -> str:
    """A Markdown table with one row per room: its name and the first sentence it says of itself."""
    rows = [f"| `{room}` | {_first_sentence(room)} |" for room in ROOMS if _init_of(room).is_file()]
    return "\n".join(["| room | what it is |", "| --- | --- |", *rows])


def rule_graph(mermaid: str) -> str:
    """Snakemake's graph of rules as a Mermaid block: its own colours and its target left out."""
    names = dict(re.findall(r"^\s*(id\d+)\[(\w+)\]$", mermaid, re.MULTILINE))
    arrows = re.findall(r"^\s*(id\d+) --> (id\d+)$", mermaid, re.MULTILINE)
    lines = sorted(
        f"    {names[before]} --> {names[after]}"
        for before, after in arrows
        if names[after] != "all" and before != after
    )
    return "\n".join(["```mermaid", "flowchart LR", *lines, "```"])


def main() -> None:
    """Write the rooms and the rules into the page that the command line names."""
    page = Path(sys.argv[1])
    text = page.read_text(encoding="utf-8")
    text = replace_between(text, BEGIN_ROOMS, END, rooms_table())
    text = replace_between(text, BEGIN_RULES, END, rule_graph(sys.stdin.read()))
    with write_atomically(page) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _init_of(room: str) -> Path:
    return Path(str(resources.files("gec_attribution"))) / room / "__init__.py"


def _first_sentence(room: str) -> str:
    """Read from the source, so that no room is imported to be named."""
    documentation = ast.get_docstring(ast.parse(_init_of(room).read_text(encoding="utf-8"))) or ""
    return re.split(r"(?<=[.])\s", documentation.replace("\n", " "), maxsplit=1)[0]


if __name__ == "__main__":
    main()
