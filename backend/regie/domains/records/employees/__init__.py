"""Employee tables."""
