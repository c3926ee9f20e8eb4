"""Projects: fixed-price, out-of-scope and retainer."""
