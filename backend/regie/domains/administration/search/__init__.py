"""Search across all records that the caller can see."""
