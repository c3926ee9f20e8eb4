"""Time that people logged in the project tool, with totals and groups."""
