"""The command line: data on stdout, progress and errors on stderr."""

from pincite.surfaces.cli.app import main

__all__ = ["main"]
