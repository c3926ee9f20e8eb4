"""Types, errors and messages of the API."""
