"""Tests of the operations page."""
