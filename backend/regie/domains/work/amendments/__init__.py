"""Amendments of the amounts of fixed-price and out-of-scope projects."""
