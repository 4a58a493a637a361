"""The made parts of docs/architecture.md: rooms, modules of studies, and the graph of the rules.

`make docs` calls it with Snakemake's own graph on standard input:

    snakemake --cores 1 --rulegraph mermaid-js | python -m tools.documentation.architecture PAGE
"""

import ast
import re
import sys
import tomllib
from importlib import resources
from pathlib import Path

from gec_attribution.formatting.markers import replace_between
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.project import PROJECT

LIBRARY, STUDIES = "gec_attribution", "gec_study"
END = "<!-- end of what is made -->"
BEGIN_ROOMS = "<!-- the rooms, made by `make docs`; do not edit -->"
BEGIN_STUDIES = "<!-- the modules of studies, made by `make docs`; do not edit -->"
BEGIN_RULES = "<!-- the rules, made by `make docs`; do not edit -->"


def layers(package: str = LIBRARY) -> list[str]:
    """The rooms and modules of a package, none of which imports one that comes after it.

    Args:
        package: `gec_attribution` or `gec_study`.
    """
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    (ordered,) = (
        contract["layers"]
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == [package]
    )
    return [name for layer in reversed(ordered) for name in layer.split(" | ")]


def rooms() -> list[str]:
    """Those of them that are folders."""
    return [name for name in layers() if _file_of(LIBRARY, name).name == "__init__.py"]


def front_doors() -> list[str]:
    """Those of them that are modules at the root."""
    folders = rooms()
    return [name for name in layers() if name not in folders]


def rooms_table() -> str:
    """A Markdown table with one row per room: its name and the first sentence it says of itself."""
    rows = [f"| `{room}` | {_first_sentence(LIBRARY, room)} |" for room in rooms()]
    doors = ", ".join(f"`{name}`" for name in front_doors())
    table = "\n".join(["| room | what it is |", "| --- | --- |", *rows])
    return f"{table}\n\nAt the root are the front doors: {doors}."


def studies_table() -> str:
    """The same of the rooms and modules of the package of studies."""
    rows = [f"| `{name}` | {_first_sentence(STUDIES, name)} |" for name in layers(STUDIES)]
    return "\n".join(["| module | what it is |", "| --- | --- |", *rows])


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
    """Write the rooms, modules and rules into the page that the command line names."""
    page = Path(sys.argv[1])
    text = page.read_text(encoding="utf-8")
    text = replace_between(text, BEGIN_ROOMS, END, rooms_table())
    text = replace_between(text, BEGIN_STUDIES, END, studies_table())
    text = replace_between(text, BEGIN_RULES, END, rule_graph(sys.stdin.read()))
    with write_atomically(page) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _file_of(package: str, name: str) -> Path:
    """Where a room says what it is, or the file of a module."""
    folder = Path(str(resources.files(package)))
    room = folder / name / "__init__.py"
    return room if room.is_file() else folder / f"{name}.py"


def _first_sentence(package: str, name: str) -> str:
    """Read from the source, so that no room is imported to be named."""
    text = _file_of(package, name).read_text(encoding="utf-8")
    documentation = ast.get_docstring(ast.parse(text)) or ""
    return re.split(r"(?<=[.])\s", documentation.replace("\n", " "), maxsplit=1)[0]


if __name__ == "__main__":
    main()
