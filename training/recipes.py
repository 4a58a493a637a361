"""Training recipes: the key `training` of a configuration, as checked values."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from gec_attribution.config.files import File
from gec_attribution.config.models import Model, Reading, read_model
from gec_attribution.config.places import places_of
from gec_attribution.corpora.downloads import fetch, mirror_folder
from gec_attribution.storage.yaml_files import read_yaml

Count = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0, le=1)]
Rate = Annotated[float, Field(gt=0)]
Seed = Annotated[int, Field(ge=0)]


class Fit(Model):
    """Settings of AdamW and its batches."""

    # Passes over the examples.
    epochs: Rate
    # Examples in a forward pass, and forward passes in a step.
    batch_size: Count
    accumulation: Count = 1
    # The highest rate, and its course after the steps in which it rises.
    learning_rate: Rate
    schedule: Literal["constant", "linear", "cosine"]
    warmup_steps: Annotated[int, Field(ge=0)] = 0
    # Decoupled weight decay, as in AdamW.
    weight_decay: Annotated[float, Field(ge=0)] = 0.0
    # Probability spread over all tokens.
    label_smoothing: Share = 0.0
    # Decides the order of the examples, dropout and new weights.
    seed: Seed


class Side(Model):
    """Sizes of a network that is trained beside a language model."""

    # The layers whose states it reads; 0 is the embeddings.
    layers: Annotated[list[int], Field(min_length=1)]
    # Its width, which four heads of attention share, and its blocks of attention.
    width: Annotated[int, Field(ge=4, multiple_of=4)]
    blocks: Count
    # Dropout of the states, and of the blocks' outputs.
    dropout: Share
    # Number of networks from different seeds, whose outputs are averaged.
    members: Count = 1


class Base(Model):
    """A pretrained causal language model: folder, name of a known model, or hub id with commit."""

    base: str
    revision: str | None = None
    fit: Fit


class Some(Base):
    """SOME's regressors."""

    side: Side


class Pairs(Model):
    """Pairs of corrections from which IMPARA's quality estimator learns."""

    # The spaCy pipeline by which ERRANT finds edits.
    pipeline: str
    # Folder, or hub id with its commit, of the model whose sentence vectors give an edit's impact.
    encoder: str
    revision: str | None = None
    # The most in all, and the most from one correction.
    pairs: Count
    pairs_a_sentence: Count
    # Of the subsets of edits, and of the choice among all pairs.
    seed: Seed


class Impara(Base):
    """IMPARA's quality estimator."""

    side: Side
    pairs: Pairs


class Lora(Model):
    """Matrices of LoRA (Hu et al. 2022)."""

    rank: Count
    # Their product is multiplied by `alpha / rank`.
    alpha: Count
    # Of the matrices' input.
    dropout: Share = 0.0
    # The linear maps to which they are added.
    modules: list[str]
    # Modules of the model that are trained whole beside them.
    whole: Annotated[list[str], Field(default_factory=list)]


class Excgec(Base):
    """A causal language model for EXCGEC's tasks."""

    lora: Lora
    # The most tokens of a sentence with its answer; longer ones are left out.
    cutoff: Annotated[int, Field(ge=8)]


class Data(Model):
    """Files to learn from."""

    tmu_gfm: File
    parallel_sources: File
    parallel_references: Annotated[list[File], Field(min_length=1)]
    excgec_train: File
    excgec_explained: File
    excgec_valid: File
    excgec_test: File


class Recipes(Model):
    """All recipes, and the files and device for them."""

    device: Annotated[str, Field(pattern=r"^(auto|cpu|cuda(:[0-9]+)?|mps)$")]
    data: Data
    some: Some
    impara: Impara
    excgec: Excgec


def read_recipes(path: Path) -> Recipes:
    """The recipes in a configuration file, whose paths are looked for as a study's.

    Raises:
        ConfigError: names every key that is wrong.
    """
    reading = Reading(places=places_of(path), within=Path.cwd())
    return read_model(_File, read_yaml(path), str(path), reading).training


def file_of(file: File) -> Path:
    """The path of a file on this machine; a pinned one is fetched, unless it is there.

    Raises:
        DownloadError: it cannot be fetched, or is not the pinned one.
    """
    if file.path is None and not Path(file.local).exists():
        fetch(file.written(), file.local, mirror_folder(None))
    return Path(file.local)


def paths_in(recipes: Recipes) -> list[Path]:
    """The files and folders on this machine that recipes may read."""
    data = recipes.data
    files = [
        data.tmu_gfm,
        data.parallel_sources,
        *data.parallel_references,
        data.excgec_train,
        data.excgec_explained,
        data.excgec_valid,
        data.excgec_test,
    ]
    models = [recipe.base for recipe in (recipes.some, recipes.impara, recipes.excgec)]
    models.append(recipes.impara.pairs.encoder)
    paths = [Path(file.local) for file in files] + [Path(model) for model in models]
    return [path for path in paths if path.exists()]


class _File(Model):
    training: Recipes
