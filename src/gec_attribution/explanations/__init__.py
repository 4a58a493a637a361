"""Stage 6': explanations in words: for each edit an error type, a severity and a description.

One module per type of explainer, each with one `Explainer`. The type `outputs` is no class: those
are explanations that exist already.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gec_attribution.plugins.settings import Settings

if TYPE_CHECKING:
    from gec_attribution.explanations.base import Explainer


def load_explainer(
    name: str, spec: Mapping[str, object], settings: Settings | None = None
) -> "Explainer":
    """The explainer that a configuration entry describes, ready to explain.

    Args:
        name: the entry's key under `explainers`.
        spec: the entry: `type` names a module of this package; `label`, `datasets`, `corrections`
            and `runs` are for the workflow, the rest are options of the explainer.
        settings: how models are run.

    Raises:
        ConfigError: an unknown type or option, or an option left out, naming its key.
        ModelError: a model of the explainer is missing or of another kind.
    """
    from gec_attribution.explanations.base import Explainer
    from gec_attribution.plugins.loading import build

    return build(
        __name__, Explainer, f"explainers.{name}", spec, settings or Settings()
    )
