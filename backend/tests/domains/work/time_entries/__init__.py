"""Tests of time entries."""
