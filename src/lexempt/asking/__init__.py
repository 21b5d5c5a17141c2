"""Asking for what is still open, one question at a time, until the answer is settled."""
