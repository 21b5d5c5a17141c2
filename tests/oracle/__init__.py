"""A second, independent evaluator of Minn. Stat. 103G.2241 (2012-08-01 to 2024-07-31): plain Python, no solver."""
