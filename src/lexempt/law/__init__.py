"""The law as data: what a case may state, and the readings it leaves open."""
