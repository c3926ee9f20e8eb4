"""Google sign-in: a code exchanged for a proven identity, and nothing kept that could read anything."""
