"""Imitates QuickBooks Online's read surface and OAuth endpoints."""
