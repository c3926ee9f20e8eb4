"""Invoice tables and the figures derived from them."""
