"""Activity log, settings, choices, search, saved views, imports, exports and the API documentation."""
