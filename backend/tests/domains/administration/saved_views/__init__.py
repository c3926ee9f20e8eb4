"""How people like to see their lists."""
