"""Wheels that pip finds in a folder."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

METADATA = """\
Metadata-Version: 2.1
Name: {name}
Version: {version}
Requires-Dist: something-that-is-nowhere
"""
WHEEL = """\
Wheel-Version: 1.0
Root-Is-Purelib: true
Tag: py3-none-any
"""


def make_wheel(folder: Path, name: str, version: str, files: Mapping[str, str]) -> Path:
    """A wheel of a package with these texts in its files."""
    package = f"{name.replace('-', '_')}-{version}"
    information = {
        f"{package}.dist-info/METADATA": METADATA.format(name=name, version=version),
        f"{package}.dist-info/WHEEL": WHEEL,
        f"{package}.dist-info/RECORD": "",
    }
    path = folder / f"{package}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in {**files, **information}.items():
            archive.writestr(file, text)
    return path
