"""Lists: row shapes, filters, search, sorting and pages."""
