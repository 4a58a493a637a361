"""Sections of a study: its data sets, and how models are run."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator

from gec_attribution.config.entries import Label, LanguageCode
from gec_attribution.config.files import File
from gec_attribution.config.models import Model, otherwise
from gec_attribution.config.registry import registered_datasets
from gec_attribution.games.coalitions import EXACT_UP_TO
from gec_attribution.plugins.options import PathTo
from gec_attribution.plugins.settings import PROCESSOR_TOKENS, Settings
from gec_attribution.storage.text import line_numbers

Pipeline = Annotated[str, PathTo(must_exist=False, literal="auto")]


class FigureSection(Model):
    """Size and formats of a figure."""

    width: float | None = Field(
        default=None,
        ge=1,
        le=30,
        description="Width in inches (ACL's style: a column 3.03, both 6.3); null: as it needs.",
    )
    height: float | None = Field(
        default=None, ge=1, le=30, description="Height in inches; null: as it needs."
    )
    formats: list[Literal["pdf", "png", "eps"]] = Field(
        default=["pdf", "png"],
        description="Files beside the SVG of the report and the CSV of the numbers.",
    )


class Dataset(Model):
    """A data set of a study."""

    ways = (("sources",), ("registered",))
    registered_keys = registered_datasets
    label: Label = None
    registered: str | None = Field(
        default=None,
        description="Data set of the registry; its keys apply unless this entry has them.",
    )
    language: LanguageCode = Field(
        default="", description="Language of its sentences; by default the study's."
    )
    pipeline: Pipeline = Field(
        default="",
        description="Pipeline for its sentences; by default the study's, or `auto` in "
        "another language.",
    )
    sources: File = Field(
        description="The learners' sentences; not needed with `registered`."
    )
    references: list[File] = Field(
        default=[],
        description="Corrected sentences: a file for each annotator. An M2 file has a reference "
        "of each coder, ChERRANT's `para` one in each column; an empty line of a text is none.",
    )
    lines: Annotated[
        str | None,
        Field(
            pattern="^[1-9][0-9]*(-[1-9][0-9]*)?(, *[1-9][0-9]*(-[1-9][0-9]*)?)*$",
            description="Lines to take from its files and every system's, as in `1-200` or "
            "`3, 17, 40-42`; null takes all. Results count those that are taken, from 1.",
        ),
        otherwise(
            "write the first and the last line, as in 1-200, or several in their order"
        ),
    ] = None
    tokenise: bool = Field(
        default=False,
        description="Whether sources, references and outputs are ordinary text (`I don't "
        "know, sir.`) and have to be tokenised.",
    )
    explanations: File | None = Field(
        default=None,
        description="Explained edits of the first reference, in EXCGEC's JSON, one sample "
        "per source (docs/excgec.md).",
    )
    judged_systems: list[File] = Field(
        default=[],
        description="Outputs, in any order, of the systems whose corrections people judged: a "
        "judged correction in none of them was written by a person, and votes for no edit.",
    )
    rankings: dict[str, File] = Field(
        default={},
        description="People's rankings of the systems' corrections: a file for each way of "
        "judging, by its name in tables (config/README.md, Files).",
    )
    authors: File | None = Field(
        default=None,
        description="Authors of the sentences, for the explorer: one name a line, or a "
        "column of a TSV or JSONL file; blank if unknown.",
    )
    published: (
        Literal["conll14", "jfleg-dev", "excgec-train", "excgec-valid", "excgec-test"]
        | None
    ) = Field(
        default=None,
        description="Data set of a paper whose printed numbers are compared with the results.",
    )
    experiments: list[str] | None = Field(
        default=None,
        min_length=1,
        description="The only experiments that read it; null means every experiment. With "
        "this key, only systems that name it correct it.",
    )

    @field_validator("lines")
    @classmethod
    def _check_lines(cls, lines: str | None) -> str | None:
        """Refuse an impossible part of the data set."""
        if lines is None:
            return None
        for part in lines.split(","):
            if not line_numbers(part):
                raise ValueError(f"{part.strip()} ends before it begins")
        numbers = line_numbers(lines)
        if numbers != sorted(set(numbers)):
            raise ValueError(
                f"{lines} names a line twice, or a later one before an earlier one"
            )
        return lines


class CoalitionsSection(Model):
    """Choice of the scored subsets of a sentence's edits."""

    renamed: ClassVar[Mapping[str, str]] = {
        "max_edits": "exact_up_to",
        "above_max_edits": "above",
    }

    exact_up_to: int = Field(
        default=EXACT_UP_TO,
        ge=1,
        le=20,
        description="Most edits of a sentence whose 2^N subsets are all scored (paper, "
        "section 4.1.2).",
    )
    above: Literal["sample", "skip"] = Field(
        default="sample",
        description="Sentences with more edits are sampled, or left out as in the paper.",
    )


class ModelsSection(Model):
    """Settings of models."""

    batch_tokens: Annotated[int, Field(ge=128)] | None = Field(
        default=None,
        description="Tokens in one forward pass, padding included; null takes "
        f"{PROCESSOR_TOKENS} on a processor, and on a GPU one for each 2 MB of its memory. A batch "
        "that does not fit on a GPU is halved.",
    )
    dtype: Literal["float32", "bfloat16"] = Field(
        default="float32",
        description="Arithmetic of the models; bfloat16 may be faster for large ones, and moves "
        "numbers (docs/scaling.md).",
    )
    device: Annotated[
        str,
        Field(
            pattern="^(auto|cpu|cuda(:[0-9]+)?|mps)$",
            description="`auto` takes a GPU where there is one.",
        ),
        otherwise("a device is auto, cpu, cuda, one of several as in cuda:1, or mps"),
    ] = "auto"


class CorrectionSection(ModelsSection):
    """Settings of the systems."""

    max_length: int = Field(
        default=128,
        ge=8,
        description="Tokens a model reads at once; of a longer sentence, `seq2seq` corrects every "
        "piece and `gector` the beginning.",
    )

    @property
    def settings(self) -> Settings:
        """The settings of models."""
        return Settings(self.device, self.dtype, self.batch_tokens, self.max_length)


class ScoringSection(CorrectionSection):
    """Settings of the metrics."""

    shards: int = Field(
        default=1,
        ge=1,
        description="Jobs into which one metric's scoring of one data set is split.",
    )
    max_length: int = Field(
        default=128,
        ge=8,
        description="Tokens after which a BERT input is cut, as in the official metrics; cuts "
        "are counted.",
    )


class ExplanationSection(ModelsSection):
    """Settings of the explainers."""

    batch_tokens: int = Field(
        default=8192,
        ge=128,
        description="Tokens of a batch, padding and answers included, for each beam; a "
        "batch that does not fit is halved.",
    )
    dtype: Literal["float32", "bfloat16"] = Field(
        default="float32",
        description="Weights and arithmetic of the models; bfloat16 halves the memory and "
        "changes the answers (docs/scaling.md).",
    )
