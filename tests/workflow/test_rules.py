import re

from project import ROOT


def test_figures_and_tables_are_made_from_lists_of_files():
    """Of a single file, Snakemake hands its name to the script, whose letters are no files."""
    given = {
        f"{path.name}: {line}"
        for path in ROOT.glob("*/rules/*.smk")
        for line in re.findall(r"^ +tables=.*", path.read_text(), re.MULTILINE)
    }
    assert len(given) > 10
    assert not [line for line in given if re.search(r"tables=(rules\.|f?\")", line)]
