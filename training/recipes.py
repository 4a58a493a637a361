"""The recipes of a configuration, under its key `training`, as checked values."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gec_attribution.config.files import File, located
from gec_attribution.config.models import Model
from gec_attribution.config.places import resolve
from gec_attribution.errors import ConfigError

Count = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0, le=1)]
Rate = Annotated[float, Field(gt=0)]


class Values(BaseModel):
    """Values that are checked when they are read and do not change; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Lora(Values):
    """The matrices that LoRA adds (Hu et al. 2022)."""

    rank: Count
    # Their product is multiplied by `alpha / rank`.
    alpha: Count
    # Of what the matrices read.
    dropout: Share = 0.0
    # The linear maps to which they are added.
    modules: list[str]
    # Modules of the model that are trained whole beside them.
    whole: list[str] = []


class Fit(Values):
    """How weights are fitted, with AdamW."""

    # Passes over the examples.
    epochs: Rate
    # Examples in a forward pass, and forward passes in a step.
    batch_size: Count
    accumulation: Count = 1
    # The highest rate, and how it goes on from there after the steps in which it rises.
    learning_rate: Rate
    schedule: Literal["constant", "linear", "cosine"]
    warmup_steps: Annotated[int, Field(ge=0)] = 0
    # Decoupled from the gradient.
    weight_decay: Annotated[float, Field(ge=0)] = 0.0
    # The probability that is spread over all tokens.
    label_smoothing: Share = 0.0
    # Enters the order of the examples, dropout and the weights that are new.
    seed: Annotated[int, Field(ge=0)]


class Side(Values):
    """The network that is trained beside a causal language model, which only reads."""

    # The layers of which states are read; 0 is the embeddings.
    layers: Annotated[list[int], Field(min_length=1)]
    # Its width, and how many blocks of attention it has.
    width: Count
    blocks: Count
    # Of states, and of what its blocks add.
    dropout: Share
    # How many are trained, each from a seed of its own; their mean counts.
    members: Count = 1


class Base(Values):
    """A pretrained model, and what of it is trained."""

    # Folder, the name of a known model, or hub id with its commit.
    base: str
    revision: str | None = None
    # The network that is trained beside the model; without it, all of the model is trained.
    side: Side | None = None
    fit: Fit


class Some(Base):
    """SOME's regressors."""

    # Whether one model has the three heads, or each head has a model, as in the paper.
    shared: bool


class Pairs(Values):
    """The pairs of corrections from which IMPARA's quality estimator learns."""

    # Folder, or hub id with its commit, of the model whose sentence vectors tell an edit's impact.
    encoder: str
    revision: str | None = None
    # The most in all, and the most from one correction.
    pairs: Count
    pairs_a_sentence: Count
    # Of the subsets of edits, and of the choice among all pairs.
    seed: Annotated[int, Field(ge=0)]


class Impara(Base):
    """IMPARA's quality estimator."""

    pairs: Pairs


class Excgec(Base):
    """A causal language model for EXCGEC's tasks."""

    lora: Lora
    # The most tokens of a sentence with its answer; longer ones are left out.
    cutoff: Annotated[int, Field(ge=8)]


class Data(Model):
    """The files that the recipes learn from."""

    tmu_gfm: File
    parallel_sources: File
    parallel_references: Annotated[list[File], Field(min_length=1)]
    excgec_train: File
    excgec_explained: File
    excgec_valid: File
    excgec_test: File


class Recipes(Values):
    """All recipes, and the files and device for them."""

    device: Annotated[str, Field(pattern=r"^(auto|cpu|cuda(:[0-9]+)?|mps)$")]
    data: Data
    some: Some
    impara: Impara
    excgec: Excgec

    @classmethod
    def read(cls, values: Any, places: Sequence[Path]) -> Self:
        """Check what a configuration says; its files are pinned, and found if they are here.

        Args:
            values: what stands under the key `training`.
            places: the folders in which paths are looked for.

        Raises:
            ConfigError: names every key that is wrong, and what is wrong with it.
        """
        try:
            recipes = cls.model_validate(values)
        except ValidationError as error:
            problems = (
                f"training: {'.'.join(map(str, one['loc'])) or 'the top level'}: {one['msg']}; "
                f"found {str(one['input'])[:60]!r}"
                for one in error.errors()
            )
            raise ConfigError("\n".join(problems)) from None
        data = located(recipes.data, lambda path: resolve(path, places, Path.cwd()))
        return recipes.model_copy(update={"data": data})
