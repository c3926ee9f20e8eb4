"""Acting in somebody’s place."""
