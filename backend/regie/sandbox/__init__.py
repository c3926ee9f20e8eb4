"""The outside services, imitated honestly, so that everything can be tried without an account anywhere."""
