"""External costs of projects."""
