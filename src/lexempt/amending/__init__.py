"""Amendments: reading bills, what stands in a provision, fitting one to the other, and what the two together do."""
