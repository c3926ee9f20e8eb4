"""Tests of figures and statistics."""
