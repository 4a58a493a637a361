"""Where the project's files are, for tests in any folder."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace

import yaml

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]


def python_path(folder: Path = ROOT) -> str:
    """Where a copy of the project has the library."""
    return str(folder / "src")


class Named(SimpleNamespace):
    """Named files or parameters of a rule, as its script gets them."""

    def items(self):
        return vars(self).items()

    def get(self, name, default=None):
        return vars(self).get(name, default)


def script(name: str) -> Path:
    """The script of a rule, in whatever stage it is."""
    (path,) = ROOT.glob(f"scripts/*/{name}.py")
    return path


def load_script(name: str) -> ModuleType:
    """The script of a rule as a module with a `main` for Snakemake's object."""
    spec = importlib.util.spec_from_file_location(name, script(name))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def snakemake(
    folder: Path, *arguments: object, fails: bool = False, **options: object
) -> str:
    """Output of Snakemake, with all rules and the errors; `options` are those of `process_of`.

    The run has to succeed, unless it `fails`.
    """
    process = process_of(folder, *arguments, **options)
    done = subprocess.run(**process, capture_output=True, text=True, check=False)
    printed = done.stdout + done.stderr
    assert fails == bool(done.returncode), printed[-4000:]
    return printed


def process_of(
    folder: Path,
    *arguments: object,
    study: dict | None = None,
    code: Path = ROOT,
    cores: int | None = 2,
    **environment: str,
) -> dict:
    """Command, folder and environment of Snakemake in `folder`, without a network.

    Args:
        folder: the working directory, which also gets the cache.
        arguments: of the command line.
        study: the values of a study, which is written into the folder first.
        code: the project whose Snakefile is run.
        cores: None leaves them to a profile.
        environment: variables beside those of this process.
    """
    command = [
        sys.executable,
        "-m",
        "snakemake",
        *(["--cores", cores] if cores else []),
    ]
    # The default profile leaves out the rules.
    command += [] if "--quiet" in arguments else ["--quiet", "host"]
    if "--snakefile" not in arguments and not (folder / "Snakefile").exists():
        command += ["--snakefile", code / "Snakefile"]
    if study is not None:
        text = yaml.safe_dump(study, sort_keys=False, allow_unicode=True)
        (folder / "study.yaml").write_text(text, encoding="utf-8")
        command += ["--configfile", "study.yaml"]
    own = {
        "HF_HUB_OFFLINE": "1",
        "XDG_CACHE_HOME": str(folder / "cache"),
        **environment,
    }
    return {
        "args": [*map(str, [*command, *arguments])],
        "cwd": folder,
        "env": os.environ | own,
    }


def output_of(code: str, *arguments: object, **options: object) -> str:
    """Standard output of Python code in a process of its own, which has to succeed."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, **options
    ).stdout


def write_lines(path: Path, lines: Iterable[object]) -> Path:
    """Write a file of lines; returns its path."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts into files by name, and make the folders that they lie in."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def write_edits(folder: Path, sources: list[str], edits: Iterable[list[str]]) -> None:
    """Write `d.txt` with the sources, and `s.m2` with edits, each up to its correction."""
    write_lines(folder / "d.txt", sources)
    with (folder / "s.m2").open("w") as m2:
        for source, lines in zip(sources, edits, strict=True):
            whole = (f"{line}|||REQUIRED|||-NONE-|||0\n" for line in lines)
            m2.write(f"S {source}\n{''.join(whole)}\n")


def copy_project(folder: Path) -> Path:
    """Copy the workflow and the library into `folder`, for a test that changes their code."""
    for name in ("workflow", "scripts", "src", "envs", "profiles"):
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "Snakefile", folder)
    return folder
