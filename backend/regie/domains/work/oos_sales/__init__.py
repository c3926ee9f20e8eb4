"""Out-of-scope sales: extra work that was sold, by whom, and what the client decided about it."""
