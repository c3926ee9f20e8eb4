"""Retainer tables."""
