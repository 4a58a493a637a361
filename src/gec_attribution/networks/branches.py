"""What the branches of models of the Hugging Face hub stand for, which may change any day."""

import re
from collections.abc import Iterable
from contextlib import suppress

from gec_attribution.errors import ModelError
from gec_attribution.networks.snapshots import (
    AbsentModelError,
    HubModel,
    commit_in_cache,
    fetched,
    listed,
)

_COMMIT = re.compile(r"[0-9a-f]{40}")


def commits(
    models: Iterable[HubModel], *, ask: bool
) -> tuple[dict[tuple[str, str], str], list[str]]:
    """The commit that each branch or tag is.

    Where the hub is not asked, or does not answer, that is the commit which it was when the hub was
    asked last on this machine; a branch of which nothing is known is left out.

    Args:
        models: what a study names.
        ask: whether to ask the hub.

    Returns:
        The commits by the id of the model and the name of the branch, and a line for each branch
        that was another commit before.
    """
    known, lines = {}, []
    for model, revision in dict.fromkeys((named.id, named.revision) for named in models):
        if _COMMIT.fullmatch(revision):
            continue
        before = commit = commit_in_cache(model, revision)
        if ask:
            try:
                commit = listed(model, revision).commit
            except AbsentModelError:
                pass
            except ModelError:  # which others would say, too
                ask = False
        if commit != before:
            # So the cache knows it by the branch's name, which is asked for without a network.
            with suppress(ModelError):
                fetched(model, revision, ["config.json"])
        if commit:
            known[model, revision] = commit
        if before and commit != before:
            lines.append(
                f"{model}: its revision {revision} has moved, from {before} to {commit}: what was "
                "made with it is made again; name a commit instead"
            )
    return known, lines
