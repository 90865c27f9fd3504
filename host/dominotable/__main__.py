"""`python -m dominotable` is the same as `dominotable`."""

from dominotable.cli import main

main()
