"""Build step that pyproject.toml cannot state: studies, data and models lie in the package.

A wheel has them in `gec_attribution/_data`, laid out as in the repository, where
`gec_attribution.config.places` finds them. An editable install finds those of the repository.
"""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
PACKAGED = ("config", "data/learner", "data/learner-zh", "data/probes", "models")


class BuildWithData(build_py):
    """Builds the package with the studies and the files that they name."""

    def run(self) -> None:
        """Build, then copy the files, unless the source tree itself is what is installed."""
        super().run()
        if not self.editable_mode:
            folder = Path(self.build_lib) / "gec_attribution" / "_data"
            shutil.rmtree(folder, ignore_errors=True)
            for path in files():
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / path, target)
            if commit := commit_of_repository():
                (folder / "COMMIT").write_text(f"{commit}\n", encoding="utf-8")


def files() -> list[Path]:
    """The studies and their files, relative to the repository."""
    found = [
        path for name in PACKAGED for path in (ROOT / name, *(ROOT / name).rglob("*"))
    ]
    return sorted(path.relative_to(ROOT) for path in found if path.is_file())


def commit_of_repository() -> str:
    """The commit of the tree that is built; empty outside a repository, as in an unpacked sdist."""
    describe = "describe --always --abbrev=40 --dirty=+changed"
    command = ["git", "-C", str(ROOT), *describe.split()]
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return ""
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout.strip()


def description() -> str:
    """The README for a package index, where a link to a file of the repository leads nowhere.

    Such links and pictures get the address of the repository, if the project has one; otherwise
    only the links' text stays.
    """
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    address = settings["project"]["urls"].get("Repository")
    link = rf"[\1]({address}/blob/HEAD/\2)" if address else r"\1"
    picture = rf'<img src="{address}/raw/HEAD/\1"' if address else ""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"\[([^]]+)\]\((?!https?:)([^)]+)\)", link, text)
    return re.sub(r'<img src="([^"]+)"' if address else "<img [^>]+>", picture, text)


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": BuildWithData},
        long_description=description(),
        long_description_content_type="text/markdown",
    )
