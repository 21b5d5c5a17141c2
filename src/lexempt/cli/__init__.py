"""The command line. One module for each command, imported when it is called: `--help` and mistakes cost little."""
