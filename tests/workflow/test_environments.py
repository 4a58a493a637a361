import itertools
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from project import ROOT

from gec_attribution.experiments.catalogue import experiments


def requirements() -> dict[str, Requirement]:
    """Requirements of the package and its extras, by name, in lower case as in the lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = itertools.chain(*project["optional-dependencies"].values())
    parsed = map(Requirement, [*project["dependencies"], *extras])
    return {needed.name.lower(): needed for needed in parsed}


def lock_pins() -> dict[str, str]:
    return dict(
        re.findall(
            r"^([a-z0-9._-]+)==(\S+)$", (ROOT / "requirements.lock").read_text(), re.MULTILINE
        )
    )


ENVIRONMENTS = sorted(path.stem for path in (ROOT / "envs").glob("*.yaml"))


def pins_of(environment: str) -> dict[str, str]:
    """The release of each package that pip brings to an environment."""
    entries = yaml.safe_load((ROOT / f"envs/{environment}.yaml").read_text())["dependencies"]
    (packages,) = (entry["pip"] for entry in entries if isinstance(entry, dict))
    return dict(pin.split("==") for pin in packages)


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_conda_environments_have_the_pins_of_the_lock(environment):
    pins = pins_of(environment)
    assert pins
    assert pins == {name: lock_pins()[name.lower()] for name in pins}


def test_the_lock_has_a_release_of_all_that_is_asked_for():
    pins = lock_pins()
    for name, asked in requirements().items():
        assert pins[name] in asked.specifier, asked


def test_the_library_has_a_lower_bound_for_all_it_needs_and_no_upper_one():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    # The workflow, the documentation and the tools run in the environment of the lock alone.
    of_library = [extras[name] for name in extras.keys() - {"workflow", "docs", "dev"}]
    needed = [*project["dependencies"], *itertools.chain(*of_library)]
    for asked in map(Requirement, needed):
        assert [bound.operator for bound in asked.specifier] == [">="], asked


def brought_by(environment: str) -> set[str]:
    """The packages of an environment, with all that they require."""
    waiting, brought = list(map(canonicalize_name, pins_of(environment))), set()
    while waiting:
        if (name := waiting.pop()) not in brought:
            brought.add(name)
            asked = map(Requirement, requires(name) or ())
            waiting += [
                canonicalize_name(each.name)
                for each in asked
                if not each.marker or each.marker.evaluate({"extra": ""})
            ]
    return brought


SCRIPTS: dict[str, set[str]] = {}
for file in (ROOT / "workflow/rules").glob("*.smk"):
    rule = r'envs/(\w+)\.yaml".*?script:\s+"\.\./\.\./(.+?)"'
    for name, script in re.findall(rule, file.read_text(), re.DOTALL):
        SCRIPTS.setdefault(name, set()).add(script)
# Packages that others import if they are there.
# The last is loaded at the start where it is installed.
OPTIONAL = {"cloudpickle", "pillow", "setuptools"}


@pytest.mark.workflow
@pytest.mark.parametrize("environment", SCRIPTS)
def test_an_environment_brings_all_that_its_scripts_import(environment):
    listing = "import runpy, sys; list(map(runpy.run_path, sys.argv[1:])); print(*sys.modules)"
    command = [sys.executable, "-c", listing, *sorted(SCRIPTS[environment])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    brought, installed = brought_by(environment) | OPTIONAL, packages_distributions()
    for package in {name.partition(".")[0] for name in done.stdout.split()} & installed.keys():
        names = set(map(canonicalize_name, installed[package]))
        assert names & {*brought, "gec-attribution"}, package


def test_every_rule_environment_exists():
    named = set()
    for rules in (ROOT / "workflow" / "rules").glob("*.smk"):
        named |= set(re.findall(r'"\.\./\.\./envs/(\w+)\.yaml"', rules.read_text()))
    named |= {experiment.environment for experiment in experiments().values()}
    assert named == set(ENVIRONMENTS)
