"""What the tool costs, beside what bare clingo costs in the same run: `python -m tests.benchmarks [NAME...] [--quick]`."""
