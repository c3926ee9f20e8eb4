"""Files that people keep with a record."""
