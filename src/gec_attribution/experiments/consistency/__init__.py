"""Figure 3: whether the attribution of a group is the sum of those of its edits (section 4.3)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

from pydantic import Field

from gec_attribution.config.models import Problem
from gec_attribution.experiments.declaration import (
    Experiment,
    ExperimentOptions,
    Figure,
    Finding,
    Reads,
    Table,
    differences_table,
)
from gec_attribution.games.coalitions import EXACT_UP_TO

if TYPE_CHECKING:
    from gec_attribution.config.study import Study


class Options(ExperimentOptions):
    """Options of the experiment."""

    fewest_edits: int = Field(
        default=3, ge=2, description="Fewest edits of a sentence."
    )
    most_edits: int = Field(
        default=EXACT_UP_TO, ge=2, description="Most edits of a sentence."
    )

    def edit_range(self, exact_up_to: int) -> tuple[int, int]:
        """Fewest and most edits of the compared sentences."""
        del exact_up_to
        return self.fewest_edits, self.most_edits

    def completed(self, exact_up_to: int) -> Self | None:
        """A copy for sentences whose coalitions are all scored, unless a study says how many."""
        written = self.model_fields_set
        if "most_edits" in written or self.most_edits <= exact_up_to:
            return self
        # A single edit has no other subset than itself.
        if not written and exact_up_to == 1:
            return None
        limits = {"most_edits": exact_up_to}
        if "fewest_edits" not in written:
            limits["fewest_edits"] = min(self.fewest_edits, exact_up_to)
        return self.model_copy(update=limits)

    def problems(self, study: "Study") -> Iterator[Problem]:
        """An empty range, or one with sentences whose coalitions are not all scored."""
        exact_up_to = study.coalitions.exact_up_to
        if self.fewest_edits > self.most_edits:
            yield (
                "",
                f"fewest_edits {self.fewest_edits} exceeds most_edits {self.most_edits}",
            )
        if self.most_edits > exact_up_to:
            text = (
                f"{self.most_edits} exceeds coalitions.exact_up_to {exact_up_to}, up to which "
                "every coalition is scored"
            )
            yield ".most_edits", text


EXPERIMENT = Experiment(
    name="consistency",
    section="4.3 Consistency",
    about="Figure 3. Needs every subset of a sentence's edits.",
    reads=(Reads.ALL_ATTRIBUTIONS, Reads.EDITS, Reads.COALITIONS, Reads.SCORES),
    settings=("methods", "coalitions"),
    options=Options,
    default=True,
    every_coalition=True,
    figures=(
        Figure(
            name="consistency",
            title="Figure 3: consistency",
            finding=Finding(
                "A group of edits has the sign of the sum of its edits in {lowest[value]:.0%} "
                "({lowest[method]}, {lowest[metric]}) to {highest[value]:.0%} ({highest[method]}, "
                "{highest[metric]}) of the cases.",
                column="value",
                where={"measure": "sign_agreement"},
            ),
        ),
        Figure(
            name="consistency_paired",
            title="Figure 3: consistency on the sentences of all methods",
        ),
    ),
    results=(
        "consistency",
        "consistency_paired",
        "consistency_chunks",
        "differences/consistency",
        "differences/consistency_chunks",
    ),
    tables=(
        Table(name="consistency", title="Figure 3: what decides the correlation"),
        Table(
            name="consistency_chunks",
            title="Figure 3, of chunks: edits near each other as one",
        ),
        differences_table("consistency", "Figure 3: differences"),
    ),
)
