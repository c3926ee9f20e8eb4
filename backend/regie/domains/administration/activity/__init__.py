"""The activity log: who changed what, and who signed in."""
