"""The agency’s teams."""
