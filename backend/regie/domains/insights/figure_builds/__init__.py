"""Calculates the stored figures of past months: all of them, or those of owners whose records changed."""
