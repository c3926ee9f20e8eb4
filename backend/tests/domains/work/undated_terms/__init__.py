"""Tests of undated terms."""
