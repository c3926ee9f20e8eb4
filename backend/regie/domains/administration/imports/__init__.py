"""Imports: records that a file describes, tried first and then taken over whole."""
