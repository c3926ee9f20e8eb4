"""Tests of warnings about hours."""
