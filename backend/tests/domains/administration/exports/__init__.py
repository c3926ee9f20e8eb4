"""Lists taken away as files."""
