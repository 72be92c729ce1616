# Generated from tools/exprov/targets/python/runtime/_version.py by `exprov generate`; edit that and run it again.
"""The version of the distribution that this package came with."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("execution-provenance")
except PackageNotFoundError:  # a copy in the tree of another project
    __version__ = "0+unknown"
