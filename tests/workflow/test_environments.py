import itertools
import re
import tomllib

import pytest
import yaml
from project import ROOT


def project_pins() -> dict[str, str]:
    pins = []
    for folder in (ROOT, ROOT / "training"):
        project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
        pins += project["dependencies"]
        pins += itertools.chain(*project.get("optional-dependencies", {}).values())
    # A lock has all names in lower case. Training asks for the library without naming a release.
    return dict(pin.lower().split("==") for pin in pins if "==" in pin)


def lock_pins() -> dict[str, str]:
    return dict(
        re.findall(
            r"^([a-z0-9._-]+)==(\S+)$", (ROOT / "requirements.lock").read_text(), re.MULTILINE
        )
    )


ENVIRONMENTS = [*sorted((ROOT / "envs").glob("*.yaml")), ROOT / "training/environment.yaml"]


@pytest.mark.parametrize("path", ENVIRONMENTS, ids=lambda path: path.stem)
def test_conda_environments_have_the_pins_of_the_project(path):
    (packages,) = (
        entry["pip"]
        for entry in yaml.safe_load(path.read_text())["dependencies"]
        if isinstance(entry, dict)
    )
    pins = dict(pin.split("==") for pin in packages)
    assert pins
    assert pins == {name: project_pins()[name] for name in pins}


def test_the_lock_has_the_pins_of_the_project():
    pins = project_pins()
    assert {name: lock_pins().get(name) for name in pins} == pins


def test_every_rule_environment_exists():
    named = set()
    for rules in (ROOT / "workflow" / "rules").glob("*.smk"):
        named |= set(re.findall(r'"\.\./\.\./envs/(\w+\.yaml)"', rules.read_text()))
    assert named == {path.name for path in (ROOT / "envs").glob("*.yaml")}
