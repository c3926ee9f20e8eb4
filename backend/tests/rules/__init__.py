"""The rules of the architecture, as tests."""
