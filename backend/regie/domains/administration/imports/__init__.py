"""Imports of records from files: checked first, then applied completely."""
