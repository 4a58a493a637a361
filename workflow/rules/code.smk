# The code behind a rule is one of its parameters, so that after a change of it the rule runs again, and no other does.

from collections.abc import Mapping
from inspect import signature

from gec_attribution.plugins.code import code_digest


def modules_in(params):
    """The modules that parameters name, those of figures and tables and the types of metrics, methods and systems."""
    for key, value in params.items():
        if isinstance(value, Mapping):
            yield from modules_in(value)
        elif key in {"type", "language", "module"}:
            yield value


def code_of(definition):
    """The parameter of a rule that identifies its script and all that this imports or loads."""
    path = Path(str(definition.basedir), definition.script)
    params = dict(definition.params.items())

    def code(wildcards):
        known = {
            key: value(wildcards) if callable(value) else value
            for key, value in params.items()
            # Settings name no module.
            if not (callable(value) and "threads" in signature(value).parameters)
        }
        return code_digest(path, modules_in(known))

    return code


for each in workflow.rules:
    # Other rules belong to a workflow that uses this one as a module.
    if each.script and each.basedir == workflow.current_basedir:
        each.set_params(code=code_of(each))
