"""A container runs all jobs where one is named; a stand-in for Apptainer notes what it is asked."""

import os
import sys
from pathlib import Path

import pytest
from project import snakemake
from written_study import changed

# Runs on this machine what comes after the image.
APPTAINER = """#!/bin/bash
echo "$@" >> "$ASKED"
[ "$1" = --version ] && echo "apptainer version 1.3.6" && exit
while [ "$1" != "$IMAGE" ]; do shift; done
shift
exec "$@"
"""
TARGET = "results/small/d/corpus/sources.txt"


@pytest.mark.workflow
def test_jobs_run_in_the_container_that_is_named(tmp_path, monkeypatch):
    image, asked = tmp_path / "image.sif", tmp_path / "asked.txt"
    image.touch()
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("apptainer", "singularity"):
        (programs / name).write_text(APPTAINER)
        (programs / name).chmod(0o755)
    # The image has Python and the requirements; here they are in this environment.
    here = str(Path(sys.executable).parent)
    monkeypatch.setenv(
        "PATH", os.pathsep.join([str(programs), here, os.environ["PATH"]])
    )
    (tmp_path / "d.txt").write_text("He go home .\n")
    study = changed(
        systems={"spelling": {"type": "spelling"}},
        metrics__ppl={"type": "token_overlap"},
    )
    options = ["--software-deployment-method", "apptainer", "--", TARGET]
    named = {"ASKED": str(asked), "IMAGE": str(image), "GEC_CONTAINER": str(image)}
    snakemake(tmp_path, *options, study=study, **named)
    assert (tmp_path / TARGET).read_text() == "He go home .\n"
    (job,) = [call for call in asked.read_text().splitlines() if "exec" in call.split()]
    assert str(image) in job
    assert "prepare_sources" in job
