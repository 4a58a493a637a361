import re
import tomllib

import pytest
import yaml
from project import ROOT

from gec_attribution.experiments.catalogue import experiments


def project_pins() -> dict[str, str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values()]
    # A lock has all names in lower case.
    return dict(pin.lower().split("==") for pins in lists for pin in pins)


def lock_pins() -> dict[str, str]:
    return dict(
        re.findall(
            r"^([a-z0-9._-]+)==(\S+)$", (ROOT / "requirements.lock").read_text(), re.MULTILINE
        )
    )


@pytest.mark.parametrize("path", sorted((ROOT / "envs").glob("*.yaml")), ids=lambda path: path.stem)
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
    named |= {f"{experiment.environment}.yaml" for experiment in experiments().values()}
    assert named == {path.name for path in (ROOT / "envs").glob("*.yaml")}
