"""Project tables and the figures derived from them."""
