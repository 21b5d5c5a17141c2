"""`python -m lexempt`: the same as the command `lexempt`."""

from lexempt.cli.main import main

main()
