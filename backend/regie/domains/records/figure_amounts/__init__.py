"""Stored amounts of figures of past months, and the marks of what changed since they were calculated."""
