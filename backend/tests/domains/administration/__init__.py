"""Activity log, settings, option lists, search, saved views, imports, exports and the API documentation."""
