"""A lock with hashes is what pip takes with `--require-hashes`."""

import hashlib
import json
import subprocess
import sys
import zipfile

import pytest

from tools.hashed_lock import hashed_lock


def wheel(folder, name, version):
    path = folder / f"{name}-{version}-py3-none-any.whl"
    about = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}.py", "")
        archive.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")
    return path


def pip(folder, *arguments):
    options = ["--no-index", "--find-links", folder, "--dry-run", "--ignore-installed", "--no-deps"]
    return subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", *options, *arguments],
        check=False,
        capture_output=True,
        text=True,
    )


def test_a_file_that_was_exchanged_is_refused(tmp_path):
    pytest.importorskip("pip")
    files = [wheel(tmp_path, "second", "2.0+cpu"), wheel(tmp_path, "First", "1.0")]
    lock, report = tmp_path / "requirements.lock", tmp_path / "report.json"
    lock.write_text("first==1.0\nsecond==2.0\n")
    assert pip(tmp_path, "--report", report, "-r", lock).returncode == 0
    hashed = hashed_lock(json.loads(report.read_text()))
    sums = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    assert hashed == (
        f"First==1.0 \\\n    --hash=sha256:{sums[1]}\n"
        f"second==2.0+cpu \\\n    --hash=sha256:{sums[0]}\n"
    )
    lock.write_text(hashed)
    assert pip(tmp_path, "--require-hashes", "-r", lock).returncode == 0
    with zipfile.ZipFile(files[0], "a") as archive:
        archive.writestr("more.py", "")
    refused = pip(tmp_path, "--require-hashes", "-r", lock)
    assert refused.returncode != 0
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in refused.stderr


def test_a_file_without_a_sum_is_named():
    report = {"install": [{"metadata": {"name": "a", "version": "1"}, "download_info": {}}]}
    with pytest.raises(ValueError, match="a: pip says no SHA-256"):
        hashed_lock(report)
