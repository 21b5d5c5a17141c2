"""The case suite: recorded expectations of case files, run in few groundings, judged line by line."""
