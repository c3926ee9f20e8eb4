"""One search over every record that the caller may see."""
