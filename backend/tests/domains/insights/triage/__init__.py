"""Tests of the triage list."""
