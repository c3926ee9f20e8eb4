"""Tests of the activity log."""
