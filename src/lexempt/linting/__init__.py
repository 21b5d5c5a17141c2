"""Static analysis of the law: gaps, overlaps, clauses and lists that look like a slip, each with a smallest project."""
