"""Hours over the included hours of closed months: what became of them, and what is to decide."""
