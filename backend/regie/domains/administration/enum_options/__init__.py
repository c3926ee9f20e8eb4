"""Labels of all enum values, and the option lists that the organization edits."""
