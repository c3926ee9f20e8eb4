"""Lists: shape, filters, search, sorting and pages."""
