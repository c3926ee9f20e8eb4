"""The activity log of changes and sign-ins."""
