"""The house rules of the architecture, as tests."""
