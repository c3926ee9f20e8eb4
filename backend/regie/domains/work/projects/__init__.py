"""Fixed-price, out-of-scope and retainer work."""
