"""What MkDocs needs to know of this repository to make a site of its documentation.

The home page is the README, and other written pages lie outside `docs` too; links between them, and
to files of the repository, are written for readers of the repository. These hooks add the pages,
the tutorial with its stored outputs and one page of reference per room, turn links into those of
the site, and complain of a link to nothing. `mkdocs.yml` names them; no other module imports them.
"""

import base64
import logging
import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from nbconvert import MarkdownExporter

from tools.documentation.architecture import LIBRARY, STUDIES, rooms

_log = logging.getLogger("mkdocs.hooks.site")

# Pages of the repository outside docs/, and where the site has them; more are found below `CARDS`.
WRITTEN = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "config/README.md": "configuration.md",
}
CARDS = {"models": "Models", "data": "Data"}
NOTEBOOK = "tutorial.ipynb"
FRONT_DOORS = ("evaluate",)
# Of the package of studies, what an experiment of one's own is written with.
OF_STUDIES = ("experiments.declaration", "experiments.inputs", "tables")

# The target of a Markdown link or picture with what is before it, or of a picture in HTML.
_LINK = re.compile(
    r"(?P<picture>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)"
    r'|(?P<before><img [^>]*?src=")(?P<source>[^"]+)'
)
_FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)


def on_config(config: MkDocsConfig) -> None:
    """Put the cards of models and data, and the reference, at the end of the navigation."""
    nav: list[Any] = config.nav or []
    for folder, title in CARDS.items():
        cards = [page for path, page in _written(_root(config)).items() if page.startswith(folder)]
        nav.append({title: ["models.md", *cards] if folder == "models" else cards})
    nav.append({"Reference": [f"reference/{name}.md" for name in _referenced()]})


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages from outside docs/: the written ones, the tutorial, the reference."""
    root = _root(config)
    made = {
        page: (root / path).read_text(encoding="utf-8") for path, page in _written(root).items()
    }
    notebook = Path(config.docs_dir) / NOTEBOOK
    made[f"{notebook.stem}.md"] = _notebook(notebook)
    for name, module in _referenced().items():
        made[f"reference/{name}.md"] = f"# {name}\n\n::: {module}\n"
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Turn the links of a page into those of the site.

    A link to a file that is no page of the site becomes plain text: the site stands alone. A link
    to nothing is a warning, which ends a strict build.
    """
    root, here = _root(config), page.file.src_uri
    written = {**_written(root), f"docs/{NOTEBOOK}": f"{Path(NOTEBOOK).stem}.md"}
    origin = {place: path for path, place in written.items()}.get(here, f"docs/{here}")

    def replaced(link: re.Match) -> str:
        target = link["target"] or link["source"]
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        path, _, anchor = target.partition("#")
        path = normpath((PurePosixPath(origin).parent / path).as_posix())
        if not (root / path).exists():
            _log.warning("%s: links to %s, and there is no %s", origin, target, path)
            return link[0]
        place = written.get(path) or written.get(f"{path}/README.md")
        if place is None and path.startswith("docs/"):
            place = path.removeprefix("docs/")
        if place is None:
            return link["text"]
        address = relpath(place, PurePosixPath(here).parent) + (anchor and f"#{anchor}")
        if link["before"]:
            return f"{link['before']}{address}"
        return f"{link['picture']}[{link['text']}]({address})"

    # Markdown within HTML is read where that says so.
    text = markdown.replace("<details>", '<details markdown="1">')
    code = _FENCED.findall(text)
    parts = [_LINK.sub(replaced, part) for part in _FENCED.split(text)]
    return "".join(part + block for part, block in zip(parts, [*code, ""], strict=True))


def _referenced() -> dict[str, str]:
    """The modules with a page of reference each, by the name of the page."""
    of_library = {name: f"{LIBRARY}.{name}" for name in (*FRONT_DOORS, *rooms())}
    return of_library | {name: f"{STUDIES}.{name}" for name in OF_STUDIES}


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _written(root: Path) -> dict[str, str]:
    """The pages outside docs/ and their places in the site, cards in the order of their names."""
    cards = {
        path.relative_to(root).as_posix(): f"{path.parent.relative_to(root).as_posix()}.md"
        for folder in CARDS
        for path in sorted((root / folder).glob("*/README.md"))
        if path.parent.name != "downloads"
    }
    return {**WRITTEN, **cards}


def _notebook(path: Path) -> str:
    """A notebook with its stored outputs as a page, its pictures within."""
    page, resources = MarkdownExporter().from_filename(str(path))
    for name, picture in resources["outputs"].items():
        inline = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
        page = page.replace(f"![png]({name})", f"![What the cell draws]({inline})")
    # The theme gives its style to tables without a class.
    return re.sub(r'<table border="1" class="dataframe">', "<table>", page)
