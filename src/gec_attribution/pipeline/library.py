"""The copy of the library that jobs import: the one whose digests are in their parameters."""

from pathlib import Path

from gec_attribution.errors import ConfigError
from gec_attribution.storage.project import PROJECT

PACKAGE = Path(__file__).parents[1]
"""The package that this process imports."""

LINKS = Path(".snakemake", "gec-attribution")
"""A folder of the working directory; it holds a link to an installed package and nothing else."""


def library_of_jobs(repository: Path) -> str:
    """Folder for the `PYTHONPATH` of jobs, from which they import the package of this process.

    An installed package lies among others, which an environment of a rule must not see. So there
    the folder has a link to the package alone.

    Args:
        repository: folder of the Snakefile; one without `src` if Snakemake fetched it from git.

    Raises:
        ConfigError: the process imported another copy than the repository's.
    """
    source = repository / "src" / PACKAGE.name
    if source.is_dir() and not source.samefile(PACKAGE):
        raise ConfigError(
            f"there are two copies of the library: this process imported {PACKAGE}, and the "
            f"workflow is {repository}; remove one from PYTHONPATH, or give the Snakefile beside "
            "the other"
        )
    if not PROJECT.is_relative_to(PACKAGE):
        return str(PACKAGE.parent)
    link = Path.cwd() / LINKS / PACKAGE.name
    if not link.is_dir() or not link.samefile(PACKAGE):
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(PACKAGE)
    return str(link.parent)
