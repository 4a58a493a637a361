import itertools
import re
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
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


ENVIRONMENTS = sorted((ROOT / "envs").glob("*.yaml"))


@pytest.mark.parametrize("path", ENVIRONMENTS, ids=lambda path: path.stem)
def test_conda_environments_have_the_pins_of_the_lock(path):
    (packages,) = (
        entry["pip"]
        for entry in yaml.safe_load(path.read_text())["dependencies"]
        if isinstance(entry, dict)
    )
    pins = dict(pin.split("==") for pin in packages)
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


def test_every_rule_environment_exists():
    named = set()
    for rules in (ROOT / "workflow" / "rules").glob("*.smk"):
        named |= set(re.findall(r'"\.\./\.\./envs/(\w+\.yaml)"', rules.read_text()))
    named |= {f"{experiment.environment}.yaml" for experiment in experiments().values()}
    assert named == {path.name for path in (ROOT / "envs").glob("*.yaml")}
