"""The activity log."""
