"""The host side of the domino table: command-line tool, device session and virtual table."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("dominotable")
except PackageNotFoundError:  # a checkout that was never installed
    __version__ = "0"
