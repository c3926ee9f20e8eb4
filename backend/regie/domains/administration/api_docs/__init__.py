"""The API documentation."""
