# The code behind a rule, and the content of the files that are given to it, are among its parameters, so that after a change
# of them the rule runs again, and no other does.

import os
from collections.abc import Mapping
from inspect import signature

from gec_attribution.plugins.code import code_digest
from gec_attribution.storage.caches import content_of


def modules_in(params):
    """The modules that parameters name, those of figures and tables and the types of metrics, methods and systems."""
    for key, value in params.items():
        if isinstance(value, Mapping):
            yield from modules_in(value)
        elif key in {"type", "language", "module"}:
            yield value


def code_of(definition, packages):
    """The parameter of a rule that identifies its script and all that this imports or loads."""
    path = Path(str(definition.basedir), definition.script)
    params = dict(definition.params.items())

    def code(wildcards):
        known = {
            key: value(wildcards) if callable(value) else value
            for key, value in params.items()
            # What asks for more than wildcards, such as settings, names no module.
            if not (callable(value) and len(signature(value).parameters) > 1)
        }
        return code_digest(path, modules_in(known), packages=packages)

    return code


def given_to(definition):
    """The parameter with the content of each file that a rule reads and no rule makes.

    Snakemake compares the content of newer inputs alone, and only of small ones.
    """

    def given(wildcards):
        inputs = [
            value(wildcards) if callable(value) else value for value in definition.input
        ]
        named = [[files] if isinstance(files, str) else files for files in inputs]
        return [
            content_of(file)
            for files in named
            for file in files
            if os.path.isfile(file)
            and not any(rule.is_producer(file) for rule in workflow.rules)
        ]

    return given


def identify_code(rules_folder, packages=()):
    """Give each rule that a file of a folder writes out what identifies its code and what it reads.

    Args:
        rules_folder: where the file is; rules of other workflows stay as they are.
        packages: folders of packages whose modules count beside those of the library.
    """
    for definition in workflow.rules:
        if definition.script and str(definition.basedir) == str(rules_folder):
            definition.set_params(
                code=code_of(definition, packages), given=given_to(definition)
            )


identify_code(workflow.current_basedir)
