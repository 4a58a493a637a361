"""Stage 2: GEC systems, one module per type, each with one `System`; models load only on demand.

`outputs` are no class: they are corrected sentences that exist already.
"""

from collections.abc import Mapping

from gec_attribution.plugins.loading import build
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems.base import System

__all__ = ["System", "load_system"]


def load_system(
    name: str, spec: Mapping[str, object], settings: Settings | None = None
) -> System:
    """The system that a configuration entry describes, ready to correct.

    Args:
        name: the entry's key under `systems`.
        spec: the entry: `type` names a module of this package; `label`, `datasets` and `after` are
            for the workflow, the rest are options of the system.
        settings: how models are run.

    Raises:
        ConfigError: an unknown type or option, or an option left out, naming its key; or a device
            or a key to a service that is not there.
        InputError: a file of examples cannot be read, or has too few.
        ModelError: a model of the system is missing or of another kind.
    """
    return build(__name__, System, f"systems.{name}", spec, settings or Settings())
