"""Known models made ready for use: fetched, verified and converted."""

from pathlib import Path

from gec_attribution.networks.gguf import converted
from gec_attribution.storage.files import share_as_folder
from gec_attribution.storage.known_models import fetch_model, gguf_in, verify_model


def prepare_model(name: str) -> Path:
    """Fetch a known model, and make all that its first use would make.

    So a folder of models that several people share may be read-only for most of them. Whoever may
    read the folder may read the model.

    Returns:
        Its folder.

    Raises:
        ModelError: it is not known, cannot be downloaded, or is not the file that is expected.
        OutputError: the folder of models cannot be written to.
    """
    fetch_model(name)
    folder = verify_model(name)
    share_as_folder(folder)
    file = gguf_in(folder)
    if file is not None:
        share_as_folder(converted(file).parent)
    return folder
