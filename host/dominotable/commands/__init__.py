"""The subcommands, thin: each reads its words from the command line and calls a function that scripts can call too."""
