"""Backs up an installation to a folder or file, and restores it elsewhere."""
