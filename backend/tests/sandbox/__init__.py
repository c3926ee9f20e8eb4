"""The imitated services against their documentation, one test per line of it."""
