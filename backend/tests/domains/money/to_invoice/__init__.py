"""Tests of scheduled payments."""
