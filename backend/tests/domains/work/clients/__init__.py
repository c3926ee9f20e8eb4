"""The agency’s clients."""
