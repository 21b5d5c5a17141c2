"""Why, and why not: proofs and refutations over the rules of the law and a finished answer set (DESIGN section 7)."""
