"""Exports of lists as files."""
