"""A lock with the hash of each file that pip takes on this machine, from pip's report.

pip install --dry-run --ignore-installed --no-deps --report report.json -r requirements.lock
python tools/hashed_lock.py report.json > requirements-hashes.lock
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def hashed_lock(report: Mapping[str, Any]) -> str:
    """The requirements of a report, each pinned with the SHA-256 of its file.

    Raises:
        ValueError: of a file the report has no SHA-256.
    """
    lines = []
    for installed in report["install"]:
        name, version = (installed["metadata"][key] for key in ("name", "version"))
        sha256 = installed["download_info"].get("archive_info", {}).get("hashes", {}).get("sha256")
        if sha256 is None:
            raise ValueError(f"{name}: pip says no SHA-256 of its file")
        lines.append(f"{name}=={version} \\\n    --hash=sha256:{sha256}\n")
    return "".join(sorted(lines, key=str.lower))


if __name__ == "__main__":
    print(hashed_lock(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), end="")  # noqa: T201
