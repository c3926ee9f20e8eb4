"""The schema's history: one tree for both engines."""
