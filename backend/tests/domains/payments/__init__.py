"""Project payments."""
