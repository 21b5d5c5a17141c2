"""The law files keep their conventions, and the cases cover them."""
