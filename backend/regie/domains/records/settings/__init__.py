"""The organization’s settings."""
