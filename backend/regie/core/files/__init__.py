"""Stored files, their kinds, pictures, and reading and writing spreadsheets."""
