"""Start of the command, which Ctrl-C ends with one line even while libraries are imported."""

import sys


def main() -> int:
    """Run the command; see `cli.main`."""
    try:
        from gec_attribution import cli

        return cli.main()
    except KeyboardInterrupt:
        sys.stderr.write("gec-attribution: interrupted\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
